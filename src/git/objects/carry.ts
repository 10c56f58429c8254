import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import { type Git, requireOk } from "../git.ts";
import { storeKept } from "./bytes/kept-pack.ts";

/** Copies these objects to a repository of the user's, checked on arrival: two processes, however many there are. */
export async function carryObjects(
  git: Git,
  way: { from: string; to: string; scratch: string },
  ids: readonly string[],
): Promise<void> {
  const names = new Set(ids);
  if (names.size === 0) return;
  await withFlatFolder(way.scratch, async (folder) => {
    const packing = ["pack-objects", "-q", "--delta-base-offset", "--compression=1", join(folder, "pack")];
    requireOk(
      await git.sealed({ gitDir: way.from, args: packing, stdin: `${[...names].join("\n")}\n` }),
      "packing objects",
    );
    const packs = (await readdir(folder)).filter((file) => file.endsWith(".pack"));
    // Several where the configuration limits the size of a pack.
    for (const pack of packs) await storeKept(git, way.to, { path: join(folder, pack) });
  });
}

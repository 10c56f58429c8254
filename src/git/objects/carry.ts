import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../base/flat-folder.ts";
import { type Git, requireOk, requireTaken } from "../git.ts";

/** Up to this many arrive loose, as git's own fetch does it. */
const looseLimit = 100;

/** Copies these objects from one repository to another, checked on arrival: two processes, however many there are. */
export async function carryObjects(git: Git, way: { from: string; to: string; scratch: string }, ids: readonly string[]): Promise<void> {
  const names = new Set(ids);
  if (names.size === 0) return;
  await withFlatFolder(way.scratch, async (folder) => {
    const packing = ["pack-objects", "-q", "--delta-base-offset", "--compression=1", join(folder, "pack")];
    requireOk(await git.sealed({ gitDir: way.from, args: packing, stdin: `${[...names].join("\n")}\n` }), "packing objects");
    const packs = (await readdir(folder)).filter((file) => file.endsWith(".pack"));
    // Several where the configuration limits the size of a pack.
    for (const pack of packs) {
      const args = names.size <= looseLimit ? ["unpack-objects", "-q", "--strict"] : ["index-pack", "--stdin", "--strict"];
      requireTaken(await git.sealed({ gitDir: way.to, args, stdin: { path: join(folder, pack) } }), "receiving objects");
    }
  });
}

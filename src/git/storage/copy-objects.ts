import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import { type Git, requireOk, requireTaken } from "../git.ts";

/** What to copy: the history of tips down to what is known, or single objects. */
export type Wanted =
  | { readonly kind: "history"; readonly tips: readonly string[]; readonly known: readonly string[] }
  | { readonly kind: "objects"; readonly names: readonly string[] };

/**
 * Copies objects into a store as one pack, checked on arrival. Unlike a fetch it also copies what the store can already
 * read from somewhere else: what is borrowed from there may be pruned there.
 */
export async function copyObjects(
  git: Git,
  way: { store: string; scratch: string; env: Readonly<Record<string, string>> },
  wanted: Wanted,
): Promise<void> {
  const lines = wanted.kind === "history" ? [...wanted.tips, ...wanted.known.map((name) => `^${name}`)] : wanted.names;
  if (lines.length === 0) return;
  await withFlatFolder(way.scratch, async (folder) => {
    const revs = wanted.kind === "history" ? ["--revs"] : [];
    const packed = await git.sealed({
      gitDir: way.store,
      args: ["pack-objects", ...revs, "-q", "--delta-base-offset", join(folder, "pack")],
      stdin: `${lines.join("\n")}\n`,
      env: way.env,
    });
    requireOk(packed, "packing objects");
    const pack = (await readdir(folder)).find((name) => name.endsWith(".pack"));
    if (pack === undefined) return;
    const args = ["index-pack", "--stdin", "--strict"];
    requireTaken(
      await git.sealed({ gitDir: way.store, args, stdin: { path: join(folder, pack) } }),
      "receiving objects",
    );
  });
}

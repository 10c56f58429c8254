import { readFile, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../base/files/write/sync-folder.ts";
import { type Git, linesIn, requireOk } from "../git.ts";

/** Single files of the repository's own; borrowed objects don't count. */
export async function countLoose(gitDir: string): Promise<number> {
  return (await listLoose(gitDir)).length;
}

/**
 * Packs the repository's own loose objects; returns how many. Nothing is dropped. git's `repack -l` and `prune-packed`
 * skip objects that the lender has too, but the lender's gc may remove those.
 */
export async function packLoose(git: Git, gitDir: string): Promise<number> {
  const loose = await listLoose(gitDir);
  if (loose.length === 0) return 0;
  const folder = join(gitDir, "objects", "pack");
  const args = ["pack-objects", "-q", "--delta-base-offset", join(folder, "pack")];
  const printed = requireOk(
    await git.sealed({ gitDir, args, stdin: `${loose.join("\n")}\n` }),
    "packing loose objects",
  );
  // Several where the configuration limits the size of a pack.
  const packs = printed.toString("latin1").trim().split("\n");
  const packed = new Set<string>();
  for (const name of packs)
    for (const object of await readPacked(git, gitDir, join(folder, `pack-${name}.idx`))) packed.add(object);
  // git syncs only the pack, and the other copy is about to go.
  await syncFolder(folder);
  const both = loose.filter((name) => packed.has(name));
  for (const name of both) await unlink(join(gitDir, "objects", name.slice(0, 2), name.slice(2)));
  return both.length;
}

/** Names of the repository's own loose objects. */
export async function listLoose(gitDir: string): Promise<readonly string[]> {
  const objects = join(gitDir, "objects");
  const folders = (await readdir(objects)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(join(objects, folder))).map((rest) => folder + rest)),
  );
  return names.flat().filter((name) => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(name));
}

async function readPacked(git: Git, gitDir: string, index: string): Promise<readonly string[]> {
  const sha256 = requireOk(
    await git.sealed({ gitDir, args: ["rev-parse", "--show-object-format"] }),
    "asking for the object format",
  ).includes("sha256");
  const args = ["show-index", `--object-format=${sha256 ? "sha256" : "sha1"}`];
  const listed = requireOk(await git.sealed({ gitDir, args, stdin: await readFile(index) }), "reading a pack's index");
  return linesIn(listed).flatMap((line) => line.split(" ")[1] ?? []);
}

/** How many packs a repository has of its own. */
export async function countPacks(gitDir: string): Promise<number> {
  return (await readdir(join(gitDir, "objects", "pack"))).filter((name) => name.endsWith(".pack")).length;
}

/**
 * Joins all packs into one by their lists of objects, so nothing is dropped, reachable or not; git allows it despite
 * `preciousObjects`.
 */
export async function joinPacks(git: Git, gitDir: string): Promise<void> {
  const step = async (...args: readonly string[]): Promise<void> => {
    requireOk(await git.sealed({ gitDir, args: ["multi-pack-index", ...args] }), "joining packs");
  };
  await step("write", "--no-progress");
  await step("repack", "--no-progress", "--batch-size=0");
  await syncFolder(join(gitDir, "objects", "pack"));
  await step("expire", "--no-progress");
}

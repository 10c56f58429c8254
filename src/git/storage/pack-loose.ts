import { readFile, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../base/files/sync-folder.ts";
import { type Git, requireOk } from "../git.ts";

/** How many objects lie as single files in a repository's own folder; borrowed ones don't count. */
export async function countLoose(gitDir: string): Promise<number> {
  return (await listLoose(gitDir)).length;
}

/**
 * Puts a repository's own loose objects into one pack of its own and returns how many. Nothing is dropped, reachable or
 * not. git's own `repack -l` and `prune-packed` would not do: for them an object that the lender has too needs no copy
 * here, but the lender's gc may take its copy away.
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
  // One name, or several where the configuration limits the size of a pack.
  const packs = printed.toString("latin1").trim().split("\n");
  const packed = new Set<string>();
  for (const name of packs)
    for (const object of await readPacked(git, gitDir, join(folder, `pack-${name}.idx`))) packed.add(object);
  // git itself syncs the pack alone, and the only other copy is about to go.
  await syncFolder(folder);
  const both = loose.filter((name) => packed.has(name));
  for (const name of both) await unlink(join(gitDir, "objects", name.slice(0, 2), name.slice(2)));
  return both.length;
}

async function listLoose(gitDir: string): Promise<readonly string[]> {
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
  return listed
    .toString("latin1")
    .split("\n")
    .flatMap((line) => line.split(" ")[1] ?? []);
}

/** How many packs a repository has of its own. */
export async function countPacks(gitDir: string): Promise<number> {
  return (await readdir(join(gitDir, "objects", "pack"))).filter((name) => name.endsWith(".pack")).length;
}

/**
 * Makes one pack of all of a repository's own. It goes by the list of what is in them, not by what is reachable or what
 * a lender has too, so nothing is dropped; git does this also where `preciousObjects` forbids it to repack.
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

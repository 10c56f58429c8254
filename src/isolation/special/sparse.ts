import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import type { Git } from "../../git/git.ts";
import { type Mark, type PrivateIndex, listMarks, setMarks } from "../../git/index.ts";
import { readEntries } from "../../git/storage/stored.ts";
import { pathBytes } from "../raw-path.ts";

/**
 * Tells a private index over a folder of the user's which files their sparse checkout leaves out: else they would look
 * deleted. The index has to say the commit that is checked out. A checkout that is not sparse pays for one look at the
 * disk.
 */
export async function keepSparse(git: Git, place: PrivateIndex, checkout: { readonly gitDir: string }): Promise<void> {
  if (!(await exists(join(checkout.gitDir, "info", "sparse-checkout")))) return;
  const theirs = { gitDir: checkout.gitDir, workTree: place.workTree, index: join(checkout.gitDir, "index") };
  const absent = new Map<string, Mark>();
  for (const [path, mark] of await listMarks(git, theirs)) {
    // One that is there all the same is looked at like any other.
    if (mark === "skip-worktree" && (await isAbsent(pathBytes(place.workTree, path)))) absent.set(path, mark);
  }
  const known = await listMarkable(git, place, absent);
  await setMarks(git, place, known);
}

/** git refuses to mark a path that the index does not have: the user may have added it without committing. */
async function listMarkable(
  git: Git,
  place: PrivateIndex,
  marks: ReadonlyMap<string, Mark>,
): Promise<ReadonlyMap<string, Mark>> {
  const entries = await readEntries(git, place, [...marks.keys()]);
  const known = new Set(entries.map((entry) => entry.path));
  return new Map([...marks].filter(([path]) => known.has(path)));
}

async function isAbsent(path: Buffer): Promise<boolean> {
  return lstat(path).then(
    () => false,
    () => true,
  );
}

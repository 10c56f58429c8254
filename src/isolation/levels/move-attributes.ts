import { lstat, readFile, readlink, rm } from "node:fs/promises";
import { TuttiError } from "../../base/error.ts";
import { readChanges } from "../../git/changes.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, setEntries, storeBytes, writeFiles } from "../../git/index.ts";
import { writeTree } from "../../git/trees.ts";
import { isAttributesFile } from "../capture/take-result.ts";
import { pathBytes, shownPath } from "../raw-path.ts";

/**
 * Moves the files that say how others are converted before all others: git reads them from the folder, and by a task's own
 * rules it would take every file of the user's for changed. Returns the tree that the folder is then, which the index says.
 */
export async function moveAttributes(git: Git, place: PrivateIndex, way: { readonly from: string; readonly to: string }): Promise<string> {
  const changes = (await readChanges(git, place.gitDir, way)).filter(({ path }) => isAttributesFile(path));
  if (changes.length === 0) return way.from;
  for (const { path, oldBlob, status } of changes) {
    if (status !== "A" && (await blobAt(git, place, path)) !== oldBlob)
      throw new TuttiError("git.failed", `${shownPath(path)} was changed meanwhile`, { audience: "user", hint: "Put it back by hand." });
  }
  await setEntries(
    git,
    place,
    changes.map(({ path, status, mode, blob }) => ({ path, mode: status === "D" ? "0" : mode, blob })),
  );
  for (const { path, status } of changes) if (status === "D") await rm(pathBytes(place.workTree, path), { force: true });
  await writeFiles(
    git,
    place,
    changes.filter(({ status }) => status !== "D").map(({ path }) => path),
  );
  return writeTree(git, place.gitDir, place.index);
}

/** A snapshot has such a file byte for byte; `undefined` where there is none. */
async function blobAt(git: Git, place: PrivateIndex, path: string): Promise<string | undefined> {
  const file = pathBytes(place.workTree, path);
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined) return undefined;
  return storeBytes(git, place.gitDir, stats.isSymbolicLink() ? await readlink(file, "buffer") : await readFile(file));
}

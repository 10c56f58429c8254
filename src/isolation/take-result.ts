import { copyFile, lstat, mkdir, mkdtemp, readFile, readlink, rm, symlink } from "node:fs/promises";
import { constants } from "node:fs";
import { dirname, join } from "node:path";
import type { Git } from "../git/git.ts";
import { type PrivateIndex, checkoutPaths, listWithAttribute, setEntries, storeBytes, takePaths } from "../git/index.ts";
import { pathBytes } from "./raw-path.ts";
import type { Survey } from "./survey.ts";

/**
 * Records the changed paths in the private index. Built-in text and eol conversion applies as the base's attributes say,
 * both ways, so a file that was checked out and put back is the same blob. External filters are not known to the store,
 * so they can't run; the paths that name one are returned.
 */
export async function takeResult(
  git: Git,
  place: PrivateIndex,
  what: Pick<Survey, "changed" | "attributeFiles"> & { scratch: string },
): Promise<readonly string[]> {
  const rewritten = what.changed.filter(isAttributesFile);
  const files = what.changed.filter((path) => !isAttributesFile(path));
  const unfiltered = what.attributeFiles.length === 0 ? [] : await listWithAttribute(git, place, { attribute: "filter", paths: files });
  if (rewritten.length === 0) await takePaths(git, place, files);
  else await takeByBaseAttributes(git, place, { files, rewritten, known: what.attributeFiles, scratch: what.scratch });
  return unfiltered;
}

function isAttributesFile(path: string): boolean {
  return path === ".gitattributes" || path.endsWith("/.gitattributes");
}

/**
 * git reads attributes from the work tree first. When a task changed them, the changed files are copied beside the base's
 * attribute files and converted there; the attribute files themselves are stored byte for byte.
 */
async function takeByBaseAttributes(
  git: Git,
  place: PrivateIndex,
  what: { files: readonly string[]; rewritten: readonly string[]; known: readonly string[]; scratch: string },
): Promise<void> {
  const shadow = await mkdtemp(join(what.scratch, "attributes-"));
  try {
    const there: PrivateIndex = { ...place, workTree: shadow };
    await checkoutPaths(git, there, what.known);
    for (const path of what.files) await copyInto(shadow, place.workTree, path);
    await takePaths(git, there, what.files);
    await setEntries(git, place, await Promise.all(what.rewritten.map((path) => rawEntry(git, place, path))));
  } finally {
    await rm(shadow, { recursive: true, force: true });
  }
}

async function copyInto(shadow: string, root: string, path: string): Promise<void> {
  const source = pathBytes(root, path);
  const target = pathBytes(shadow, path);
  const stats = await lstat(source).catch(() => undefined);
  if (stats === undefined) return;
  await mkdir(Buffer.from(dirname(target.toString("latin1")), "latin1"), { recursive: true });
  if (stats.isSymbolicLink()) await symlink(await readlink(source, "buffer"), target);
  else await copyFile(source, target, constants.COPYFILE_FICLONE);
}

async function rawEntry(git: Git, place: PrivateIndex, path: string): Promise<{ mode: string; blob: string; path: string }> {
  const source = pathBytes(place.workTree, path);
  const stats = await lstat(source).catch(() => undefined);
  if (stats === undefined) return { mode: "0", blob: "0".repeat(40), path };
  if (stats.isSymbolicLink()) return { mode: "120000", blob: await storeBytes(git, place.gitDir, await readlink(source, "buffer")), path };
  return { mode: (stats.mode & 0o100) === 0 ? "100644" : "100755", blob: await storeBytes(git, place.gitDir, await readFile(source)), path };
}

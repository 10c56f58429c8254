import type { Entry } from "../../git/storage/index-file.ts";
import { constants } from "node:fs";
import { copyFile, lstat, mkdir, mkdtemp, readlink, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlain } from "../../base/files/read-plain.ts";
import type { Git } from "../../git/git.ts";
import { takePlain } from "../../git/plain/take-files.ts";
import { type PrivateIndex, dropPaths, setEntries, storeBytes, takePaths } from "../../git/index.ts";
import { pathBytes } from "../raw-path.ts";
import type { Survey } from "./survey/survey.ts";

/**
 * Records a survey in the private index. Built-in text conversion follows the base's attributes both ways, so a file
 * that was put back is the same blob. External filters can't run; returns the paths that name one.
 */
export async function takeResult(
  git: Git,
  place: PrivateIndex,
  what: { survey: Survey; scratch: string },
): Promise<readonly string[]> {
  const { changed, gone, leftOut } = what.survey;
  const rewritten = changed.filter(isAttributesFile);
  const files = changed.filter((path) => !isAttributesFile(path));
  const isPlain = rewritten.length === 0 && what.survey.entries.length === 0 && what.survey.filtered.length === 0;
  if (isPlain && (await takePlain(place, { changed, gone }))) return [];
  // An ignored or unreadable one still hides the base's.
  if ([...changed, ...gone, ...leftOut.map((item) => item.path)].some(isAttributesFile))
    await takeByBaseAttributes(git, place, { files, scratch: what.scratch });
  else await takePaths(git, place, files);
  await dropPaths(git, place, gone);
  await setEntries(git, place, [
    ...what.survey.entries,
    ...(await Promise.all(rewritten.map((path) => rawEntry(git, place, path)))),
  ]);
  return what.survey.filtered.filter((path) => !isAttributesFile(path));
}

function isAttributesFile(path: string): boolean {
  return path === ".gitattributes" || path.endsWith("/.gitattributes");
}

/**
 * git reads attributes from the work tree first. When a task changed them, the files are copied to a folder without
 * any: then the index, still at the base, decides.
 */
async function takeByBaseAttributes(
  git: Git,
  place: PrivateIndex,
  what: { files: readonly string[]; scratch: string },
): Promise<void> {
  const shadow = await mkdtemp(join(what.scratch, "attributes-"));
  try {
    for (const path of what.files) await copyInto(shadow, place.workTree, path);
    await takePaths(git, { ...place, workTree: shadow }, what.files);
  } finally {
    await rm(shadow, { recursive: true, force: true });
  }
}

async function copyInto(shadow: string, root: string, path: string): Promise<void> {
  const source = pathBytes(root, path);
  const target = pathBytes(shadow, path);
  await mkdir(Buffer.from(dirname(target.toString("latin1")), "latin1"), { recursive: true });
  if ((await lstat(source)).isSymbolicLink()) await symlink(await readlink(source, "buffer"), target);
  else await copyFile(source, target, constants.COPYFILE_FICLONE);
}

/** Stored byte for byte: an attributes file must not convert itself. */
async function rawEntry(git: Git, place: PrivateIndex, path: string): Promise<Entry> {
  const source = pathBytes(place.workTree, path);
  const stats = await lstat(source);
  if (stats.isSymbolicLink())
    return { mode: "120000", blob: await storeBytes(git, place.gitDir, await readlink(source, "buffer")), path };
  return {
    mode: (stats.mode & 0o100) === 0 ? "100644" : "100755",
    blob: await storeBytes(git, place.gitDir, await readPlain(source)),
    path,
  };
}

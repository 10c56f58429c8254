import { constants } from "node:fs";
import { chmod, copyFile, lstat, readFile, rename, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";
import { firstFew, plural, sizeText } from "../../base/text.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, listEntries, listWithAttribute } from "../../git/index.ts";
import { type Pointer, longestPointer, readPointer } from "../capture/nested/lfs.ts";
import { pathBytes, shownPath } from "../raw-path.ts";

export interface Fetched {
  readonly files: readonly string[];
  readonly problems: readonly string[];
}

/** More than this share of the free room is not copied for each context. */
const shareOfRoom = 10;

/**
 * Gives a context the content of LFS files that the user's repository has, as copies: no filter runs. Captures take a
 * file with the content of its pointer for unchanged. Those that were never fetched stay pointers.
 */
export async function giveLfs(git: Git, place: PrivateIndex, commonDir: string): Promise<Fetched> {
  const attributes = await readPlainText(join(place.workTree, ".gitattributes")).catch(() => "");
  if (!attributes.includes("filter=lfs")) return { files: [], problems: [] };
  const all = (await listEntries(git, place)).map(({ path }) => path);
  const filtered = await listWithAttribute(git, place, { attribute: "filter", paths: all });
  const files: string[] = [];
  const missing: string[] = [];
  const { bavail, bsize } = await statfs(place.workTree);
  let room = (bavail * bsize) / shareOfRoom;
  for (const path of filtered) {
    const pointer = await pointerAt(place.workTree, path);
    if (pointer === undefined) continue;
    room -= pointer.size;
    const isGiven =
      room >= 0 && (await fetchFrom(join(commonDir, "lfs", "objects"), pointer, pathBytes(place.workTree, path)));
    (isGiven ? files : missing).push(shownPath(path));
  }
  const why =
    room < 0
      ? `the disk has no room for a copy in each context (a tenth of it, ${sizeText(-room)} too much)`
      : "they are not fetched in your repository: git lfs pull";
  return {
    files,
    problems:
      missing.length === 0
        ? []
        : [
            `${plural(missing.length, "LFS file")} ${missing.length === 1 ? "is a pointer" : "are pointers"} in contexts: ${firstFew(missing)} (${why})`,
          ],
  };
}

async function pointerAt(workTree: string, path: string): Promise<Pointer | undefined> {
  const file = pathBytes(workTree, path);
  const found = await lstat(file).catch(() => undefined);
  if (found?.isFile() !== true || found.size > longestPointer) return undefined;
  return readPointer(await readFile(file, "utf8"));
}

async function fetchFrom(objects: string, { sha256, size }: Pointer, to: Buffer): Promise<boolean> {
  const from = join(objects, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  if ((await stat(from).catch(() => undefined))?.size !== size) return false;
  const { mode } = await lstat(to);
  const fresh = Buffer.concat([to, Buffer.from(".tutti-lfs")]);
  await copyFile(from, fresh, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(fresh, mode);
  await rename(fresh, to);
  return true;
}

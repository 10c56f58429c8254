import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Git } from "../../../git/git.ts";
import type { PrivateIndex } from "../../../git/index.ts";
import type { Entry } from "../../../git/storage/index-file.ts";
import { readEntries, readSmallBlobs } from "../../../git/storage/stored.ts";
import { pathBytes } from "../../raw-path.ts";

export const longestPointer = 1024;

/**
 * Files that hold exactly the content of the base's LFS pointer: fetched, not changed. They stay pointers; `entries`
 * has those whose mode changed.
 */
export async function findFetched(
  git: Git,
  place: PrivateIndex,
  paths: readonly string[],
): Promise<{ readonly fetched: ReadonlySet<string>; readonly entries: readonly Entry[] }> {
  if (paths.length === 0) return { fetched: new Set(), entries: [] };
  const entries = await readEntries(git, place, paths);
  const blobs = await readSmallBlobs(git, place.gitDir, {
    names: entries.map((entry) => entry.blob),
    most: longestPointer,
  });
  const fetched = new Set<string>();
  const changed: Entry[] = [];
  for (const entry of entries) {
    const pointer = readPointer(blobs.get(entry.blob)?.toString("utf8") ?? "");
    const stats =
      pointer === undefined ? undefined : await statsIfHolds(pathBytes(place.workTree, entry.path), pointer);
    if (stats === undefined) continue;
    fetched.add(entry.path);
    const mode = (stats.mode & 0o100) === 0 ? "100644" : "100755";
    if (mode !== entry.mode) changed.push({ ...entry, mode });
  }
  return { fetched, entries: changed };
}

export interface Pointer {
  readonly sha256: string;
  readonly size: number;
}

export function readPointer(text: string): Pointer | undefined {
  const match =
    /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[^\n]+\n)*?oid sha256:([0-9a-f]{64})\nsize (\d+)\n$/.exec(
      text,
    );
  return match === null ? undefined : { sha256: match[1] ?? "", size: Number(match[2]) };
}

async function statsIfHolds(path: Buffer, pointer: Pointer): Promise<Stats | undefined> {
  // Neither wait for a pipe nor follow a link.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size !== pointer.size) return undefined;
    return (await sha256Of(file)) === pointer.sha256 ? stats : undefined;
  } finally {
    await file.close();
  }
}

async function sha256Of(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

import { chmod, lstat, mkdir, open, readFile, writeFile } from "node:fs/promises";
import type { CommitSha } from "../../base/ids.ts";
import { formatOf, nameBytes } from "../../git/objects/bytes/object-name.ts";
import { readIndexStats, withChangeTimes } from "../../git/storage/index-stats.ts";
import { workersIn } from "../../process/tree/working-folders.ts";
import { inThread } from "../thread/current.ts";
import { type Shelf, admit, discard, indexOf, newFolder, tidy, treeOf } from "./shelf.ts";
import type { TreeUser } from "./warm.ts";

/** Records the state of a context, so that later changes to it can be detected. */
export async function handOut(shelf: Shelf, { id, index }: TreeUser, commit: CommitSha): Promise<void> {
  if (shelf.parts.limits().trees === 0 || !shelf.parts.isContained) return;
  // Files that were written in the same tick of the clock can't be told from changed ones: the later, the fewer.
  await chmod(index, 0o600);
  const { ctimeMs, size } = await lstat(index);
  const digest = await readTail(index, { size, bytes: nameBytes[formatOf(commit)] });
  shelf.handedOut.set(id, { commit, atMs: ctimeMs, digest });
}

async function readTail(path: string, { size, bytes }: { size: number; bytes: number }): Promise<Buffer> {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(bytes), 0, bytes, size - bytes)).buffer;
  } finally {
    await file.close();
  }
}

export async function keep(
  shelf: Shelf,
  store: string,
  context: TreeUser,
): Promise<((folder: string) => Promise<void>) | undefined> {
  const handed = shelf.handedOut.get(context.id);
  shelf.handedOut.delete(context.id);
  if (handed === undefined || shelf.end.signal.aborted || shelf.waiting.size >= shelf.parts.limits().trees)
    return undefined;
  const bytes = await readFile(context.index).catch(() => Buffer.alloc(0));
  const format = formatOf(handed.commit);
  if (!bytes.subarray(-nameBytes[format]).equals(handed.digest)) return undefined;
  const stats = readIndexStats(bytes, format);
  if (stats === undefined || stats.hasSubmodules) return undefined;
  return async (folder) => {
    const workers = await inThread("workers", undefined);
    if (workers === null || workersIn(workers, folder).length > 0) return;
    const made = newFolder(shelf);
    let isAdmitted = false;
    try {
      await mkdir(treeOf(made), { recursive: true, mode: 0o700 });
      const found = await inThread("salvage", {
        used: { folder, stats, handedOutMs: handed.atMs },
        into: treeOf(made),
      });
      if (found === undefined) return;
      await writeFile(indexOf(made), withChangeTimes(bytes, format, found.moved));
      const isWhole = found.files === stats.files.size;
      isAdmitted = admit(shelf, { ...made, store, commit: handed.commit, isWhole }, stats);
      if (isAdmitted) shelf.count.salvaged += 1;
    } catch {
      // The context is captured and gone: without it, the next one is only slower.
    } finally {
      if (!isAdmitted) discard(shelf, made);
      tidy(shelf);
    }
  };
}

import { realpathSync, type Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import type { EpochMs } from "../../base/ids.ts";
import { readWorkers, workersIn } from "../../process/tree/working-folders.ts";

export interface FolderUse {
  /** The folder itself included. */
  readonly bytes: number;
  /** When its newest file was written; `null`: empty. */
  readonly usedAt: EpochMs | null;
}

/** Keeps a disk busy, leaves threads for others. */
const atOnce = 16;

/**
 * Size and last write of a folder or file, in one walk. Links are not followed, unreadable entries count nothing, hard
 * links count once.
 */
export async function measureUse(path: string): Promise<FolderUse> {
  let bytes = 0;
  let newest = 0;
  const counted = new Set<string>();
  const note = (stats: Stats): void => {
    const name = `${String(stats.dev)}:${String(stats.ino)}`;
    if (!counted.has(name)) bytes += stats.blocks * 512;
    if (stats.nlink > 1 && !stats.isDirectory()) counted.add(name);
    if (!stats.isDirectory()) newest = Math.max(newest, stats.mtimeMs);
  };
  const pending: Buffer[] = [Buffer.from(path)];
  while (pending.length > 0) {
    const some = pending.splice(-atOnce);
    const inside = await Promise.all(some.map((entry) => look(entry, note)));
    pending.push(...inside.flat());
  }
  return { bytes, usedAt: newest === 0 ? null : (Math.floor(newest) as EpochMs) };
}

/** Names are bytes: as text, one that is not UTF-8 would be another name. */
async function look(entry: Buffer, note: (stats: Stats) => void): Promise<readonly Buffer[]> {
  const stats = await lstat(entry).catch(() => undefined);
  if (stats === undefined) return [];
  note(stats);
  if (!stats.isDirectory()) return [];
  const names = await readdir(entry, { encoding: "buffer" }).catch(() => []);
  return names.map((name) => Buffer.concat([entry, Buffer.from("/"), name]));
}

/** Processes in a folder or below it; `null`: the system does not tell. */
export function readFolderUsers(path: string): readonly number[] | null {
  const workers = readWorkers();
  return workers === null ? null : workersIn(workers, realOf(path)).map((worker) => worker.pid);
}

/** The system names the real folder. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

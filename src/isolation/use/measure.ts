import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import type { EpochMs } from "../../base/ids.ts";

export interface FolderUse {
  /** Room on the disk, the folder itself included. */
  readonly bytes: number;
  /** When the newest of its files was written; `null` in an empty folder. */
  readonly usedAt: EpochMs | null;
}

/** Enough to keep a disk busy, few enough to leave threads for others. */
const atOnce = 16;

/**
 * Measures a folder or a file, and finds when anything in it was last written, in one walk. Links are not followed,
 * unreadable entries count nothing, and a file with several names in it counts once.
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

/** Notes one entry and gives what is in it. Names are bytes: as text, one that is not UTF-8 would be another name. */
async function look(entry: Buffer, note: (stats: Stats) => void): Promise<readonly Buffer[]> {
  const stats = await lstat(entry).catch(() => undefined);
  if (stats === undefined) return [];
  note(stats);
  if (!stats.isDirectory()) return [];
  const names = await readdir(entry, { encoding: "buffer" }).catch(() => []);
  return names.map((name) => Buffer.concat([entry, Buffer.from("/"), name]));
}

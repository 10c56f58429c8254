import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import type { EpochMs } from "../../base/ids.ts";

export interface FolderUse {
  /** What it takes on the disk. */
  readonly bytes: number;
  /** When the youngest of its files was written; `null` in an empty folder. */
  readonly usedAt: EpochMs | null;
}

const atOnce = 16;

/**
 * How large a folder (or a file) is and when anything in it was last written, in one walk. Links are not followed; what
 * can't be read counts nothing.
 */
export async function measureUse(path: string): Promise<FolderUse> {
  let bytes = 0;
  let newest = 0;
  const note = (stats: Stats): void => {
    bytes += stats.blocks * 512;
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

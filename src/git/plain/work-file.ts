import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
} from "node:fs";

/** A file or a link of a work tree, as git would store it. */
export interface WorkFile {
  readonly mode: string;
  readonly bytes: Buffer;
  readonly stats: BigIntStats;
}

const plainly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** `undefined`: it is gone, unreadable, too large or something else. Never waits for a pipe. */
export function readWorkFile(path: string, capBytes: number): WorkFile | undefined {
  try {
    const stats = lstatSync(path, { bigint: true });
    if (stats.isSymbolicLink()) return { mode: "120000", bytes: readlinkSync(path, "buffer"), stats };
    if (!stats.isFile() || stats.size > capBytes) return undefined;
    return readOpened(openSync(path, plainly), capBytes);
  } catch {
    return undefined;
  }
}

function readOpened(file: number, capBytes: number): WorkFile | undefined {
  try {
    const stats = fstatSync(file, { bigint: true });
    if (!stats.isFile() || stats.size > capBytes) return undefined;
    return { mode: (stats.mode & 0o100n) === 0n ? "100644" : "100755", bytes: readFileSync(file), stats };
  } finally {
    closeSync(file);
  }
}

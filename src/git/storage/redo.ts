import {
  closeSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { TuttiError } from "../../base/error.ts";
import { readBootId } from "../../process/tree/owner.ts";

/**
 * New objects and snapshot refs of Tutti's own repository, one after the other in one file. Waiting for this file is
 * waiting for all of them: their own files need no wait each. After a power cut they are made again from here
 * (`recoverFiles`).
 */
export function redoPath(gitDir: string): string {
  return join(gitDir, "tutti-redo");
}

/** Which start of the machine wrote it: files of this start are whole. */
export function redoHeader(): string {
  return `redo ${readBootId()}\n`;
}

/** Each record begins with this. */
export const recordMark = "\n#";

/** Then files are waited for one by one, until the next upkeep removes the log. */
const mostBytes = 64 * 1024 * 1024;
/** A larger file is waited for by itself. */
const largestRecord = 256 * 1024;

interface Log {
  readonly file: number;
  readonly inode: bigint;
  /** Records that no wait has begun for. */
  noted: Buffer[];
  isOver: boolean;
  running: Promise<void>;
  next: Promise<void> | null;
}

const logs = new Map<string, Log>();
/** Records of a log that is gone, for the next one. */
const carried = new Map<string, readonly Buffer[]>();
const untilOnDisk = promisify(fdatasync);

/** False: files have to be waited for one by one. */
export function hasRedo(gitDir: string, bytes: number): boolean {
  if (readBootId() === "" || bytes > largestRecord) return false;
  const log = openLog(gitDir);
  return log !== undefined && fstatSync(log.file).size <= mostBytes;
}

/** Notes a file of which `hasRedo` is true, before it gets its name. */
export function noteFile(gitDir: string, head: string, bytes: Buffer): void {
  const record = Buffer.concat([Buffer.from(`${recordMark}${head} ${String(bytes.length)}\n`, "latin1"), bytes]);
  const log = openLog(gitDir);
  if (log === undefined)
    throw new TuttiError("git.failed", `${redoPath(gitDir)} can't be written`, { audience: "environment" });
  writeWhole(log.file, record);
  log.noted.push(record);
}

/** All that was noted so far is on the disk when this resolves. Those who ask meanwhile share the next wait. */
export async function notedOnDisk(gitDir: string): Promise<void> {
  const log = logs.get(gitDir);
  if (log === undefined) return;
  if (log.noted.length === 0 && log.next === null) return log.running;
  log.next ??= log.running.catch(() => undefined).then(() => sync(gitDir, log));
  return log.next;
}

async function sync(gitDir: string, log: Log): Promise<void> {
  const records = log.noted;
  log.noted = [];
  log.running = log.next ?? log.running;
  log.next = null;
  try {
    if (!log.isOver) await untilOnDisk(log.file);
    if (openLog(gitDir) === log) return;
  } catch (error) {
    // The content on the disk is unknown.
    if (logs.get(gitDir) === log) rmSync(redoPath(gitDir), { force: true });
    carry(gitDir, records);
    throw error;
  }
  // Another log was begun meanwhile.
  carry(gitDir, records);
  openLog(gitDir);
  await notedOnDisk(gitDir);
}

function carry(gitDir: string, records: readonly Buffer[]): void {
  carried.set(gitDir, [...(carried.get(gitDir) ?? []), ...records]);
  const log = logs.get(gitDir);
  if (log !== undefined) takeCarried(gitDir, log);
}

function takeCarried(gitDir: string, log: Log): void {
  const records = carried.get(gitDir) ?? [];
  carried.delete(gitDir);
  for (const record of records) writeWhole(log.file, record);
  log.noted.push(...records);
}

/** `undefined`: it is of another start of the machine, and has to be read first. */
function openLog(gitDir: string): Log | undefined {
  const path = redoPath(gitDir);
  const known = logs.get(gitDir);
  const inode = statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  if (known !== undefined && known.inode === inode) return known;
  if (known !== undefined) giveUp(gitDir, known);
  if (inode === undefined) begin(path);
  const file = openSync(path, "a+", 0o600);
  const header = Buffer.alloc(redoHeader().length);
  readSync(file, header, 0, header.length, 0);
  if (header.toString("latin1") !== redoHeader()) {
    closeSync(file);
    return undefined;
  }
  const { ino } = fstatSync(file, { bigint: true });
  const log: Log = { file, inode: ino, noted: [], isOver: false, running: Promise.resolve(), next: null };
  logs.set(gitDir, log);
  takeCarried(gitDir, log);
  return log;
}

function giveUp(gitDir: string, log: Log): void {
  logs.delete(gitDir);
  log.isOver = true;
  if (log.noted.length > 0) carried.set(gitDir, [...(carried.get(gitDir) ?? []), ...log.noted.splice(0)]);
  const close = (): void => closeSync(log.file);
  log.running.then(close, close);
}

/** Its name is on the disk before any file relies on it. */
function begin(path: string): void {
  const draft = `${path}.new-${String(process.pid)}`;
  const file = openSync(draft, "w", 0o600);
  try {
    writeWhole(file, Buffer.from(redoHeader(), "latin1"));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

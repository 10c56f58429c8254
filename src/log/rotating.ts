import { closeSync, fchmodSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from "node:fs";

export type Level = "info" | "warn" | "error";

export interface Log {
  /** Never throws: a log that can't be written must not end what it tells of. */
  write(level: Level, what: string, more?: Readonly<Record<string, unknown>>): void;
  close(): void;
}

export interface LogHow {
  readonly path: string;
  readonly now: () => number;
  /** Of one file. */
  readonly capBytes?: number;
  /** With the one being written; the oldest goes. */
  readonly files?: number;
}

/** JSON lines, written at once and one by one: what was said before a crash is there after it. */
export function makeLog({ path, now, capBytes = 10_000_000, files = 5 }: LogHow): Log {
  let file: OpenFile | undefined;
  let lost = 0;

  const put = (line: string): void => {
    const bytes = Buffer.from(line);
    file ??= openFile(path);
    if (file.size > 0 && file.size + bytes.length > capBytes) {
      closeSync(file.descriptor);
      file = undefined;
      rotate(path, files);
      file = openFile(path);
    }
    append(file, bytes);
  };
  const close = (): void => {
    if (file !== undefined) closeQuietly(file.descriptor);
    file = undefined;
  };

  return {
    write: (level, what, more = {}) => {
      try {
        if (lost > 0) put(lineOf(now(), { level: "warn", what: "lines of this log could not be written", lost }));
        lost = 0;
        put(lineOf(now(), { level, what, ...more }));
      } catch {
        lost += 1;
        // Opened again at the next line: the fault may be gone by then.
        close();
      }
    },
    close,
  };
}

interface OpenFile {
  readonly descriptor: number;
  size: number;
}

function openFile(path: string): OpenFile {
  const descriptor = openSync(path, "a", 0o600);
  try {
    fchmodSync(descriptor, 0o600);
    return { descriptor, size: fstatSync(descriptor).size };
  } catch (error) {
    closeQuietly(descriptor);
    throw error;
  }
}

/** A full disk may take half a line, which would spoil the next one too. */
function append(file: OpenFile, bytes: Buffer): void {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(file.descriptor, bytes, written);
  } catch (error) {
    if (written > 0) ftruncateSync(file.descriptor, file.size);
    throw error;
  }
  file.size += bytes.length;
}

/** From the oldest on, so that a crash in between only leaves a number out. */
function rotate(path: string, files: number): void {
  for (let number = files - 1; number >= 1; number -= 1) {
    const from = number === 1 ? path : `${path}.${number - 1}`;
    try {
      renameSync(from, `${path}.${number}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

function lineOf(at: number, fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ at: new Date(at).toISOString(), ...fields })}\n`;
}

function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // It is closed all the same.
  }
}

import { mkdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isAttemptFile } from "../claims/messages.ts";

/** Writes the files of an attempt as they come from its worker. */
export interface AttemptFiles {
  put(file: string, at: number, bytes: Buffer): void;
  /** Resolves when all of it is written. */
  settled(): Promise<void>;
}

/** In order; a piece that comes twice is written twice at its place. */
export function attemptFiles(folder: string, failed: (error: unknown) => void): AttemptFiles {
  let last = Promise.resolve();
  return {
    put: (file, at, bytes) => {
      if (!isAttemptFile(file)) return;
      last = last.then(() => write(join(folder, file), at, bytes)).catch(failed);
    },
    settled: () => last,
  };
}

async function write(path: string, at: number, bytes: Buffer): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // An attempt that was begun again elsewhere begins its files again.
  const file: FileHandle = await open(path, at === 0 ? "w" : "r+", 0o600);
  try {
    await file.write(bytes, 0, bytes.length, at);
  } finally {
    await file.close();
  }
}

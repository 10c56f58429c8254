import { closeSync, constants, fstatSync, openSync, readFile, readFileSync } from "node:fs";
import { copyFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { TuttiError } from "../error.ts";

/** More than any file that is read as a whole has. */
const mostBytes = 512 * 1024 * 1024;
/** Up to here reading takes less than asking another thread for it. */
const smallBytes = 64 * 1024;
const readAside = promisify<number, Buffer>(readFile);

/**
 * The bytes of an ordinary file. Anything else in its place is an error: a pipe would be waited for without end, and
 * with it a part of what Node reads files with.
 */
export async function readPlain(path: string | Buffer): Promise<Buffer> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw odd(path, "it is not a file");
    if (stats.size > mostBytes) throw odd(path, "it is too large");
    return stats.size <= smallBytes ? readFileSync(file) : await readAside(file);
  } finally {
    closeSync(file);
  }
}

export async function readPlainText(path: string): Promise<string> {
  return (await readPlain(path)).toString("utf8");
}

/** Copies an ordinary file, and nothing else. */
export async function copyPlain(from: string, to: string): Promise<void> {
  if (!(await stat(from)).isFile()) throw odd(from, "it is not a file");
  await copyFile(from, to);
}

function odd(path: string | Buffer, why: string): TuttiError {
  return new TuttiError("file.unreadable", `${path.toString()} can't be read: ${why}`, { audience: "environment" });
}

import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { fresh } from "../../../sheet/state.ts";
import type { LogPiece } from "../../results.ts";
import type { Asked } from "../../schema/methods.ts";
import { refused } from "../custody/refusals.ts";
import { requireSheet } from "../jobs/parts.ts";
import { type AnswerParts, type Known, findKnown } from "./parts.ts";

const fileNames = { stdout: "stdout.log", stderr: "stderr.log", prompt: "prompt.md" } as const;

/** A piece of what an attempt printed or was told; `null` where there is no job, or no attempt yet. */
export async function readLog(parts: AnswerParts, asked: Asked<"sheet.logs">): Promise<LogPiece | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const { job, states } = known;
  const sheet = requireSheet(job, asked.sheet);
  const state = states.get(sheet) ?? fresh;
  const attempts = "counts" in state ? state.counts.attempts : 0;
  const attempt = asked.attempt ?? attempts;
  if (attempts === 0) return null;
  if (attempt > attempts) throw refused(`${sheet} has no attempt ${String(attempt)}`, `Its last one is ${String(attempts)}.`);
  // Asked before the file is read: what ends in between is read to its end the next time.
  const isOver = !isRunning(known, { attempt, attempts, state: state.kind });
  const folder = parts.logs(job.id, sheet, attempt);
  const path = join(folder, fileNames[asked.stream]);
  const piece = await readPiece({ folder, path }, { ...asked, isOver });
  return { job: job.id, sheet, attempt, stream: asked.stream, path, ...piece, isOver };
}

function isRunning({ isPlayed }: Known, of: { attempt: number; attempts: number; state: string }): boolean {
  return isPlayed && of.state === "running" && of.attempt === of.attempts;
}

interface Wanted {
  readonly offset: number;
  readonly limit: number;
  readonly isOver: boolean;
}

type Piece = Pick<LogPiece, "offset" | "size" | "text" | "next">;

async function readPiece({ folder, path }: { folder: string; path: string }, wanted: Wanted): Promise<Piece> {
  const file = await openPlain(folder, path);
  if (file === undefined) return { offset: 0, size: 0, text: "", next: 0 };
  try {
    const stats = await file.stat();
    return stats.isFile() ? await readFrom(file, stats.size, wanted) : { offset: 0, size: 0, text: "", next: 0 };
  } finally {
    await file.close();
  }
}

/** An agent can write beside its context: a link in place of a log would have the conductor read what is not the agent's. */
async function openPlain(folder: string, path: string): Promise<FileHandle | undefined> {
  try {
    if (!(await lstat(folder)).isDirectory()) return undefined;
    // Opening a FIFO would wait for a writer for ever.
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

/** The longest a character is in UTF-8. */
const widest = 4;

async function readFrom(file: FileHandle, size: number, { offset, limit, isOver }: Wanted): Promise<Piece> {
  const start = offset < 0 ? Math.max(0, size + offset) : Math.min(offset, size);
  // A limit below one character would never get past it.
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(Math.max(limit, widest), size - start)), 0, null, start);
  const bytes = buffer.subarray(0, bytesRead);
  const skipped = offset < 0 && start > 0 ? continuationsIn(bytes) : 0;
  const isEnd = start + bytesRead >= size && isOver;
  const whole = bytes.subarray(skipped, isEnd ? bytesRead : wholeLength(bytes));
  return { offset: start + skipped, size, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole), next: start + skipped + whole.length };
}

/** How many bytes at the start belong to a character that began before. */
function continuationsIn(bytes: Buffer): number {
  let count = 0;
  while (count < widest - 1 && isContinuation(bytes[count])) count += 1;
  return count;
}

/** Up to the last character that is there as a whole; the rest comes with the next piece. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back < widest && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back];
    if (isContinuation(byte)) continue;
    return widthOf(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function widthOf(byte: number | undefined): number {
  if (byte === undefined || byte < 0xc2 || byte > 0xf4) return 1;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

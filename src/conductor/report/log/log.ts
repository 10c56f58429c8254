import { join } from "node:path";
import { fresh } from "../../../sheet/state.ts";
import type { LogPiece } from "../../../api/contract/sheet.ts";
import { refused } from "../../find/refused.ts";
import type { WhichJob } from "../../find/nearest.ts";
import { requireSheet } from "../../find/require.ts";
import { type Gap, type LogFile, openLog } from "./log-file.ts";
import type { Viewer } from "../../find/viewer.ts";
import { type Known, findKnown } from "../known.ts";
import { readIndex } from "./log-index.ts";
import { findOutput } from "../output.ts";

const fileNames = { stdout: "stdout.log", stderr: "stderr.log", prompt: "prompt.md" } as const;

export interface LogAsked extends WhichJob {
  readonly sheet: string;
  /** By default the last one. */
  readonly attempt?: number | undefined;
  readonly stream: keyof typeof fileNames;
  /** The output of the last run of its validation, by number from 1. */
  readonly validation?: number | undefined;
  /** The output of a gate when it judged the attempt's result, by name. */
  readonly gate?: string | undefined;
  /** The output of the last command that prepared its context. */
  readonly preparation?: true | undefined;
  /** Below 0: from the end. */
  readonly offset: number;
  readonly limit: number;
  /** As Base64 instead of text. */
  readonly bytes?: true | undefined;
}

/** A piece of what an attempt printed or was told; `null` where there is no job, or no attempt yet. */
export async function readLog(parts: Viewer, asked: LogAsked): Promise<LogPiece | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const { job, states } = known;
  const sheet = requireSheet(job, asked.sheet);
  const state = states.get(sheet) ?? fresh;
  const attempts = "counts" in state ? state.counts.attempts : 0;
  const attempt = asked.attempt ?? attempts;
  if (attempts === 0) return null;
  if (attempt > attempts)
    throw refused(`${sheet} has no attempt ${String(attempt)}`, `Its last one is ${String(attempts)}.`);
  // Asked before the file is read: what ends in between is read to its end the next time.
  const isOver = !isRunning(known, { attempt, attempts, state: state.kind });
  const which = { job, sheet, attempt };
  const isOutput = asked.validation !== undefined || asked.gate !== undefined || asked.preparation === true;
  const path = isOutput
    ? await findOutput(parts, which, asked)
    : join(parts.places.attempt(job.id, sheet, attempt), fileNames[asked.stream]);
  const piece = await readPiece(path, { ...asked, isOver });
  const isStream = !isOutput && asked.stream === "stdout";
  const index = isStream ? await readIndex(path, { from: piece.offset, to: piece.next }) : plainIndex;
  return { job: job.id, sheet, attempt, stream: asked.stream, path, ...piece, ...index, isOver };
}

const plainIndex = { form: { format: "text" }, times: [] } as const;

function isRunning({ isPlayed }: Known, of: { attempt: number; attempts: number; state: string }): boolean {
  return isPlayed && of.state === "running" && of.attempt === of.attempts;
}

interface Wanted {
  readonly offset: number;
  readonly limit: number;
  readonly bytes?: true | undefined;
  readonly isOver: boolean;
}

type Piece = Pick<LogPiece, "offset" | "size" | "text" | "next" | "base64">;

async function readPiece(path: string, wanted: Wanted): Promise<Piece> {
  const log = await openLog(path);
  if (log === undefined) return { offset: 0, size: 0, text: "", next: 0 };
  try {
    return await readFrom(log, wanted);
  } finally {
    await log.close();
  }
}

/** The longest a character is in UTF-8. */
const widest = 4;

async function readFrom(log: LogFile, { offset, limit, isOver, bytes: isExact }: Wanted): Promise<Piece> {
  const { size } = log;
  const asked = offset < 0 ? Math.max(0, size + offset) : Math.min(offset, size);
  const gap = log.gapAt(asked);
  const start = gap?.to ?? asked;
  // A limit below one character would never get past it.
  const bytes = await log.read(start, Math.max(limit, widest));
  if (isExact === true)
    return { offset: start, size, text: "", base64: bytes.toString("base64"), next: start + bytes.length };
  const skipped = (offset < 0 && start > 0) || gap !== undefined ? continuationsIn(bytes) : 0;
  const end = start + bytes.length;
  const isCut = log.gapAt(end) !== undefined;
  const whole = bytes.subarray(skipped, end >= size && isOver ? bytes.length : Math.max(skipped, wholeLength(bytes)));
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole);
  return {
    offset: gap === undefined ? start + skipped : asked,
    size,
    text: `${markOf(gap)}${text}`,
    next: isCut ? end : start + skipped + whole.length,
  };
}

function markOf(gap: Gap | undefined): string {
  return gap === undefined ? "" : `\n[tutti: ${String(gap.to - gap.from)} bytes dropped]\n`;
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

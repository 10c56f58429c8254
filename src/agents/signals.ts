import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { EpochMs } from "../base/ids.ts";
import type { AgentSignal } from "./agent.ts";

export interface SignalReport {
  readonly signals: readonly AgentSignal[];
  /** Lines that are no JSON object with a type; an agent may write what it likes. */
  readonly badLines: number;
}

/** The end of the file is read: what was reported last decides. */
const longestRead = 1024 * 1024;

export async function readSignals(path: string): Promise<SignalReport> {
  return parseSignals(await readEnd(path));
}

export function parseSignals(text: string): SignalReport {
  const signals: AgentSignal[] = [];
  let badLines = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const fact = parseFact(line);
    if (fact === null) badLines++;
    else if (fact["type"] === "rate_limit") signals.push({ kind: "rate-limit", resetAt: momentOf(fact["reset_at_ms"]) });
  }
  return { signals, badLines };
}

function parseFact(line: string): Record<string, unknown> | null {
  try {
    const fact: unknown = JSON.parse(line);
    return typeof fact === "object" && fact !== null && typeof (fact as { type?: unknown }).type === "string" ? (fact as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function momentOf(value: unknown): EpochMs | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? (value as EpochMs) : null;
}

/** The agent could write here, so it may be anything by now: a link is not followed and a pipe is not waited for. */
async function readEnd(path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size, isFile } = await statOf(file);
    if (!isFile) return "";
    const start = Math.max(0, size - longestRead);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, longestRead)), 0, null, start);
    const text = buffer.subarray(0, bytesRead).toString();
    // A read from the middle begins in the middle of a line.
    return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
  } catch {
    return "";
  } finally {
    await file?.close();
  }
}

async function statOf(file: FileHandle): Promise<{ size: number; isFile: boolean }> {
  const stat = await file.stat();
  return { size: stat.size, isFile: stat.isFile() };
}

import { closeSync, openSync, readSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { TuttiError, messageOf } from "../base/error.ts";
import { maxScoreBytes, parseScore } from "./parse.ts";
import type { Plan } from "./plan.ts";

/** Reads a score and the prompt files it names. */
export function readScore(path: string): Plan {
  const text = readText(path);
  return parseScore(text, { path, baseDir: dirname(resolve(path)), readText });
}

function readText(path: string): string {
  const bytes = readUpTo(path, maxScoreBytes + 1);
  if (bytes.length > maxScoreBytes) throw unreadable(path, "it is larger than 1 MB");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(path, "it is not UTF-8 text", error);
  }
}

/** No more than needed to know that it is too much: a device or a pipe may have no end. */
function readUpTo(path: string, limit: number): Buffer {
  const buffer = Buffer.alloc(limit);
  let length = 0;
  try {
    const file = openSync(path, "r");
    try {
      for (let read = -1; read !== 0; length += read) read = readSync(file, buffer, length, limit - length, null);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(path, messageOf(error), error);
  }
  return buffer.subarray(0, length);
}

function unreadable(path: string, why: string, cause?: unknown): TuttiError {
  return new TuttiError("score.unreadable", `${path} can't be read: ${why}`, { audience: "user", cause });
}

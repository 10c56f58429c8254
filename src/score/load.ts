import { closeSync, existsSync, openSync, readSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { TuttiError, messageOf } from "../base/error.ts";
import type { ScoreFiles, ScoreSource } from "./build/source.ts";
import { type Diagnosis, diagnoseScore, maxScoreBytes, type ParsedScore, parseScore } from "./parse.ts";

/** Other inputs of reading a score. */
export type ScoreOptions = Pick<ScoreSource, "agents" | "variables" | "defaults">;

/** Reads a score and the files it names. */
export function readScore(path: string, options: ScoreOptions = {}): ParsedScore {
  const { text, source } = openScore(path, options);
  return parseScore(text, source);
}

/** A score's text, and the way to what it names. */
export function openScore(
  path: string,
  options: ScoreOptions = {},
): { readonly text: string; readonly source: ScoreSource } {
  return {
    text: scoreFiles.readText(path),
    source: { path, baseDir: dirname(resolve(path)), files: scoreFiles, ...options },
  };
}

/** A score whose text is already read: only the files it names are read here. */
export function readScoreText(
  { path, shown = path ?? "task", baseDir, text }: ScoreAsText,
  options: ScoreOptions = {},
): ParsedScore {
  return parseScore(text, { path: shown, baseDir, files: scoreFiles, ...options });
}

/** All that is to be said about such a score. */
export function diagnoseText(
  { path, shown = path ?? "score", baseDir, text }: ScoreAsText,
  options: ScoreOptions = {},
): Diagnosis {
  return diagnoseScore(text, { path: shown, baseDir, files: scoreFiles, ...options });
}

export interface ScoreAsText {
  /** `null`: it lies in no file. */
  readonly path: string | null;
  /** The path as a person typed it: problems are reported under this name. */
  readonly shown?: string | undefined;
  readonly baseDir: string;
  readonly text: string;
}

const scoreFiles: ScoreFiles = {
  readText,
  readTextBelow(folder, path) {
    const root = realOf(folder);
    const real = realOf(path);
    if (!real.startsWith(root + sep)) throw unreadable(path, `it is a link that leads out of ${folder}`);
    return readText(real);
  },
  listFiles(folder) {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      // Hidden ones are the system's or an editor's, not meant for a prompt.
      return entries
        .flatMap((entry) =>
          !entry.name.startsWith(".") && (entry.isFile() || entry.isSymbolicLink()) ? [entry.name] : [],
        )
        .toSorted();
    } catch (error) {
      throw unreadable(folder, messageOf(error), error);
    }
  },
  exists: existsSync,
};

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw unreadable(path, messageOf(error), error);
  }
}

function readText(path: string): string {
  requireFile(path);
  const bytes = readUpTo(path, maxScoreBytes + 1);
  if (bytes.length > maxScoreBytes) throw unreadable(path, "it is larger than 1 MB");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(path, "it is not UTF-8 text", error);
  }
}

/** Opening a named pipe would wait for a writer that may never come. A file from the shell (`<(…)`, stdin) has one. */
function requireFile(path: string): void {
  if (path.includes("\0")) throw unreadable(path, "a path can't contain a NUL");
  try {
    if (statSync(path).isFile() || /^\/(dev\/(fd\/|stdin$)|proc\/self\/fd\/)/.test(path)) return;
  } catch (error) {
    throw unreadable(path, messageOf(error), error);
  }
  throw unreadable(path, "it is not a file");
}

/** No more than needed to know that it is too much: a device or a pipe may have no end. */
function readUpTo(path: string, limit: number): Buffer {
  const buffer = Buffer.alloc(limit);
  let length = 0;
  try {
    const given = handedOver(path);
    const file = given ?? openSync(path, "r");
    try {
      for (let read = -1; read !== 0; length += read) read = readSync(file, buffer, length, limit - length, null);
    } finally {
      if (given === null) closeSync(file);
    }
  } catch (error) {
    throw unreadable(path, messageOf(error), error);
  }
  return buffer.subarray(0, length);
}

/** An open file is not opened again: opening a pipe whose writer has gone would wait for ever. */
function handedOver(path: string): number | null {
  if (path === "/dev/stdin") return 0;
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1];
  return number === undefined ? null : Number(number);
}

function unreadable(path: string, why: string, cause?: unknown): TuttiError {
  const isMissing = (cause as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
  const reason = isMissing ? "there is no such file or folder" : why;
  return new TuttiError("score.unreadable", `${path} can't be read: ${reason}`, { audience: "user", cause });
}

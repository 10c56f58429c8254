import { randomUUID } from "node:crypto";
import { type FileHandle, open, readFile, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Uncounted } from "../../api/contract/cost/cost.ts";
import { messageOf, TuttiError } from "../../base/error.ts";
import type { Change } from "../../score/lint/fix/edit.ts";
import { fixScore } from "../../score/lint/fix/fix.ts";
import { openScore } from "../../score/load.ts";
import { diagnoseScore, type Diagnosis } from "../../score/parse.ts";
import { severityOf } from "../../score/source/problem.ts";
import { exitCodes } from "../exit-codes.ts";
import { agentsHere, uncountedHere } from "../setting.ts";

/** The results for one file. */
export interface Inspected {
  readonly file: string;
  /** `error`: it could not even be opened. */
  readonly found: Diagnosis | { readonly shape: "missing"; readonly error: TuttiError };
  readonly changes: readonly Change[];
  /** Agents that the score's cost limit can't hold. */
  readonly uncounted: readonly Uncounted[];
}

export type Fixing = "no" | "show" | "write";

export async function inspectFile(file: string, fixing: Fixing): Promise<Inspected> {
  try {
    const folder = dirname(resolve(file));
    const { text, source } = openScore(file, await agentsHere(folder));
    if (fixing === "no") return await withUncounted({ file, found: diagnoseScore(text, source), changes: [] }, folder);
    const fixed = fixScore(text, source);
    if (fixing === "write" && fixed.changes.length > 0) await rewrite(file, { before: text, after: fixed.text });
    return await withUncounted(
      { file, found: diagnoseScore(fixing === "write" ? fixed.text : text, source), changes: fixed.changes },
      folder,
    );
  } catch (error) {
    if (error instanceof TuttiError && error.code === "score.unreadable")
      return { file, found: { shape: "missing", error }, changes: [], uncounted: [] };
    throw error;
  }
}

async function withUncounted(
  read: { readonly file: string; readonly found: Diagnosis; readonly changes: readonly Change[] },
  folder: string,
): Promise<Inspected> {
  const { plan } = read.found;
  return { ...read, uncounted: plan === null ? [] : await uncountedHere(plan, folder) };
}

/** 0: it can be played. 1: it is wrong. 2: it can't be told, because it can't be read. */
export function exitCodeOf({ found }: Inspected, isStrict: boolean): number {
  if (found.shape === "missing" || found.shape === "unreadable") return exitCodes.usage;
  if (found.plan === null) return exitCodes.failed;
  return isStrict && found.problems.some((problem) => severityOf(problem) === "warning")
    ? exitCodes.failed
    : exitCodes.good;
}

/**
 * Puts a new text in place of a file's old one in one step: a reader meets the one or the other. A link stays a
 * link, the mode and the owner stay, and so does a byte order mark.
 */
export async function rewrite(
  file: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  try {
    const path = await realpath(file);
    const status = await stat(path);
    if (!status.isFile()) throw unwritable(file, "it is not a file");
    const bytes = await readFile(path);
    const mark = bytes.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark : Buffer.alloc(0);
    // A person may have saved it since it was read.
    if (bytes.subarray(mark.length).toString("utf8") !== before) throw unwritable(file, "it was changed meanwhile");
    await replace(path, Buffer.concat([mark, Buffer.from(after)]), status);
  } catch (error) {
    throw error instanceof TuttiError ? error : unwritable(file, messageOf(error), error);
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

async function replace(
  path: string,
  bytes: Buffer,
  like: { readonly mode: number; readonly uid: number; readonly gid: number },
): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}`);
  const file = await open(draft, "wx", 0o600);
  try {
    try {
      await fill(file, bytes, like);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await unlink(draft);
    throw error;
  }
}

async function fill(
  file: FileHandle,
  bytes: Buffer,
  like: { readonly mode: number; readonly uid: number; readonly gid: number },
): Promise<void> {
  await file.writeFile(bytes);
  const own = await file.stat();
  // Before the mode, of which a change of owner takes away part.
  if (own.uid !== like.uid || own.gid !== like.gid) await file.chown(like.uid, like.gid);
  await file.chmod(like.mode & 0o7777);
  await file.sync();
}

function unwritable(file: string, why: string, cause?: unknown): TuttiError {
  return new TuttiError("score.unwritable", `${file} can't be rewritten: ${why}`, {
    audience: "user",
    hint: "Nothing was changed.",
    cause,
  });
}

import { dirname, resolve } from "node:path";
import type { Uncounted } from "../../api/cost.ts";
import { TuttiError } from "../../base/error.ts";
import { fixScore } from "../../score/lint/fix/fix.ts";
import type { Change } from "../../score/lint/fix/edit.ts";
import { openScore } from "../../score/load.ts";
import { type Diagnosis, diagnoseScore } from "../../score/parse.ts";
import { severityOf } from "../../score/source/problem.ts";
import { agentsHere, uncountedHere } from "../agents-here.ts";
import { exitCodes } from "../exit-codes.ts";
import { rewrite } from "./rewrite.ts";

/** What there is to say of one file. */
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

import { oneLine, plural } from "../base/text.ts";
import type { FindingCounts } from "../findings/counts.ts";
import type { Usage } from "./cost/usage.ts";
import type { FoundSummary } from "../score/resolve/scene.ts";

/** The validations' verdict on a result. `unvalidated`: the sheet has none. */
export type Verdict =
  | { readonly kind: "unvalidated" }
  | { readonly kind: "judged"; readonly results: readonly ValidationResult[] };

export interface ValidationResult {
  /** Place in the sheet's list. */
  readonly index: number;
  readonly description: string;
  readonly passed: boolean;
  /** Why it failed or was not run; empty when it passed. */
  readonly reason: string;
  /** Advice on it. */
  readonly hint?: string;
  /** It failed on the same tree before it passed there: the command is in quarantine for the rest of the job. */
  readonly isFlaky?: true;
  /** It was not run, because one of an earlier stage failed: not passed, and not failed either. */
  readonly skipped?: true;
  /**
   * Not passed, but what was done is good as far as it goes: another attempt goes on from it. `lands`: it may land once
   * all attempts are used.
   */
  readonly partly?: "continues" | "lands";
  /** Not the sheet's own: sheets that landed promised it, and together with this result it does not hold. */
  readonly promisedBy?: readonly string[];
  /** The file with all that it printed, of a command that failed. */
  readonly log?: string;
  /** The outcome of a tool's findings; absent where none were asked for, or nothing is known. */
  readonly findings?: FindingCounts;
  /** Of a review. */
  readonly review?: Review;
  /** Its usage, if an agent was asked. `null`: unknown. */
  readonly usage?: Usage | null;
}

/** A reviewer's verdict on a result. */
export interface Review {
  /** `unreviewed`: there was no answer, or none that could be read; it is no verdict on the work. */
  readonly verdict: "approved" | "rework" | "unreviewed";
  /** 0 to 100; `null`: not reviewed. */
  readonly score: number | null;
  readonly scores: Readonly<Record<string, number>>;
  readonly blockers: number;
  readonly comments: number;
  readonly reviewer: string;
  /** The author reviewed itself: the sheet has no other agent. */
  readonly isOwn?: true;
  /** How often it may send results back. */
  readonly rounds: number;
  /** The score that quality tools give it, 0 to 100; absent: none were asked, or none could be run. */
  readonly quality?: number;
}

export function resultsOf(verdict: Verdict): readonly ValidationResult[] {
  return verdict.kind === "judged" ? verdict.results : [];
}

/** There is at least one validation, and every one passed. */
export function allPass(verdict: Verdict): boolean {
  const results = resultsOf(verdict);
  return results.length > 0 && results.every((result) => result.passed);
}

/** Whether all that does not pass is good as far as it goes, and something was fixed. */
export function isGoodSoFar(verdict: Verdict): boolean {
  const results = resultsOf(verdict);
  const isNowhereWorse = results.length > 0 && results.every(({ passed, partly }) => passed || partly !== undefined);
  return (
    isNowhereWorse &&
    (allPass(verdict) || results.some(({ findings }) => Object.keys(findings?.fixed ?? {}).length > 0))
  );
}

/** It passes, or is good as far as it goes and may land like that. */
export function mayLand(verdict: Verdict): boolean {
  return isGoodSoFar(verdict) && resultsOf(verdict).every(({ passed, partly }) => passed || partly === "lands");
}

/** Something was asked, and not all of it passes: what lands like that may claim no more. */
export function isPartial(verdict: Verdict): boolean {
  return resultsOf(verdict).some(({ passed }) => !passed);
}

export function passedOf(verdict: Verdict): readonly ValidationResult[] {
  return resultsOf(verdict).filter((result) => result.passed);
}

export function failedOf(verdict: Verdict): readonly ValidationResult[] {
  return resultsOf(verdict).filter((result) => !result.passed && result.skipped !== true);
}

/** The sheets whose promises a result breaks, when that is all that is wrong with it; else none. */
export function brokenPromisesIn(verdict: Verdict): readonly string[] {
  const failed = failedOf(verdict);
  return failed.every(({ promisedBy }) => promisedBy !== undefined)
    ? [...new Set(failed.flatMap(({ promisedBy = [] }) => promisedBy))]
    : [];
}

/** The last review among the results; `null`: none was asked for, or it was not come to. */
export function reviewOf(verdict: Verdict): Review | null {
  return resultsOf(verdict).findLast(({ review }) => review !== undefined)?.review ?? null;
}

/** For people: what a reviewer made of a result. */
export function reviewWords({ verdict, score, blockers, reviewer, isOwn, quality }: Review): string {
  const who = `${reviewer}${isOwn === true ? ", its own author: the sheet has no other agent" : ""}`;
  if (verdict === "unreviewed") return `not reviewed; ${who} gave no answer`;
  const what = verdict === "approved" ? "approved" : "not approved";
  const stops = blockers === 0 ? "" : `, ${plural(blockers, "blocker")}`;
  const tools = quality === undefined ? "" : `, tools ${String(quality)} of 100`;
  return `${what}, ${String(score)} of 100${stops}${tools} (by ${who})`;
}

/** The review that approved of a result; `null`: none did. */
export function approvalIn(verdict: Verdict): Review | null {
  const review = reviewOf(verdict);
  return review?.verdict === "approved" ? review : null;
}

export function skippedOf(verdict: Verdict): readonly ValidationResult[] {
  return resultsOf(verdict).filter((result) => result.skipped === true);
}

const longestReason = 300;

/**
 * The failures and their reasons, a line each, fit to be kept and shown: a tool's output may be long, and may speak to
 * a terminal. The first line of a reason can stand alone.
 */
export function reasonsOf(verdict: Verdict): readonly string[] {
  return failedOf(verdict).map((result) =>
    failureText({ ...result, reason: oneLine(result.reason.split("\n", 1)[0] ?? "", longestReason) }),
  );
}

/** The failure and its reason. A reason that begins with the command also says what was asked for. */
export function failureText({ description, reason }: Pick<ValidationResult, "description" | "reason">): string {
  if (reason === "") return description;
  const command = /^(.*) succeeds$/s.exec(description)?.[1];
  return command !== undefined && reason.startsWith(`${oneLine(command)} `) ? reason : `${description}: ${reason}`;
}

/** The findings that a result fixed, as its validations counted them. */
export function foundIn(verdict: Verdict): FoundSummary {
  const counts = resultsOf(verdict).flatMap(({ findings }) => findings ?? []);
  const codes = counts.flatMap(({ tool, fixed }) =>
    Object.entries(fixed).map(([code, count]) => ({ tool, code, count })),
  );
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  return {
    fixed: sum(codes.map(({ count }) => count)),
    remaining: sum(counts.flatMap(({ remaining }) => Object.values(remaining))),
    tools: [...new Set(codes.map(({ tool }) => tool))],
    codes,
  };
}

/** What the validations say of a result. `unvalidated`: the sheet has none. */
export type Verdict = { readonly kind: "unvalidated" } | { readonly kind: "judged"; readonly results: readonly ValidationResult[] };

export interface ValidationResult {
  /** Place in the sheet's list. */
  readonly index: number;
  readonly description: string;
  readonly passed: boolean;
  /** Why it failed or was not run; empty when it passed. */
  readonly reason: string;
  /** What to do about it. */
  readonly hint?: string;
  /** It was not run, because one of an earlier stage failed: not passed, and not failed either. */
  readonly skipped?: true;
}

export function resultsOf(verdict: Verdict): readonly ValidationResult[] {
  return verdict.kind === "judged" ? verdict.results : [];
}

/** There is at least one validation, and every one passed. */
export function allPass(verdict: Verdict): boolean {
  const results = resultsOf(verdict);
  return results.length > 0 && results.every((result) => result.passed);
}

export function passedOf(verdict: Verdict): readonly ValidationResult[] {
  return resultsOf(verdict).filter((result) => result.passed);
}

export function failedOf(verdict: Verdict): readonly ValidationResult[] {
  return resultsOf(verdict).filter((result) => !result.passed && result.skipped !== true);
}

export function skippedOf(verdict: Verdict): readonly ValidationResult[] {
  return resultsOf(verdict).filter((result) => result.skipped === true);
}

const longestReason = 300;

/** What failed and why, a line each, fit to be kept and shown: what tools print may be long, and may speak to a terminal. */
export function reasonsOf(verdict: Verdict): readonly string[] {
  return failedOf(verdict).map(({ description, reason }) => {
    const line = reason.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
    const short = line.length <= longestReason ? line : `${line.slice(0, longestReason).toWellFormed()}…`;
    return short === "" ? description : `${description}: ${short}`;
  });
}

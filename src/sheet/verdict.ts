/** What the validations say of a result. `unvalidated`: the sheet has none. */
export type Verdict = { readonly kind: "unvalidated" } | { readonly kind: "judged"; readonly results: readonly ValidationResult[] };

export interface ValidationResult {
  /** Place in the sheet's list. */
  readonly index: number;
  readonly description: string;
  readonly passed: boolean;
  /** Why it failed; empty when it passed. */
  readonly reason: string;
}

export function resultsOf(verdict: Verdict): readonly ValidationResult[] {
  return verdict.kind === "judged" ? verdict.results : [];
}

/** At least one validation ran, and none failed. */
export function allPass(verdict: Verdict): boolean {
  const results = resultsOf(verdict);
  return results.length > 0 && results.every((result) => result.passed);
}

export function passedOf(verdict: Verdict): readonly ValidationResult[] {
  return resultsOf(verdict).filter((result) => result.passed);
}

export function failedOf(verdict: Verdict): readonly ValidationResult[] {
  return resultsOf(verdict).filter((result) => !result.passed);
}

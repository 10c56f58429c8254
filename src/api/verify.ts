/** What git says about landings. */
export interface VerifyReport {
  readonly landings: readonly VerifiedLanding[];
  /** Sheets recorded as landed that git does not show on their target. */
  readonly missing: readonly { readonly job: string; readonly sheet: string; readonly commit: string }[];
}

export interface VerifiedLanding {
  readonly job: string;
  readonly sheet: string;
  readonly commit: string;
  readonly level: string;
  /** Each a sentence; empty when everything that can be checked holds. */
  readonly problems: readonly string[];
  /** What could not be checked because it is not there, as in a plain clone. */
  readonly absent: readonly string[];
}

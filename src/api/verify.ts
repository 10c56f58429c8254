import type { JobId } from "../base/ids.ts";

export interface VerifyRequest {
  /** None: every landing in the folder's repository. */
  readonly job: JobId | undefined;
  readonly folder: string;
  /** Every landing has to have a good signature, whether its score asked for one or not. */
  readonly signatures?: boolean | undefined;
}

/** What git says about landings. */
export interface VerifyReport {
  readonly landings: readonly VerifiedLanding[];
  /** Sheets recorded as landed that git does not show on their target. */
  readonly missing: readonly { readonly job: string; readonly sheet: string; readonly commit: string }[];
}

export interface VerifiedLanding {
  readonly job: string;
  readonly sheet: string;
  /** The last of its commits. */
  readonly commit: string;
  /** All that carry its trailers, oldest first: several where an agent's own commits were kept. */
  readonly commits: readonly string[];
  /** How it was validated, as it says itself. */
  readonly level: string;
  /** Each a sentence; empty when everything that can be checked holds. */
  readonly problems: readonly string[];
  /** What could not be checked because it is not here: `receipt` and `capture`, as in a plain clone, or the key to a `signature`. */
  readonly absent: readonly string[];
}

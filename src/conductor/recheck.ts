import type { CommitSha } from "../base/ids.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { Attempt } from "./hands.ts";

/** What an attempt left, apart from any context. */
interface LeftWork {
  readonly commit: CommitSha;
  readonly base: CommitSha;
  /** It lies in the user's own folder, and is judged there. */
  readonly isInPlace: boolean;
}

/** Runs a sheet's validations again, on what one of its attempts left. */
export type Recheck = (attempt: Attempt, work: LeftWork, cancel: AbortSignal) => Promise<Verdict>;

import type { JobId } from "../base/ids.ts";

/** A pull request of a sheet that is not decided yet. */
export interface PullRow {
  readonly job: JobId;
  readonly sheet: string;
  readonly title: string;
  readonly number: number;
  /** For people. */
  readonly url: string;
  /** The branch it is made from. */
  readonly branch: string;
  /** `open`: others have to decide. `returned`: it was sent back, and its sheet is at work again. */
  readonly state: "open" | "returned";
  /** How often it was sent back. */
  readonly returns: number;
}

/** The same as its server has it at this moment. */
export interface PullLook extends PullRow {
  /** `null` when it could not be asked. */
  readonly now: {
    readonly state: "open" | "merged" | "closed";
    readonly checks: "none" | "pending" | "passed" | "failed";
    readonly changesRequested: boolean;
    readonly mergeable: "yes" | "conflict" | "unknown";
  } | null;
  /** What that means for the sheet; `null`: nothing yet. `heard`: something was said that asks for nothing. */
  readonly outcome: "merged" | "closed" | "returned" | "heard" | null;
  /** Why it is sent back, or why it could not be looked at, as a sentence. */
  readonly why: string | null;
}

export interface PullsSync {
  readonly pulls: readonly PullLook[];
  /** Jobs that go on because of it, each with the journal's position right before that. */
  readonly resumed: readonly { readonly job: JobId; readonly position: number }[];
}

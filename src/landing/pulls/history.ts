import type { CommitSha } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Pull } from "../../sheet/state.ts";
import type { Verdict } from "../../sheet/verdict.ts";

/** The journal's entries about a sheet and its pull request. */
export interface PullHistory {
  /** Every commit that was about to be pushed: a branch at one of these is ours. */
  readonly commits: ReadonlySet<CommitSha>;
  /** The one that sent it back, and gets the next result. */
  readonly pull: Pull | null;
  /** Up to where was heard what is said there. */
  readonly cursor: string | null;
  /** Its pull request only shows what a failure left. */
  readonly isOfFailed: boolean;
  /** Whether the failure was shown since the last attempt. */
  readonly isShown: boolean;
  /** Of the last attempt. */
  readonly base: CommitSha | null;
  readonly verdict: Verdict;
  readonly words: string | null;
}

const nothing: PullHistory = {
  commits: new Set(),
  pull: null,
  cursor: null,
  isOfFailed: false,
  isShown: false,
  base: null,
  verdict: { kind: "unvalidated" },
  words: null,
};

export function historyOf(events: readonly SheetEvent[]): PullHistory {
  const commits = new Set(events.flatMap((event) => (event.kind === "proposing" ? [event.commit] : [])));
  return { ...events.reduce(after, nothing), commits };
}

function after(history: PullHistory, event: SheetEvent): PullHistory {
  switch (event.kind) {
    case "started":
      return { ...history, base: event.base, isShown: false };
    case "placed":
      return { ...history, base: event.base };
    case "ended":
      return { ...history, verdict: event.verdict, words: event.words };
    case "judged":
      return { ...history, base: event.base, verdict: event.verdict };
    case "rejected":
      return { ...history, verdict: event.verdict };
    case "proposing":
      return { ...history, isOfFailed: event.ofFailed === true };
    case "proposed":
      return { ...history, pull: history.isOfFailed ? null : event.pull, isShown: true };
    case "heard":
      return { ...history, cursor: event.cursor };
    case "returned":
      return { ...history, cursor: event.cursor ?? history.cursor };
    case "retried":
    case "merged":
    case "closed":
      return { ...history, pull: null };
    default:
      return history;
  }
}

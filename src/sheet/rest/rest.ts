import { dollars, isoTime, plural } from "../../base/text.ts";
import type { ErrorCode } from "../../base/error-codes.ts";
import type { CommitSha, EpochMs, SheetId } from "../../base/ids.ts";
import type { PromiseReport } from "../promises.ts";
import { type Unready, unreadyWords } from "./unready.ts";
import type { TroubleCode } from "../trouble/trouble.ts";

/** Why a job rests. Its status and its last event are this; what faces print and the exit code derive from it. */
export type Rest = Finished | { readonly kind: "cancelled" } | Paused;

export interface Finished {
  readonly kind: "finished";
  readonly failed: number;
  readonly takenOut?: readonly TakenOut[];
  /** Absent where nothing landed, and in jobs of earlier versions. */
  readonly promises?: PromiseReport;
}

/**
 * A landed sheet whose change was not on its branch any more when the job ended. `by`: the commit that took it out;
 * `null`: its own is not there.
 */
export interface TakenOut {
  readonly sheet: SheetId;
  readonly by: CommitSha | null;
  /** The message of that commit says so, as that of `git revert` does. */
  readonly isSaid: boolean;
}

/** `why`: the cause as a sentence. */
export interface Paused {
  readonly kind: "paused";
  readonly why: string;
  readonly cause: PauseCause;
}

export type PauseCause =
  | { readonly kind: "user" }
  /** The process that played it was stopped. */
  | { readonly kind: "stop" }
  /** Nothing can start before this moment, and it is too far off to wait for. */
  | { readonly kind: "parked"; readonly until: EpochMs }
  /** Nothing can start until a person has seen to an agent. */
  | { readonly kind: "agent"; readonly agent: string; readonly code: TroubleCode; readonly hint: string | null }
  /** Nothing was started: every attempt would fail for reasons that no sheet can change. */
  | { readonly kind: "unready"; readonly problems: readonly Unready[] }
  /** It has cost what it may. */
  | { readonly kind: "cost"; readonly spentUsd: number; readonly limitUsd: number }
  /** Only results are left that wait for a person's word. */
  | { readonly kind: "approval"; readonly sheets: number }
  /** Only results are left whose queue a person has paused. */
  | { readonly kind: "queue"; readonly target: string }
  /** Only undecided pull requests are left. */
  | { readonly kind: "pulls"; readonly open: number }
  /** Something outside (disk, git, the user's repository) kept it from going on. */
  | { readonly kind: "broken"; readonly code: ErrorCode; readonly hint: string | null };

/** `detail`: what is wrong with the agent, or the error's message. */
export function pausedBy(cause: PauseCause, detail = ""): Paused {
  return { kind: "paused", why: describePause(cause, detail), cause };
}

function describePause(cause: PauseCause, detail: string): string {
  switch (cause.kind) {
    case "user":
      return "paused by a person";
    case "stop":
      return "interrupted";
    case "parked":
      return `parked until ${isoTime(cause.until)}`;
    case "agent":
      return `${cause.agent} can't be used: ${detail}`;
    case "unready":
      return `not started: ${unreadyWords(cause.problems)}`;
    case "cost":
      return `it has cost ${dollars(cause.spentUsd)} of the ${dollars(cause.limitUsd)} that it may`;
    case "approval":
      if (cause.sheets === 0) return "no result waits for a person's word any more";
      return `${plural(cause.sheets, "result waits", "results wait")} for a person's word`;
    case "queue":
      return `the queue of ${cause.target} is paused`;
    case "pulls":
      return `${String(cause.open)} pull requests are open`;
    case "broken":
      return detail;
  }
}

/** Whether only a person ends this pause; a restart ends the others. */
export function needsPerson({ kind }: PauseCause): boolean {
  switch (kind) {
    case "user":
    case "agent":
    case "unready":
    case "cost":
    case "approval":
    case "pulls":
      return true;
    case "stop":
    case "parked":
    case "queue":
    case "broken":
      return false;
  }
}

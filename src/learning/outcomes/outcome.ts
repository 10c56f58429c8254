import type { CommitSha, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import type { Drawn } from "../../sheet/events/drawn.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";

/** The outcome of one attempt. Only verification and git decide it, never an agent's own claim. */
export interface Outcome extends AttemptKey {
  readonly startedAt: EpochMs;
  /** Git folder of the user's repository. */
  readonly repository: string;
  /** The kind of work; see `kindOfWork`. */
  readonly work: string;
  /** Profile or program. */
  readonly agent: string;
  /** `null`: the one that the agent takes by itself. */
  readonly model: string | null;
  /** How much its prompt said; `null`: the score does not vary it. */
  readonly strategy: string | null;
  readonly fate: Fate;
  readonly code: TroubleCode | null;
  /** `null`: not known. */
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly agentMs: number | null;
  /** When its fate was last looked at. */
  readonly settledAt: EpochMs | null;
  readonly commit: CommitSha | null;
  /** The decisions of rules or chance before it started. */
  readonly drawn: Drawn | null;
}

export interface AttemptKey {
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
}

/**
 * The outcomes that count: `landed` is the only success; `undone`, `failed`, `rejected` and `dropped` are failures. The
 * others say nothing about how good the agent is at this work.
 */
export const fates = {
  running: null,
  /** It met its definition of done and waits to land. */
  captured: null,
  /** Landed, and there when it was last looked at. */
  landed: true,
  /** Landed, and taken out since. */
  undone: false,
  /** Its validations failed, or its agent crashed or timed out. */
  failed: false,
  /** Merged with the target it did not pass, or its pull request was sent back. */
  rejected: false,
  /** A person did not want it. */
  dropped: false,
  /** Other work changed the same lines first. */
  conflicted: null,
  /** There was nothing to land. */
  done: null,
  /** A person worked on the result. */
  helped: null,
  /** A limit, a login, a missing program: the work was not tried. */
  hindered: null,
  interrupted: null,
} as const satisfies Readonly<Record<string, boolean | null>>;

export type Fate = keyof typeof fates;

/** A change of one record, or of several that share a job or a commit. */
export type OutcomeChange =
  | { readonly kind: "begun"; readonly outcome: Outcome }
  | ({ readonly kind: "ended"; readonly of: AttemptKey } & Pick<
      Outcome,
      "fate" | "code" | "usd" | "tokens" | "agentMs" | "settledAt"
    >)
  /** `commit`: what it landed as; `null`: it did not. Only a result that waits to land changes. */
  | {
      readonly kind: "settled";
      readonly of: AttemptKey;
      readonly fate: Fate;
      readonly at: EpochMs;
      readonly commit: CommitSha | null;
    }
  /** The landing of this commit was reverted. */
  | { readonly kind: "reverted"; readonly commit: string; readonly at: EpochMs }
  /** Records of attempts that started before this moment are deleted. */
  | { readonly kind: "forgotten"; readonly before: EpochMs }
  /** Git was asked which of a job's landed results are still there. */
  | {
      readonly kind: "looked";
      readonly job: JobId;
      readonly at: EpochMs;
      readonly undone: readonly SheetId[];
    };

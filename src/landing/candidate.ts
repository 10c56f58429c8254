import type { CommitSha, TreeSha } from "../base/ids.ts";
import type { Change } from "../git/diff/changes.ts";
import type { AgentPlan } from "../score/plan/agent-plan.ts";
import type { SheetPlan } from "../score/plan/plan.ts";
import type { Job } from "../sheet/job.ts";
import type { LandingLevel } from "../sheet/state.ts";
import type { Spending } from "../sheet/cost/usage.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { TestReport } from "./gates/gate.ts";

/** A result that met its definition of done, safe on a ref, and waits to land. */
export interface Candidate {
  /** As it was when the result was offered to the queue. */
  readonly job: Job;
  readonly sheet: SheetPlan;
  readonly attempt: number;
  readonly base: CommitSha;
  readonly capture: CommitSha;
  readonly verdict: Verdict;
  readonly agent: AgentPlan;
  readonly spent: Spending;
  /** A person has seen it and let it land. */
  readonly isReviewed: boolean;
  /** The commit it was already meant to land as, when the journal has an intent whose end it does not know. */
  readonly intent: CommitSha | null;
}

/** A candidate on top of what is below it, as a tree in Tutti's store; nothing has moved yet. */
export interface Layer {
  readonly candidate: Candidate;
  readonly tree: TreeSha;
  /** What lies below it: the layer before, or the target. */
  readonly below: TreeSha;
  /** What the sheet changed, from its base to its capture. */
  readonly changes: readonly Change[];
  /** Commits that the sheet's agent made, oldest first; only where the strategy keeps them. */
  readonly steps: readonly Step[];
  /** Nobody else's work is in this tree: what the sheet's validations said of the capture, they said of it. */
  readonly isCaptured: boolean;
}

export interface Step {
  /** The agent's own commit, whose message and author are kept. */
  readonly source: CommitSha;
  /** What it becomes: on top of what is below for `rebase`, as it was for `merge`. */
  readonly tree: TreeSha;
}

/** A layer that has become one commit, or several: the last is `commit`. */
export interface Landed {
  readonly candidate: Candidate;
  readonly tree: TreeSha;
  readonly commits: readonly CommitSha[];
  readonly commit: CommitSha;
  /** What the target stood at before it. */
  readonly parent: CommitSha;
  readonly level: LandingLevel;
  readonly gates: readonly TestReport[];
  readonly promises?: readonly TestReport[];
  /** What a person should know of it, a sentence each: it edited its own gate. */
  readonly flags: readonly string[];
}

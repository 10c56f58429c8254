import type { CommitSha, TreeSha } from "../base/ids.ts";
import type { Change } from "../git/diff/changes.ts";
import type { AgentPlan } from "../score/plan/agents/agent-plan.ts";
import type { SheetPlan } from "../score/plan/plan.ts";
import type { Job } from "../sheet/job.ts";
import type { MergeRule, TriedMerges } from "../sheet/merges.ts";
import type { LandingLevel } from "../sheet/state.ts";
import type { Spending } from "../sheet/cost/usage.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { TestReport } from "./gates/gate.ts";

/** A result that met its definition of done, safe on a ref, waiting to land. */
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
  /** Of an intent in the journal whose outcome is unknown. */
  readonly intent: CommitSha | null;
}

/** A candidate on top of the layer below, as a tree in Tutti's store; nothing has moved yet. */
export interface Layer {
  readonly candidate: Candidate;
  readonly tree: TreeSha;
  /** The tree below it: the layer before, or the target. */
  readonly below: TreeSha;
  /** The sheet's changes, from its base to its capture. */
  readonly changes: readonly Change[];
  /** The agent's own commits, oldest first, where the strategy keeps them. */
  readonly steps: readonly Step[];
  /** The tree holds no other work: validations of the capture hold for it. */
  readonly isCaptured: boolean;
  /** Git found a conflict, and this is one way to merge it. */
  readonly merge?: FoundMerge;
}

/** A merge that git could not make. */
export interface FoundMerge extends MergeRule, TriedMerges {
  /** Of files that git could not merge, as people read them. */
  readonly paths: readonly string[];
  /** No side touches what the other changed: it may land without validations of both. */
  readonly isPreserving: boolean;
}

export interface Step {
  /** The agent's own commit, whose message and author are kept. */
  readonly source: CommitSha;
  /** Rebased for `rebase`, unchanged for `merge`. */
  readonly tree: TreeSha;
}

/** A layer as one commit, or several: the last is `commit`. */
export interface Landed {
  readonly candidate: Candidate;
  readonly tree: TreeSha;
  readonly commits: readonly CommitSha[];
  readonly commit: CommitSha;
  /** The target's commit before it. */
  readonly parent: CommitSha;
  readonly level: LandingLevel;
  readonly gates: readonly TestReport[];
  readonly promises?: readonly TestReport[];
  /** Sentences for a person: it edited its own gate. */
  readonly flags: readonly string[];
  readonly merge?: FoundMerge;
}

import type { IsolationLevel } from "../plan/levels.ts";
import { landsResults, playsOneByOne } from "../plan/isolation.ts";
import type { IsolationPlan } from "../plan/plan.ts";

export interface IsolationPreview {
  readonly level: IsolationLevel;
  readonly per: string;
  /** The sheets never run side by side. */
  readonly one_by_one: boolean;
  readonly lands: boolean;
  readonly worktree_base: string | null;
  readonly branch_prefix: string | null;
  readonly source_branch: string | null;
  readonly clone_objects: string;
  readonly cleanup_on_success: boolean;
  readonly cleanup_on_failure: boolean;
  readonly lock_during_execution: boolean;
  readonly fallback_on_error: boolean;
  readonly snapshot_every_ms: number | null;
}

export function isolationPreview(plan: IsolationPlan): IsolationPreview {
  return {
    level: plan.level,
    per: plan.per,
    one_by_one: playsOneByOne(plan),
    lands: landsResults(plan),
    worktree_base: plan.folder,
    branch_prefix: plan.branchPrefix,
    source_branch: plan.sourceBranch,
    clone_objects: plan.objects,
    cleanup_on_success: plan.cleanupOnSuccess,
    cleanup_on_failure: plan.cleanupOnFailure,
    lock_during_execution: plan.lock,
    fallback_on_error: plan.fallback,
    snapshot_every_ms: plan.snapshotEveryMs,
  };
}

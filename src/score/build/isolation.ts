import { resolvedPath } from "../paths.ts";
import type { IsolationPlan } from "../plan.ts";
import type { WrittenIsolation } from "../schema/isolation.ts";

const minuteMs = 60_000;

export function isolationPlan(written: WrittenIsolation, baseDir: string): IsolationPlan {
  return {
    level: written.enabled ? written.mode : "none",
    per: written.per,
    folder: written.worktree_base === undefined ? null : resolvedPath(baseDir, written.worktree_base),
    branchPrefix: written.branch_prefix ?? null,
    sourceBranch: written.source_branch ?? null,
    objects: written.clone.objects,
    cleanupOnSuccess: written.cleanup_on_success,
    cleanupOnFailure: written.cleanup_on_failure,
    lock: written.lock_during_execution,
    fallback: written.fallback_on_error,
    // The smallest fraction still means to look now and then, not never.
    borrow: written.borrow,
    snapshotEveryMs:
      written.snapshot_minutes === 0 ? null : Math.max(1, Math.round(written.snapshot_minutes * minuteMs)),
  };
}

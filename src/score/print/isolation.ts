import { usualIsolation } from "../schema/isolation.ts";
import type { WrittenIsolation } from "../schema/isolation.ts";
import { inOrder, same, unless, unlessEmpty } from "./table.ts";
import type { Table } from "./table.ts";

/** Nothing where all is as usual, the level where only that is not. */
export function isolationText(isolation: WrittenIsolation): unknown {
  const written = inOrder(isolation, table);
  const [key, ...others] = Object.keys(written);
  if (key === undefined) return undefined;
  return key === "mode" && others.length === 0 ? isolation.mode : written;
}

const table: Table<WrittenIsolation> = {
  enabled: unless(usualIsolation.enabled),
  mode: unless(usualIsolation.mode),
  per: unless(usualIsolation.per),
  borrow: unlessEmpty(same<string>),
  worktree_base: same,
  branch_prefix: same,
  source_branch: same,
  clone: ({ objects }) => (objects === usualIsolation.clone.objects ? undefined : { objects }),
  cleanup_on_success: unless(usualIsolation.cleanup_on_success),
  cleanup_on_failure: unless(usualIsolation.cleanup_on_failure),
  lock_during_execution: unless(usualIsolation.lock_during_execution),
  fallback_on_error: unless(usualIsolation.fallback_on_error),
  snapshot_minutes: unless(usualIsolation.snapshot_minutes),
};

import type { IsolationPreview } from "../../score/preview/isolation.ts";
import { durationText } from "../../score/print/duration-text.ts";
import { shown } from "../words.ts";

/** Where the sheets of a plan work, for people. */
export function isolationLines(isolation: IsolationPreview): readonly string[] {
  const { level, lands, one_by_one: isOneByOne } = isolation;
  if (!lands)
    return [
      `  isolation: ${level}: in the repository itself, one sheet after the other; nothing lands`,
      `    ${captureWords(isolation)}`,
    ];
  const each = isolation.per === "job" ? "one context for the whole job" : "a context for each sheet";
  return [
    `  isolation: ${level}, ${each}${isOneByOne ? "; one sheet after the other" : ""}`,
    `    ${detailWords(isolation).join("; ")}`,
  ];
}

function detailWords(isolation: IsolationPreview): readonly string[] {
  const { worktree_base: base, branch_prefix: prefix, source_branch: source } = isolation;
  return [
    ...(base === null ? [] : [`in ${shown(base)}`]),
    ...(source === null ? [] : [`from the branch ${shown(source)}`]),
    ...(prefix === null ? [] : [`branches begin with ${shown(prefix)}`]),
    ...(isolation.clone_objects === "copy" ? ["with objects of their own"] : []),
    removalWords(isolation),
    ...(isolation.lock_during_execution ? [] : ["not locked"]),
    ...(isolation.fallback_on_error ? ["in place where there is no git repository"] : []),
    captureWords(isolation),
  ];
}

function removalWords({ cleanup_on_success: onSuccess, cleanup_on_failure: onFailure }: IsolationPreview): string {
  if (onSuccess === onFailure) return onSuccess ? "removed in the end" : "never removed";
  return onSuccess ? "kept when a sheet failed" : "removed only when a sheet failed";
}

function captureWords({ snapshot_every_ms: everyMs }: IsolationPreview): string {
  return everyMs === null
    ? "captured when an agent has ended"
    : `captured every ${durationText(everyMs)} while an agent runs`;
}

import type { Verdict } from "../strays/decide.ts";
import { shownPath } from "../raw-path.ts";
import { type Stray, type StrayContent, type StrayLock, strayName } from "../strays/stray.ts";
import type { IgnoredView, LockView, StrayRow } from "../../api/contract/context.ts";

export function strayRow(stray: Stray, content: StrayContent, verdict: Verdict): StrayRow {
  const { kind, path, link, branch, head, lock } = stray;
  const [only] = content.onlyHere ?? [];
  const held = only === undefined ? null : `it holds what no snapshot can: ${only} (--keep captures the rest)`;
  return {
    name: strayName(stray),
    path,
    kind,
    link,
    branch,
    head,
    lock: lockView(lock),
    ...content,
    ignoredFiles: ignoredView(content.ignoredFiles),
    stays: verdict.kind === "stay" ? verdict.why : held,
  };
}

export function ignoredView({ kept, left }: IgnoredView): IgnoredView {
  return { kept: kept.map(shownPath), left: left.map(shownPath) };
}

export function lockView(lock: StrayLock | null): LockView | null {
  return lock === null ? null : { why: lock.reason, pid: lock.pid, owner: lock.owner };
}

import { noCounts } from "../../src/sheet/counts.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../src/base/ids.ts";
import { type SheetState, fresh } from "../../src/sheet/state.ts";

const context = "context" as ContextId;
const commit = "c".repeat(40) as CommitSha;
const base = "b".repeat(40) as CommitSha;

export function statesOf(states: Readonly<Record<string, SheetState>>): ReadonlyMap<SheetId, SheetState> {
  return new Map(Object.entries(states) as [SheetId, SheetState][]);
}

export function landed(sheet: string): SheetState {
  const own = sheet.codePointAt(0)?.toString(16).padEnd(40, "0") ?? "";
  return {
    kind: "landed",
    attempt: 1,
    context,
    session: null,
    counts: { ...noCounts, attempts: 1 },
    commit: own as CommitSha,
    level: "validated-as-landed",
  };
}

export function running(attempt: number): SheetState {
  const counts = { ...noCounts, attempts: attempt };
  return {
    kind: "running",
    attempt,
    context,
    base,
    lands: true,
    startedAt: 1000 as EpochMs,
    counts,
    continueFrom: null,
    brief: null,
    session: null,
    isAlive: true,
  };
}

/** A sheet that was tried so often and is now this. */
export function attemptsOf(
  kind: "failed" | "cancelled" | "captured" | "done" | "waiting",
  attempt: number,
): SheetState {
  const counts = { ...noCounts, attempts: attempt };
  switch (kind) {
    case "failed":
      return {
        kind,
        attempt,
        context,
        session: null,
        counts,
        reason: { kind: "agent", detail: "exited with code 1" },
        kept: commit,
      };
    case "cancelled":
      return { kind, attempt, context, session: null, counts, kept: commit };
    case "captured":
      return {
        kind,
        attempt,
        context,
        session: null,
        counts,
        base,
        capture: commit,
        verdict: { kind: "unvalidated" },
        isApproved: true,
      };
    case "done":
      return { kind, attempt, context, session: null, counts, inPlace: false };
    case "waiting":
      return { ...fresh, why: "retry", counts };
  }
}

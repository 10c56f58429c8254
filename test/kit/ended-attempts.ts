import { type Counts, noCounts } from "../../src/sheet/counts.ts";
import type { CommitSha, ContextId, EpochMs } from "../../src/base/ids.ts";
import { decide } from "../../src/sheet/decide/decide.ts";
import type { SheetPolicy } from "../../src/sheet/decide/decision.ts";
import type { AgentEnd, Ended } from "../../src/sheet/events/event.ts";
import { type Running, type SheetState } from "../../src/sheet/state.ts";
import type { TroubleCode } from "../../src/sheet/trouble/trouble.ts";
import type { ValidationResult, Verdict } from "../../src/sheet/verdict.ts";
import { makeRetry } from "./jobs.ts";

/** An attempt at its end, and what becomes of its sheet. */

export const policy: SheetPolicy = makeRetry({ baseDelayMs: 1_000, maxDelayMs: 8_000, completions: 2, conflicts: 2 });
export const at = 1_000_000 as EpochMs;
export const capture = "c".repeat(40) as CommitSha;
export const earlierWork = "e".repeat(40) as CommitSha;

export const unvalidated: Verdict = { kind: "unvalidated" };
export const exit0: AgentEnd = { kind: "exited", code: 0 };
export const exit3: AgentEnd = { kind: "exited", code: 3 };
export const limit = (
  resetAt: EpochMs | null = null,
  code: TroubleCode = "E101",
  isOverdue = false,
): Partial<Ended> => ({
  trouble: { code, detail: "slow down", resetAt, ...(isOverdue ? { isOverdue } : {}) },
});
export const brokenEnds: readonly AgentEnd[] = [
  exit3,
  { kind: "signalled", signal: "SIGKILL" },
  { kind: "timed-out", afterMs: 60_000 },
  { kind: "idle", afterMs: 5_000 },
];

/** One letter for each validation: p passes, f fails. */
export function judged(letters: string): Verdict {
  return { kind: "judged", results: judgedResults(letters) };
}

export function judgedResults(letters: string): readonly ValidationResult[] {
  return [...letters].map((letter, index) => ({
    index,
    description: `rule ${index}`,
    passed: letter === "p",
    reason: letter === "p" ? "" : `rule ${index} is not met`,
  }));
}

export function running(counts: Partial<Counts> = {}, more: Partial<Running> = {}): Running {
  return {
    kind: "running",
    session: null,
    attempt: 1,
    context: "x" as ContextId,
    base: "b".repeat(40) as CommitSha,
    lands: true,
    startedAt: at,
    counts: { ...noCounts, attempts: 1, ...counts },
    continueFrom: null,
    brief: null,
    isAlive: true,
    ...more,
  };
}

export function ended(end: AgentEnd, verdict: Verdict, more: Partial<Ended> = {}): Ended {
  const spent = { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 };
  return {
    kind: "ended",
    at,
    attempt: 1,
    end,
    trouble: null,
    words: null,
    verdict,
    capture,
    changed: true,
    chance: 0,
    spent,
    leftOut: { count: 0, first: [], isIncomplete: false },
    ...more,
  };
}

export function after(event: Ended, state: Running = running()): SheetState {
  return decide(policy, state, event).state;
}

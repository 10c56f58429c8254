import type { EpochMs, JobId, SheetId } from "../../src/base/ids.ts";
import type { Outcome } from "../../src/learning/outcomes/outcome.ts";

/** An attempt that landed for a dollar, unless told otherwise. */
export function makeOutcome(more: Partial<Outcome>): Outcome {
  return {
    job: "job-1" as JobId,
    sheet: "a" as SheetId,
    attempt: 1,
    startedAt: 1_000 as EpochMs,
    repository: "/repo/.git",
    work: "general",
    agent: "claude",
    model: null,
    strategy: null,
    fate: "landed",
    code: null,
    usd: 1,
    tokens: 100,
    agentMs: 1_000,
    settledAt: 2_000 as EpochMs,
    commit: null,
    drawn: null,
    ...more,
  };
}

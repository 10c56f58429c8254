import { describe, expect, it } from "vitest";
import {
  after,
  at,
  capture,
  earlierWork,
  ended,
  exit0,
  exit3,
  judged,
  limit,
  policy,
  running,
  unvalidated,
} from "../../../test/kit/ended-attempts.ts";
import type { EpochMs } from "../../base/ids.ts";
import { decide } from "../decide/decide.ts";
import type { SheetPolicy } from "../decide/decision.ts";
import { type SheetState } from "../state.ts";
import type { TroubleCode } from "../trouble/trouble.ts";

describe("an agent that can't go on", () => {
  const two: SheetPolicy = { ...policy, agents: 2 };
  const ending = (code: TroubleCode, rules: SheetPolicy = policy, state = running()): SheetState =>
    decide(rules, state, ended(exit3, unvalidated, limit(null, code))).state;

  it("is waited for no longer than the score has patience", () => {
    expect(ending("E101", { ...policy, limitPatienceMs: 0 })).toMatchObject({
      kind: "failed",
      reason: { kind: "waits", code: "E101" },
      kept: capture,
    });
    expect(ending("E104", { ...policy, limitPatienceMs: 1 })).toMatchObject({
      kind: "waiting",
      why: "quota",
      counts: { quotas: 1, rateLimits: 0, failures: 0 },
    });
  });

  it("is not waited for ever when each short reset is longer than the patience", () => {
    const short: SheetPolicy = { ...policy, limitPatienceMs: 500 };
    const soon = ended(exit3, unvalidated, limit((at + 1_000) as EpochMs));
    expect(decide(short, running(), soon).state).toMatchObject({
      kind: "waiting",
      counts: { limited: { since: at, times: 1 } },
    });
    const waited = running({ limited: { since: (at - 500) as EpochMs, times: 1 } });
    expect(decide(short, waited, soon).state).toMatchObject({
      kind: "failed",
      reason: { kind: "waits", code: "E101" },
    });
  });

  it("for good, is left to a person, and costs the sheet nothing", () => {
    expect(ending("E502")).toMatchObject({
      kind: "waiting",
      why: "agent",
      notBefore: null,
      continueFrom: capture,
      counts: { failures: 0 },
    });
  });

  it("for good or for a long time, gives way to the next agent, which goes on from its work with a budget of its own", () => {
    const tired = running(
      { failures: 2, completions: 1, rateLimits: 7 },
      { session: { id: "s", agent: 0, used: null } },
    );
    for (const code of ["E502", "E507", "E104", "E505"] as const) {
      expect(ending(code, two, tired)).toMatchObject({
        kind: "waiting",
        why: "fallback",
        continueFrom: capture,
        session: null,
        counts: { fallbacks: 1, failures: 0, completions: 0, rateLimits: 0, limited: null },
      });
    }
    expect(ending("E101", two, tired)).toMatchObject({ why: "rate-limit", counts: { fallbacks: 0 } });
  });

  it("gives way when its attempts are used up, and the next one begins anew", () => {
    expect(ending("E009", two, running({ failures: 2 }))).toMatchObject({
      why: "fallback",
      continueFrom: null,
      counts: { fallbacks: 1, failures: 0 },
    });
    expect(ending("E009", two, running({ failures: 2, fallbacks: 1 }))).toMatchObject({ kind: "failed" });
  });

  it("in its session, goes on with the work in a new one, and that costs nothing", () => {
    const before = running(
      { failures: 2 },
      { session: { id: "s", agent: 0, used: null }, continueFrom: earlierWork, brief: "do the rest" },
    );
    const event = ended(exit3, judged("pf"), { ...limit(null, "E606"), changed: false });
    expect(decide(policy, before, event).state).toMatchObject({
      kind: "waiting",
      why: "session",
      notBefore: null,
      session: null,
      continueFrom: earlierWork,
      brief: "do the rest",
      counts: { failures: 2, completions: 0, rateLimits: 0 },
    });
  });

  it("because of the prompt or its configuration, is not asked again", () => {
    expect(ending("E602")).toMatchObject({ kind: "failed", reason: { kind: "agent", code: "E602" } });
  });

  it("that never ran has done nothing, with any verdict of the validations", () => {
    const event = ended({ kind: "not-started", detail: "there is no program" }, judged("pp"), limit(null, "E505"));
    expect(after(event)).toMatchObject({ kind: "waiting", why: "agent" });
  });

  it("exits with 0 after an error of its provider: without validations that is no success", () => {
    expect(after(ended(exit0, unvalidated, limit(null, "E503")))).toMatchObject({
      kind: "waiting",
      why: "retry",
      counts: { failures: 1 },
    });
    expect(after(ended(exit0, judged("p"), limit(null, "E503")))).toMatchObject({ kind: "captured" });
  });

  it("waits at least as long as its trouble needs", () => {
    const state = ending("E902");
    expect(state.kind === "waiting" ? (state.notBefore ?? at) - at : 0).toBe(10_000);
  });
});

describe("money", () => {
  const usage = { inputTokens: 10, outputTokens: 20, cacheReadTokens: 0, cacheWriteTokens: 0, usd: 0.25 };

  it("is counted with any outcome of the attempt, and an unknown cost stays unknown", () => {
    expect(after(ended(exit3, unvalidated, { usage }))).toMatchObject({
      counts: { spent: { usd: 0.25, outputTokens: 20, unknown: 0 } },
    });
    expect(after(ended(exit0, unvalidated, { usage: null }))).toMatchObject({
      counts: { spent: { usd: null, unknown: 1 } },
    });
    expect(after(ended(exit0, unvalidated))).toMatchObject({ counts: { spent: { unknown: 0 } } });
  });

  it("that is used up ends the sheet with its work kept, unless the work is done", () => {
    const event = ended({ kind: "over-budget", limitUsd: 1 }, judged("pf"), { usage });
    expect(after(event)).toMatchObject({ kind: "failed", reason: { kind: "cost" }, kept: capture });
    expect(after({ ...event, verdict: judged("pp") })).toMatchObject({ kind: "captured" });
  });
});

it("a result of a job whose results need a person's word is not approved by itself", () => {
  expect(decide({ ...policy, needsApproval: true }, running(), ended(exit0, unvalidated)).state).toMatchObject({
    kind: "captured",
    isApproved: false,
  });
});

import { noCounts } from "../counts.ts";
import { describe, expect, it } from "vitest";
import {
  after,
  at,
  brokenEnds,
  capture,
  earlierWork,
  ended,
  exit0,
  exit3,
  judged,
  judgedResults,
  limit,
  policy,
  running,
  unvalidated,
} from "../../../test/kit/ended-attempts.ts";
import type { EpochMs } from "../../base/ids.ts";
import { decide } from "../decide/decide.ts";
import type { SheetPolicy } from "../decide/decision.ts";
import { type SheetState } from "../state.ts";
import type { Verdict } from "../verdict.ts";

describe("success", () => {
  it.each([exit0, ...brokenEnds])(
    "an attempt whose validations all pass is captured, however it ended: $kind",
    (end) => {
      expect(after(ended(end, judged("pp")))).toMatchObject({
        kind: "captured",
        session: null,
        attempt: 1,
        capture,
        verdict: judged("pp"),
      });
    },
  );

  it("exit 0 without validations is captured, and is not called validated", () => {
    expect(after(ended(exit0, unvalidated))).toMatchObject({
      kind: "captured",
      verdict: unvalidated,
      isApproved: true,
    });
  });

  it("a verdict over no validations claims no more than none", () => {
    expect(after(ended(exit0, judged("")))).toMatchObject({ kind: "captured", verdict: unvalidated, isApproved: true });
    expect(after(ended(exit3, judged("")))).toMatchObject({ kind: "waiting", why: "retry" });
  });

  it("a success that changes nothing is done, with nothing to land", () => {
    expect(after(ended(exit0, unvalidated, { changed: false }))).toEqual({
      kind: "done",
      session: null,
      attempt: 1,
      context: "x",
      inPlace: false,
      counts: { ...noCounts, attempts: 1 },
    });
    expect(after(ended(exit3, judged("p"), { changed: false })).kind).toBe("done");
  });

  it("a change without a capture is no success", () => {
    expect(after(ended(exit0, unvalidated, { capture: null }))).toMatchObject({ kind: "waiting", why: "retry" });
  });
});

describe("an attempt in the user's own folder", () => {
  const inPlace = running({}, { lands: false });

  it.each([true, false])("that does well is done where it is, and never lands (changed: %s)", (changed) => {
    for (const event of [
      ended(exit0, unvalidated, { changed }),
      ended(exit3, judged("pp"), { changed }),
      ended(exit0, unvalidated, { changed, capture: null }),
    ]) {
      expect(after(event, inPlace)).toMatchObject({ kind: "done", context: "x", inPlace: true });
    }
  });

  it("that does not is tried again like any other", () => {
    expect(after(ended(exit3, unvalidated), inPlace)).toMatchObject({
      kind: "waiting",
      why: "retry",
      counts: { failures: 1 },
    });
    expect(after(ended(exit0, judged("pf")), inPlace)).toMatchObject({
      kind: "waiting",
      why: "completion",
      continueFrom: capture,
    });
  });

  it("of which not all could be captured fails all the same", () => {
    const event = ended(exit0, unvalidated, {
      leftOut: { count: 1, first: ["big.bin: too large"], isIncomplete: true },
    });
    expect(after(event, inPlace)).toMatchObject({ kind: "failed", reason: { kind: "context" }, kept: capture });
  });
});

it("a result with files that were stored without their filter waits for a person's word, also where its score lets it land", () => {
  const leftOut = { count: 1, first: ["a.key: stored without its filter"], isIncomplete: false, unfiltered: ["a.key"] };
  const state = after(ended(exit0, unvalidated, { leftOut }));
  expect(state).toMatchObject({ kind: "captured", isApproved: false, held: { kind: "unfiltered", paths: ["a.key"] } });
});

describe("failure", () => {
  it.each(brokenEnds)("without validations anything but exit 0 costs a retry: $kind", (end) => {
    expect(after(ended(end, unvalidated))).toMatchObject({
      kind: "waiting",
      why: "retry",
      continueFrom: null,
      context: { id: "x", reuse: false },
      counts: { failures: 1 },
    });
  });

  it.each([exit0, ...brokenEnds])("too few passing validations cost a retry, with any exit: $kind", (end) => {
    expect(after(ended(end, judged("pff")))).toMatchObject({
      kind: "waiting",
      why: "retry",
      continueFrom: null,
      counts: { failures: 1, completions: 0 },
    });
  });

  it("each retry waits twice as long as the one before, up to the limit, never less than half of it", () => {
    const waitAfter = (failures: number, chance: number): number => {
      const patient = { ...policy, attempts: 100 };
      const state = decide(patient, running({ failures: failures - 1 }), ended(exit3, unvalidated, { chance })).state;
      return state.kind === "waiting" && state.notBefore !== null ? state.notBefore - at : Number.NaN;
    };
    expect([1, 2, 3, 4, 5, 90].map((failures) => waitAfter(failures, 0))).toEqual([
      500, 1_000, 2_000, 4_000, 4_000, 4_000,
    ]);
    expect(waitAfter(1, 0.5)).toBe(750);
  });

  it.each<[Partial<SheetPolicy>, readonly number[]]>([
    [{ factor: 3, jitter: false, maxDelayMs: 100_000 }, [1_000, 3_000, 9_000, 27_000, 81_000, 100_000]],
    [{ factor: 1, jitter: false }, [1_000, 1_000, 1_000, 1_000, 1_000, 1_000]],
    [{ factor: 1.5, jitter: true, maxDelayMs: 100_000 }, [500, 750, 1_125, 1_688, 2_531, 3_797]],
    [{ factor: 100, jitter: false, baseDelayMs: 0 }, [0, 0, 0, 0, 0, 0]],
  ])("waits grow by the factor the score says, and chance shortens them only where it may: %j", (more, expected) => {
    const waits = [1, 2, 3, 4, 5, 6].map((failures) => {
      const state = decide(
        { ...policy, attempts: 100, ...more },
        running({ failures: failures - 1 }),
        ended(exit3, unvalidated, { chance: 0 }),
      ).state;
      return state.kind === "waiting" && state.notBefore !== null ? state.notBefore - at : Number.NaN;
    });
    expect(waits).toEqual(expected);
  });

  it("no wait is no wait after any number of failures", () => {
    const hasty = { ...policy, attempts: 5_000, baseDelayMs: 0, factor: 100 };
    expect(decide(hasty, running({ failures: 4_000 }), ended(exit3, unvalidated)).state).toMatchObject({
      kind: "waiting",
      notBefore: at,
    });
  });

  it("preconditions that are not met fail the sheet at once, and say which", () => {
    const event = ended({ kind: "not-met", failed: ["a is there: no"] }, judged("p"), {
      capture: null,
      changed: false,
    });
    expect(after(event)).toMatchObject({
      kind: "failed",
      reason: { kind: "preconditions", failed: ["a is there: no"] },
      counts: { failures: 0 },
    });
    expect(after(event, running({}, { continueFrom: earlierWork }))).toMatchObject({
      kind: "failed",
      kept: earlierWork,
    });
  });

  it("the last attempt fails for good and keeps its work", () => {
    expect(after(ended(exit3, unvalidated), running({ failures: 2 }))).toMatchObject({
      kind: "failed",
      reason: { kind: "agent", detail: "exited with code 3" },
      kept: capture,
      counts: { failures: 3 },
    });
    expect(after(ended(exit0, judged("pff")), running({ failures: 2 }))).toMatchObject({
      kind: "failed",
      reason: { kind: "validations", failed: ["rule 1: rule 1 is not met", "rule 2: rule 2 is not met"] },
      kept: capture,
    });
  });

  it("work that can't be captured fails at once: another attempt would only cover what lies there", () => {
    const event = ended({ kind: "no-capture", detail: "disk full" }, unvalidated, { capture: null, changed: false });
    expect(after(event, running({}, { continueFrom: earlierWork }))).toMatchObject({
      kind: "failed",
      reason: { kind: "context" },
      kept: earlierWork,
      counts: { failures: 0 },
    });
  });

  it("the next attempt is told what failed and why, and where the work is", () => {
    const state = after(ended(exit3, judged("pff")));
    const brief = state.kind === "waiting" ? state.brief : null;
    expect(brief).toContain("exited with code 3");
    expect(brief).toContain("- rule 1: rule 1 is not met");
    expect(brief).toContain(capture);
  });
});

describe("completion", () => {
  it.each([exit0, ...brokenEnds])("work that passes in part is completed, not begun again: $kind", (end) => {
    expect(after(ended(end, judged("ppff")))).toMatchObject({
      kind: "waiting",
      why: "completion",
      notBefore: null,
      continueFrom: capture,
      continueBase: "b".repeat(40),
      context: { id: "x", reuse: true },
      counts: { completions: 1, failures: 0 },
    });
  });

  it("waits as long as the score says", () => {
    const state = decide({ ...policy, completionDelayMs: 5_000 }, running(), ended(exit0, judged("ppff"))).state;
    expect(state).toMatchObject({ kind: "waiting", why: "completion", notBefore: at + 5_000 });
  });

  it("counts what was not run as not passed", () => {
    const skippedResult = { index: 1, description: "rule 1", passed: false, reason: "not run", skipped: true as const };
    const verdict: Verdict = {
      kind: "judged",
      results: [...judgedResults("p"), skippedResult, { ...skippedResult, index: 2 }],
    };
    expect(after(ended(exit0, verdict))).toMatchObject({ why: "retry" });
  });

  it("just below the threshold the work is begun again", () => {
    expect(after(ended(exit0, judged("pff")))).toMatchObject({ why: "retry" });
  });

  it("work that passes nothing is never completed, even with a threshold of 0", () => {
    const state = decide({ ...policy, completionThreshold: 0 }, running(), ended(exit0, judged("ff"))).state;
    expect(state).toMatchObject({ kind: "waiting", why: "retry" });
  });

  it("completions have a budget of their own; when it is spent, retries are", () => {
    expect(after(ended(exit0, judged("pf")), running({ completions: 1 }))).toMatchObject({
      why: "completion",
      counts: { completions: 2 },
    });
    expect(after(ended(exit0, judged("pf")), running({ completions: 2 }))).toMatchObject({
      why: "retry",
      counts: { completions: 2, failures: 1 },
    });
  });

  it("says what passes, what fails and why, and to do only what is missing", () => {
    const state = after(ended(exit0, judged("pf")));
    const brief = state.kind === "waiting" ? state.brief : null;
    expect(brief).toContain("Do only what is missing");
    expect(brief).toContain("pass:\n- rule 0");
    expect(brief).toContain("fail:\n- rule 1: rule 1 is not met");
  });
});

describe("a rate limit", () => {
  const resetAt = (at + 90_000) as EpochMs;

  it.each([unvalidated, judged("pf"), judged("ff")])(
    "parks the sheet until the reset and costs no retry (case %#)",
    (verdict) => {
      const state = after(ended(exit3, verdict, limit(resetAt)), running({ failures: 2, completions: 2 }));
      expect(state).toMatchObject({
        kind: "waiting",
        why: "rate-limit",
        notBefore: resetAt,
        counts: { failures: 2, completions: 2, rateLimits: 1 },
      });
    },
  );

  it("goes on from what was done so far, and from what it went on from when nothing was", () => {
    const before = running({}, { continueFrom: earlierWork, brief: "do the rest", isAlive: true });
    expect(after(ended(exit3, judged("pf"), limit()), before)).toMatchObject({
      continueFrom: capture,
      context: { id: "x", reuse: true },
      brief: expect.stringContaining("do the rest") as string,
    });
    expect(after(ended(exit3, judged("pf"), { ...limit(), changed: false }), before)).toMatchObject({
      continueFrom: earlierWork,
      context: { id: "x", reuse: false },
      brief: "do the rest",
    });
  });

  const waitOf = (state: SheetState): number => (state.kind === "waiting" ? (state.notBefore ?? at) - at : 0);
  const met = (times: number) => running({ limited: { since: at, times } });

  it("of unknown length is waited out longer each time, an hour at most", () => {
    const waits = [0, 1, 2, 6, 23].map((times) => after(ended(exit3, unvalidated, limit()), met(times)));
    expect(waits.map(waitOf)).toEqual([60_000, 120_000, 240_000, 3_600_000, 3_600_000]);
  });

  it("whose reset was over when it was told is waited out for a minute, longer each time, and by chance a little longer", () => {
    const overdue = (times: number, chance: number): SheetState =>
      after(ended(exit3, unvalidated, { ...limit(null, "E102", true), chance }), met(times));
    expect([0, 1, 23].map((times) => waitOf(overdue(times, 0)))).toEqual([60_000, 120_000, 3_600_000]);
    expect(waitOf(overdue(0, 0.5))).toBe(67_500);
  });

  it("whose short resets do not hold is waited out longer each time, minutes at most", () => {
    const soon = limit((at + 1_000) as EpochMs);
    expect([0, 1, 4, 10, 99].map((times) => waitOf(after(ended(exit3, unvalidated, soon), met(times))))).toEqual([
      1_000, 1_000, 4_000, 256_000, 300_000,
    ]);
  });

  it("never fails a sheet within its patience, however often it is met", () => {
    const dayMs = 24 * 3_600_000;
    for (const code of ["E101", "E102", "E103", "E104"] as const) {
      const after1000 = (since: number): SheetState =>
        after(
          ended(exit3, unvalidated, limit(null, code)),
          running({ limited: { since: since as EpochMs, times: 1000 } }),
        );
      expect(after1000(at - dayMs + 1)).toMatchObject({
        kind: "waiting",
        counts: { limited: { since: at - dayMs + 1, times: 1001 } },
      });
      expect(after1000(at - dayMs)).toMatchObject({
        kind: "failed",
        reason: { kind: "waits", code, detail: expect.stringContaining("it waited 24h") as string },
        kept: capture,
      });
    }
  });

  it("that is told to last longer than the patience is waited for, and patience counts from its end", () => {
    const week = (at + 6 * 24 * 3_600_000) as EpochMs;
    expect(after(ended(exit3, unvalidated, limit(week)))).toMatchObject({
      kind: "waiting",
      notBefore: week,
      counts: { limited: { since: week, times: 0 } },
    });
  });

  it("after work is the first of its row, and after another end there is no row", () => {
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, usd: null };
    expect(after(ended(exit3, unvalidated, { ...limit(), usage }), met(7))).toMatchObject({
      counts: { limited: { since: at, times: 1 } },
    });
    expect(after(ended(exit3, unvalidated), met(7))).toMatchObject({ counts: { limited: null } });
  });
});

describe("a cancelled attempt", () => {
  it("is cancelled and kept, never a success", () => {
    expect(after(ended({ kind: "cancelled" }, judged("pp")))).toMatchObject({
      kind: "cancelled",
      session: null,
      attempt: 1,
      kept: capture,
    });
  });
});

it("an end of another attempt than the one that runs is ignored", () => {
  const state = running();
  expect(decide(policy, state, ended(exit0, unvalidated, { attempt: 2 }))).toMatchObject({ kind: "ignored", state });
});

it("an attempt in the user's own folder is told, when it begins again, that what the last one did is still there", () => {
  const brief = (state: SheetState): string => (state.kind === "waiting" ? (state.brief ?? "") : "");
  expect(brief(after(ended(exit3, unvalidated), running({}, { lands: false })))).toContain(
    "is still in the files in front of you",
  );
  expect(brief(after(ended(exit3, unvalidated)))).toContain("is not in the files in front of you");
});

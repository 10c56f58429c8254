import { expect, it } from "vitest";
import {
  after,
  at,
  earlierWork,
  ended,
  exit3,
  judged,
  policy,
  running,
  unvalidated,
} from "../../../test/kit/ended-attempts.ts";
import { decide } from "../decide/decide.ts";

const noContext = ended({ kind: "no-context", detail: "disk full" }, unvalidated, {
  capture: null,
  changed: false,
  chance: 0,
});
const delayed = { ...policy, baseDelayMs: 1_000, maxDelayMs: 60_000, factor: 2, jitter: false };

it("a context that can't be made costs no attempt, and the sheet tries again where it was", () => {
  const session = { id: "s", agent: 0, used: null };
  const state = running({ failures: 2 }, { continueFrom: earlierWork, brief: "do it", session });
  expect(after(noContext, state)).toMatchObject({
    kind: "waiting",
    why: "fault",
    continueFrom: earlierWork,
    continueBase: "b".repeat(40),
    context: { id: "x", reuse: true },
    brief: "do it",
    session,
    counts: { failures: 2, faults: 1, tried: [] },
  });
  expect(after(noContext)).toMatchObject({ continueFrom: null, continueBase: null, context: { reuse: false } });
});

it("the wait grows with each fault in a row, and after the last one the sheet fails with the reason", () => {
  const waits = Array.from({ length: 6 }, (_, faults) => decide(delayed, running({ faults }), noContext).state);
  expect(waits.map((state) => (state.kind === "waiting" ? (state.notBefore ?? 0) - at : null))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000,
  ]);
  expect(after(noContext, running({ faults: 6 }, { continueFrom: earlierWork }))).toMatchObject({
    kind: "failed",
    reason: { kind: "context", detail: "disk full" },
    kept: earlierWork,
    counts: { failures: 0 },
  });
});

it("an attempt whose agent runs begins the count of faults anew", () => {
  expect(after(ended(exit3, judged("f")), running({ faults: 6 }))).toMatchObject({
    kind: "waiting",
    why: "retry",
    counts: { failures: 1, faults: 0 },
  });
});

it("a cause that only a person can change fails the sheet at once", () => {
  const lasting = ended({ kind: "no-context", detail: "a bare repository", isLasting: true }, unvalidated, {
    capture: null,
    changed: false,
  });
  expect(after(lasting)).toMatchObject({
    kind: "failed",
    reason: { kind: "context", detail: "a bare repository" },
    counts: { failures: 0, faults: 0 },
  });
});

import { expect, it } from "vitest";
import { makeOutcome } from "../../../test/kit/outcomes.ts";
import { driftOf, spreadOf } from "./drift.ts";

const many = (count: number, landed: number, more: Parameters<typeof makeOutcome>[0] = {}) =>
  Array.from({ length: count }, (_, index) => makeOutcome({ fate: index < landed ? "landed" : "failed", ...more }));

it("an agent that became worse at some work is shown, one that did not is not", () => {
  const found = driftOf([
    ...many(100, 80),
    ...many(100, 70, { agent: "codex" }),
    ...many(50, 20),
    ...many(50, 34, { agent: "codex" }),
    ...many(8, 0, { agent: "young" }),
  ]);
  expect(found.map(({ agent, isShown }) => [agent, isShown])).toEqual([
    ["claude", true],
    ["codex", false],
  ]);
  expect(found[0]).toMatchObject({ before: { good: 80, trials: 100 }, newest: { good: 20, trials: 50 } });
});

it("entropy is 1 where agents are tried alike, and 0 for one alone", () => {
  expect(spreadOf([...many(4, 4), ...many(4, 4, { agent: "codex" }), ...many(3, 3, { work: "testing" })])).toEqual([
    { work: "general", attempts: 8, agents: 2, entropy: 1 },
    { work: "testing", attempts: 3, agents: 1, entropy: 0 },
  ]);
});

import { expect, it } from "vitest";
import type { TimelineSheet } from "../../../api/contract/timeline.ts";
import type { JobId } from "../../../base/ids.ts";
import { makeToldMemory } from "./told.ts";

const cost = { usd: 1, unknown: 0, inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const one = (id: string, state: string, more: object = {}): TimelineSheet =>
  ({
    ...{ id, title: id, state, why: null, attempts: 0, agent: "a", cost, after: [], spans: [["waiting", 0]] },
    ...more,
  }) as unknown as TimelineSheet;
const job = "job" as JobId;
const ids = (sheets: readonly TimelineSheet[]): readonly string[] => sheets.map(({ id }) => id);

it("with a mark only the differences since that answer are told, though other clients asked in between", () => {
  const memory = makeToldMemory(() => "m");
  const first = memory.tell(job, [one("a", "waiting"), one("b", "waiting"), one("c", "waiting")]);
  expect([ids(first.sheets), first.isPart]).toEqual([["a", "b", "c"], undefined]);
  memory.tell(job, [one("a", "running"), one("b", "waiting"), one("c", "waiting")]);
  const dearer = one("c", "waiting", { cost: { ...cost, usd: 2 } });
  const second = memory.tell(job, [one("a", "running"), one("b", "waiting"), dearer], first.mark);
  expect([ids(second.sheets), second.isPart]).toEqual([["a", "c"], true]);
  const third = memory.tell(job, [one("a", "running"), one("b", "waiting"), dearer], second.mark);
  expect([ids(third.sheets), third.mark]).toEqual([[], second.mark]);
});

it("everything is told again where the plan has other sheets, or the mark is of another process", () => {
  let names = 0;
  const memory = makeToldMemory(() => `m${String((names += 1))}`);
  const { mark } = memory.tell(job, [one("a", "waiting")]);
  const grown = memory.tell(job, [one("a", "waiting"), one("b", "waiting")], mark);
  expect([ids(grown.sheets), grown.isPart]).toEqual([["a", "b"], undefined]);
  for (const other of [mark, "", "x.1", `${grown.mark}9`, "m2.1e1"])
    expect(memory.tell(job, [one("a", "waiting"), one("b", "waiting")], other).isPart).toBeUndefined();
});

import { expect, test } from "vitest";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { FormReader } from "../agent.ts";
import type { Model } from "../profiles/profile.ts";
import { priced, priceOf } from "./prices.ts";

const price = (input: number): Model["price"] => ({ input, output: 10, cacheRead: 0.5, cacheWrite: null });
const models: readonly Model[] = [
  { name: "big-*", context: null, price: price(2) },
  { name: "big-1", context: null, price: price(3) },
  { name: "free", context: 1000, price: null },
];

const usage: Usage = {
  inputTokens: 1_000_000,
  outputTokens: 100_000,
  cacheReadTokens: 2_000_000,
  cacheWriteTokens: 1_000_000,
  usd: null,
};
const spent = (usd: number | null): AgentEvent => ({ kind: "spent", scope: "turn", usage: { ...usage, usd } });
const started = (model: string | null): AgentEvent => ({ kind: "started", session: null, model });

/** The reported costs of an agent that prints these events, one a line. */
function costs(events: readonly AgentEvent[], asked: string | null): readonly (number | null)[] {
  const [...rest] = events;
  const inner: FormReader = { form: { format: "text" }, line: () => rest.splice(0, 1), end: () => rest.splice(0) };
  const reader = priced(inner, models, asked);
  const told = [...reader.line(""), ...reader.line(""), ...reader.end()];
  return told.flatMap((event) => (event.kind === "spent" ? [event.usage.usd] : []));
}

test("an exact name counts before the beginning of one, and an unknown model has no price", () => {
  expect([priceOf(models, "big-1")?.input, priceOf(models, "big-2")?.input]).toEqual([3, 2]);
  expect([priceOf(models, "free"), priceOf(models, "small"), priceOf(models, null)]).toEqual([null, null, null]);
});

test("tokens without a price get one, cached ones at their own price where it is known", () => {
  expect(costs([spent(null)], "big-2")).toEqual([2 + 1 + 1 + 2]);
});

test("a cost that the agent reports is left as it is", () => {
  expect(costs([spent(0.25)], "big-1")).toEqual([0.25]);
});

test("the model that the agent names counts more than the one that was asked for", () => {
  expect(costs([started("big-1"), spent(null)], "big-2")).toEqual([3 + 1 + 1 + 3]);
  expect(costs([started(null), spent(null)], "big-2")).toEqual([6]);
});

test("without a price, it stays unknown", () => {
  expect(costs([started("small"), spent(null)], "big-1")).toEqual([null]);
  expect(costs([spent(null)], null)).toEqual([null]);
});

import type { Usage } from "../../sheet/cost/usage.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { StreamReader } from "../agent.ts";
import type { ModelPrice } from "../bridge-request.ts";
import type { Model } from "../profiles/profile.ts";

/** What a model costs; `null`: nobody said. An exact name counts before one that ends in `*`. */
export function priceOf(models: readonly Model[], name: string | null): ModelPrice | null {
  if (name === null) return null;
  const exact = models.find((model) => model.name === name);
  const found = exact ?? models.find((model) => model.name.endsWith("*") && name.startsWith(model.name.slice(0, -1)));
  return found?.price ?? null;
}

/** In US dollars. */
function costOf(usage: Usage, { input, output, cacheRead, cacheWrite }: ModelPrice): number {
  const perMillion =
    usage.inputTokens * input +
    usage.outputTokens * output +
    usage.cacheReadTokens * (cacheRead ?? input) +
    usage.cacheWriteTokens * (cacheWrite ?? input);
  return perMillion / 1_000_000;
}

/**
 * A reader whose agent tells tokens but no money: what is known of prices is added. `asked`: the model until the agent
 * names one.
 */
export function priced(reader: StreamReader, models: readonly Model[], asked: string | null): StreamReader {
  let model = asked;
  const withPrice = (event: AgentEvent): AgentEvent => {
    if (event.kind === "started" && event.model !== null) model = event.model;
    if (event.kind !== "spent" || event.usage.usd !== null) return event;
    const price = priceOf(models, model);
    return price === null ? event : { ...event, usage: { ...event.usage, usd: costOf(event.usage, price) } };
  };
  return { line: (text) => reader.line(text).map(withPrice), end: () => reader.end().map(withPrice) };
}

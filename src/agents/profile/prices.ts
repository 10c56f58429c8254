import type { Usage } from "../../sheet/cost/usage.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { FormReader } from "../agent.ts";
import type { ModelPrice } from "../bridge-request.ts";
import type { CliProfile, Model, Profile } from "../profiles/profile.ts";

/** `null`: unknown. An exact name wins over one that ends in `*`. */
export function priceOf(models: readonly Model[], name: string | null): ModelPrice | null {
  if (name === null) return null;
  const exact = models.find((model) => model.name === name);
  const found = exact ?? models.find((model) => model.name.endsWith("*") && name.startsWith(model.name.slice(0, -1)));
  return found?.price ?? null;
}

export function costOf(usage: Omit<Usage, "usd">, { input, output, cacheRead, cacheWrite }: ModelPrice): number {
  const perMillion =
    usage.inputTokens * input +
    usage.outputTokens * output +
    usage.cacheReadTokens * (cacheRead ?? input) +
    usage.cacheWriteTokens * (cacheWrite ?? input);
  return perMillion / 1_000_000;
}

/** Adds prices to usage without a cost. `asked`: the model until the agent names one. */
export function priced(reader: FormReader, models: readonly Model[], asked: string | null): FormReader {
  let model = asked;
  const withPrice = (event: AgentEvent): AgentEvent => {
    if (event.kind === "started" && event.model !== null) model = event.model;
    if (event.kind !== "spent" || event.usage.usd !== null) return event;
    const price = priceOf(models, model);
    return price === null ? event : { ...event, usage: { ...event.usage, usd: costOf(event.usage, price) } };
  };
  return {
    form: reader.form,
    line: (text) => reader.line(text).map(withPrice),
    end: () => reader.end().map(withPrice),
  };
}

/** For what an agent exports. `asked`: the model where it names none. */
export function exportedPrice(
  { models }: Pick<Profile, "models">,
  asked: string | null,
): (model: string | null) => ModelPrice | null {
  return (model) => priceOf(models, model ?? asked);
}

/** Why the cost of a run will be unknown; `null`: it may be reported. `model`: the score's. */
export function whyNoCost(profile: Profile, model: string | null): string | null {
  const asked = model ?? profile.model;
  switch (profile.kind) {
    case "acp":
      // Only a run shows whether an ACP agent reports it.
      return null;
    case "http":
      return whyNoPrice(profile, asked, false);
    case "cli":
      return whyNoCostOf(profile, asked);
  }
}

function whyNoCostOf(profile: CliProfile, model: string | null): string | null {
  const { format, usd, output_tokens: tokens, model: named } = profile.output;
  switch (format) {
    case "claude":
    case "opencode":
    case "tutti":
      return null;
    case "gemini":
      return whyNoPrice(profile, model, true);
    case "codex":
      return whyNoPrice(profile, model, false);
    case "json":
    case "jsonl":
      if (usd !== undefined) return null;
      return tokens === undefined ? reportsNothing : whyNoPrice(profile, model, named !== undefined);
    case "text":
      // Only a run shows whether it exports a cost, or a model that has a price.
      return profile.exports === null ? reportsNothing : null;
  }
}

const reportsNothing = "it reports no cost";

/** For agents that report tokens only. `isNamed`: a run names its model. */
function whyNoPrice({ models }: Profile, model: string | null, isNamed: boolean): string | null {
  if (model !== null) return priceOf(models, model) === null ? `its profile has no price for ${model}` : null;
  if (!models.some(({ price }) => price !== null)) return "its profile has no prices";
  return isNamed ? null : "no model is named, so no price is known";
}

import type { CliProfile, Profile } from "../profiles/profile.ts";
import { priceOf } from "./prices.ts";

/**
 * Why nobody will know what a run of this agent costs; `null`: it may tell. `model`: the one that the score asks for.
 */
export function whyNoCost(profile: Profile, model: string | null): string | null {
  const asked = model ?? profile.model;
  switch (profile.kind) {
    case "acp":
      // The protocol has a place for it, and only a run shows whether the agent uses it.
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
      return tokens === undefined ? tellsNothing : whyNoPrice(profile, model, named !== undefined);
    case "text":
      return tellsNothing;
  }
}

const tellsNothing = "it tells no cost";

/** Of one that tells tokens only. `isNamed`: a run says which model it uses. */
function whyNoPrice({ models }: Profile, model: string | null, isNamed: boolean): string | null {
  if (model !== null) return priceOf(models, model) === null ? `its profile has no price for ${model}` : null;
  if (!models.some(({ price }) => price !== null)) return "its profile has no prices";
  return isNamed ? null : "no model is named, so no price is known";
}

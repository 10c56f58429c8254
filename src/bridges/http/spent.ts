import type { LanguageModelUsage } from "ai";
import type { ModelPrice } from "../../agents/bridge-request.ts";
import type { SpentLine } from "../event-line.ts";

/** What one turn took. `null`: the provider did not tell, which is not the same as nothing. */
export function spentLine(usage: LanguageModelUsage, price: ModelPrice | null): SpentLine | null {
  if (usage.inputTokens === undefined && usage.outputTokens === undefined) return null;
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = usage.inputTokenDetails;
  const input =
    usage.inputTokenDetails.noCacheTokens ?? Math.max(0, (usage.inputTokens ?? 0) - cacheReadTokens - cacheWriteTokens);
  const output = usage.outputTokens ?? 0;
  const usd =
    price === null
      ? null
      : (input * price.input +
          output * price.output +
          cacheReadTokens * (price.cacheRead ?? price.input) +
          cacheWriteTokens * (price.cacheWrite ?? price.input)) /
        1_000_000;
  return {
    type: "spent",
    scope: "turn",
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: cacheReadTokens,
    cache_write_tokens: cacheWriteTokens,
    usd,
  };
}

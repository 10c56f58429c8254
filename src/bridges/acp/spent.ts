import type { PromptResponse, UsageUpdate } from "@agentclientprotocol/sdk";
import { type SpentLine, type Tokens, spent } from "../event-line.ts";

/** Costs of a session, which may be older than this run. */
export interface Costs {
  note(update: UsageUpdate, isBefore: boolean): void;
  /** Of this run; `null`: unknown, or not in US dollars. */
  usd(): number | null;
}

export function makeCosts(): Costs {
  let before = 0;
  let now: number | null = null;
  return {
    note({ cost }, isBefore) {
      if (cost?.currency.toUpperCase() !== "USD") return;
      if (isBefore) before = cost.amount;
      else now = cost.amount;
    },
    usd: () => (now === null ? null : Math.max(0, now - before)),
  };
}

/** Of the whole run, which may have several prompts; `null`: unknown. */
export function spentLine(responses: readonly PromptResponse[], usd: number | null): SpentLine | null {
  const known = responses.map(tokensOf).filter((tokens) => tokens !== null);
  return known.length === 0 && usd === null ? null : spent("total", known.reduce(sum, noTokens), usd);
}

function tokensOf(response: PromptResponse): Tokens | null {
  const { usage } = response as { readonly usage?: unknown };
  const { quota } = (response._meta ?? {}) as { readonly quota?: { readonly token_count?: unknown } };
  return tokensIn(usage, draftKeys) ?? tokensIn(quota?.token_count, geminiKeys);
}

function sum(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  };
}

const noTokens: Tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

type Keys = readonly [input: string, output: string, cacheRead: string, cacheWrite: string];
/** A draft of the protocol that agents use already. */
const draftKeys: Keys = ["inputTokens", "outputTokens", "cachedReadTokens", "cachedWriteTokens"];
const geminiKeys: Keys = ["input_tokens", "output_tokens", "cached_tokens", ""];

function tokensIn(value: unknown, keys: Keys): Tokens | null {
  const fields = (value ?? {}) as Record<string, unknown>;
  const [input, output, ...cached] = keys.map((key) => (typeof fields[key] === "number" ? fields[key] : undefined));
  if (input === undefined && output === undefined) return null;
  const [cacheReadTokens = 0, cacheWriteTokens = 0] = cached;
  return { inputTokens: input ?? 0, outputTokens: output ?? 0, cacheReadTokens, cacheWriteTokens };
}

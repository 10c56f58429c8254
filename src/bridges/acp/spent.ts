import type { PromptResponse, UsageUpdate } from "@agentclientprotocol/sdk";
import type { SpentLine } from "../event-line.ts";

/** Costs count from the start of the session, which may be older than this run. */
export interface Costs {
  note(update: UsageUpdate, isBefore: boolean): void;
  /** Of this run so far; `null`: the agent told none, or not in US dollars. */
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

/** What the whole run took. `null`: the agent told nothing of it. */
export function spentLine(response: PromptResponse | null, usd: number | null): SpentLine | null {
  const tokens = response === null ? null : (draftUsage(response) ?? geminiUsage(response));
  if (tokens === null && usd === null) return null;
  const { input, output, cacheRead, cacheWrite } = tokens ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return {
    type: "spent",
    scope: "total",
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
    usd,
  };
}

interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Not in the stable protocol yet, and what agents send all the same. */
function draftUsage(response: PromptResponse): Tokens | null {
  const { usage } = response as { readonly usage?: unknown };
  return tokensIn(usage, {
    input: "inputTokens",
    output: "outputTokens",
    cacheRead: "cachedReadTokens",
    cacheWrite: "cachedWriteTokens",
  });
}

/** Where Gemini CLI puts it. */
function geminiUsage(response: PromptResponse): Tokens | null {
  const { quota } = (response._meta ?? {}) as { readonly quota?: { readonly token_count?: unknown } };
  return tokensIn(quota?.token_count, {
    input: "input_tokens",
    output: "output_tokens",
    cacheRead: "cached_tokens",
    cacheWrite: "",
  });
}

function tokensIn(value: unknown, keys: Readonly<Record<keyof Tokens, string>>): Tokens | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Record<string, unknown>;
  const count = (key: string) => (typeof fields[key] === "number" ? fields[key] : 0);
  if (typeof fields[keys.input] !== "number" && typeof fields[keys.output] !== "number") return null;
  return {
    input: count(keys.input),
    output: count(keys.output),
    cacheRead: count(keys.cacheRead),
    cacheWrite: count(keys.cacheWrite),
  };
}

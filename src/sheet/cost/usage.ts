/** The usage of an agent's work, as far as the agent told. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** `null`: the cost is not known. */
  readonly usd: number | null;
}

/** Of several runs together. */
export interface Spending extends Usage {
  /** Runs that told nothing, or no price: the sums are what is known, not all there was. */
  readonly unknown: number;
}

export const nothingSpentYet: Spending = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd: null,
  unknown: 0,
};

/** `usage`: `null` when a run told nothing. Money that is known stays known beside what is not. */
export function spentWith(spending: Spending, usage: Usage | null): Spending {
  if (usage === null) return { ...spending, unknown: spending.unknown + 1 };
  return { ...sumOf(spending, usage), unknown: spending.unknown + (usage.usd === null ? 1 : 0) };
}

export function spentTogether(one: Spending, other: Spending): Spending {
  return { ...sumOf(one, other), unknown: one.unknown + other.unknown };
}

/** The usage on top of the usage known before, and never less than nothing. */
export function usageWithout(usage: Usage, before: Usage | null): Usage {
  if (before === null) return usage;
  const more = (now: number, then: number): number => Math.max(0, now - then);
  return {
    inputTokens: more(usage.inputTokens, before.inputTokens),
    outputTokens: more(usage.outputTokens, before.outputTokens),
    cacheReadTokens: more(usage.cacheReadTokens, before.cacheReadTokens),
    cacheWriteTokens: more(usage.cacheWriteTokens, before.cacheWriteTokens),
    usd: usage.usd === null ? null : more(usage.usd, before.usd ?? 0),
  };
}

export function usedTogether(one: Usage | null, other: Usage | null): Usage | null {
  return one === null || other === null ? (one ?? other) : sumOf(one, other);
}

function sumOf(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    usd: one.usd === null ? other.usd : other.usd === null ? one.usd : one.usd + other.usd,
  };
}

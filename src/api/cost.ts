import type { CostPlan } from "../score/plan.ts";
import { dollars } from "../sheet/describe.ts";
import type { SheetState } from "../sheet/state.ts";
import { type Spending, nothingSpentYet, spentTogether } from "../sheet/usage.ts";

/** What a job took by now; field names are stable. Sums are of what is known: see `unknown`. */
export interface JobCost extends Spending {
  /** What it may cost in US dollars; `null`: as much as it takes. */
  readonly limitUsd: number | null;
}

/** What one agent took of it. */
export interface AgentCost extends Spending {
  readonly agent: string;
  /** `null`: the agent did not say which. */
  readonly model: string | null;
  /** How often it was run. */
  readonly attempts: number;
}

export function spentBy(state: SheetState): Spending {
  return state.kind === "skipped" ? nothingSpentYet : state.counts.spent;
}

export function jobCost(spendings: readonly Spending[], plan: CostPlan): JobCost {
  return { ...spendings.reduce(spentTogether, nothingSpentYet), limitUsd: plan.perJobUsd };
}

/** What it cost, as people read it: unknown is unknown, never nothing. `null`: nothing was run, or it costs nothing. */
export function costWords(spending: Spending): string | null {
  const { usd, unknown } = spending;
  const tokens = tokensOf(spending);
  if (usd === null) return unknown === 0 && tokens === 0 ? null : `cost unknown${tokens === 0 ? "" : ` (${tokenWords(tokens)})`}`;
  if (unknown > 0) return `≥ ${dollars(usd)} (${String(unknown)} ${unknown === 1 ? "run" : "runs"} unknown)`;
  return usd === 0 && tokens === 0 ? null : dollars(usd);
}

/** The words above in a line that begins with "Cost:". */
export function costLineWords(words: string): string {
  return `Cost: ${words.replace(/^cost /, "")}`;
}

/** The same where there is no room to say that all of it is unknown. */
export function knownCostWords(spending: Spending): string | null {
  return spending.usd === null && tokensOf(spending) === 0 ? null : costWords(spending);
}

function tokensOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Spending): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

function tokenWords(tokens: number): string {
  return tokens < 1000 ? `${String(tokens)} tokens` : `${(tokens / 1000).toFixed(tokens < 100_000 ? 1 : 0)}k tokens`;
}

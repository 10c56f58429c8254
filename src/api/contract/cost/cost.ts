import { dollars, plural } from "../../../base/text.ts";
import { withModel } from "../agents.ts";
import type { CostPlan } from "../../../score/plan/plan.ts";
import { type Spending, nothingSpentYet, spentTogether } from "../../../sheet/cost/usage.ts";
import type { SheetState } from "../../../sheet/state.ts";

/** The cost of a job by now; field names are stable. Sums include known values only: see `unknown`. */
export interface JobCost extends Spending {
  /** The limit in US dollars; `null`: no limit. */
  readonly limitUsd: number | null;
  /** Agents whose runs no limit counts; only in `status`, and only where a job or its sheets have a limit. */
  readonly uncounted?: readonly Uncounted[];
}

/** An agent whose cost is not known, now or later. */
export interface Uncounted {
  readonly agent: string;
  /** As the score names it; `null`: it names none. */
  readonly model: string | null;
  readonly why: string;
}

/** The cost and use of one agent of the job. */
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

/** The cost, as people read it: unknown is unknown, never nothing. `null`: nothing was run, or it costs nothing. */
export function costWords(spending: Spending): string | null {
  const { usd, unknown } = spending;
  const tokens = tokensOf(spending);
  if (usd === null)
    return unknown === 0 && tokens === 0 ? null : `cost unknown${tokens === 0 ? "" : ` (${tokenWords(tokens)})`}`;
  if (unknown > 0) return `≥ ${dollars(usd)} (${plural(unknown, "run")} unknown)`;
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

/** One sentence for all of them; `null`: the limit holds for every agent, or there is none. */
export function uncountedWords(uncounted: readonly Uncounted[]): string | null {
  if (uncounted.length === 0) return null;
  const named = uncounted.map((one) => `${withModel(one)} (${one.why})`);
  return `the cost limit does not hold for ${named.join(", ")}; such runs count as unknown`;
}

/** Values that runs showed replace expected ones. `isOver`: the job runs nothing any more. */
export function uncountedNow(
  expected: readonly Uncounted[],
  seen: readonly AgentCost[],
  isOver: boolean,
): readonly Uncounted[] {
  const runs = Map.groupBy(seen, ({ agent }) => agent);
  const unknown = (name: string): number => (runs.get(name) ?? []).reduce((sum, one) => sum + one.unknown, 0);
  const hasTold = (name: string): boolean => (runs.get(name) ?? []).some(({ usd }) => usd !== null);
  const still = expected.filter(({ agent }) => unknown(agent) > 0 || (!isOver && !hasTold(agent)));
  const unexpected = [...runs.keys()].filter(
    (name) => unknown(name) > 0 && !expected.some(({ agent }) => agent === name),
  );
  return [
    ...still,
    ...unexpected.map((agent) => ({ agent, model: null, why: `${String(unknown(agent))} of its runs told no cost` })),
  ];
}

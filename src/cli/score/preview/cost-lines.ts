import { type Uncounted, uncountedWords } from "../../../api/contract/cost.ts";
import type { CostPlan } from "../../../score/plan/plan.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { prose } from "../../terminal/prose.ts";

/** What may be spent, for people; no line where there is no limit. */
export function costLines({ perSheetUsd, perJobUsd, warnAt }: CostPlan): readonly string[] {
  const limits = [
    ...(perSheetUsd === null ? [] : [`${dollars(perSheetUsd)} for a sheet`]),
    ...(perJobUsd === null ? [] : [`${dollars(perJobUsd)} for the job`]),
  ];
  return limits.length === 0
    ? []
    : [`costs at most ${limits.join(", ")}; told from ${String(Math.round(warnAt * 100))} % on`];
}

/** Names agents that the limit can't hold. */
export function uncountedLines(terminal: Terminal, uncounted: readonly Uncounted[]): readonly string[] {
  const words = uncountedWords(uncounted);
  return words === null ? [] : [`${terminal.yellow("warning")} ${prose(words)}`];
}

function dollars(amount: number): string {
  return `$${amount < 0.01 ? String(amount) : amount.toFixed(2)}`;
}

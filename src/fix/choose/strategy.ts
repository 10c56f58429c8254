import type { Finding } from "../../findings/finding.ts";
import { byKind, fewestTries, isDifficult, isMastered } from "./learning.ts";
import type { Tally } from "../../findings/tally.ts";
import { type Strategy, strategies } from "../../score/plan/strategy.ts";

/**
 * How much the prompts of one sheet say, attempt by attempt: the first is where it starts, and each later one says
 * more. What was measured decides, and of several kinds of findings in one sheet the hardest: a prompt that says too
 * much costs a little, one that says too little an attempt.
 */
export function ladderFor(
  findings: readonly Pick<Finding, "tool" | "code">[],
  tallies: readonly Tally[],
): readonly [Strategy, ...Strategy[]] {
  const kinds = new Set(findings.map(({ tool, code }) => keyOf({ tool, code: code ?? "" })));
  const known = new Map<string, Tally[]>();
  for (const tally of tallies) {
    if (!kinds.has(keyOf(tally))) continue;
    const of = known.get(keyOf(tally)) ?? [];
    known.set(keyOf(tally), of);
    of.push(tally);
  }
  const starts = new Set([...kinds].map((kind) => startFor(known.get(kind) ?? [])));
  const start = strategies.findLast((strategy) => starts.has(strategy)) ?? "normal";
  const useless = new Set([...known.values()].flatMap(neverWorked));
  // The last says all there is: nothing can be above it that works where it does not.
  const [first = "verbose", ...later] = strategies
    .slice(strategies.indexOf(start))
    .filter((strategy) => !useless.has(strategy));
  return [first, ...later];
}

/** All tallies are of one kind of finding. */
function startFor(tallies: readonly Tally[]): Strategy {
  const [kind] = byKind(tallies);
  if (kind === undefined) return "normal";
  return isMastered(kind) ? "minimal" : isDifficult(kind) ? "detailed" : "normal";
}

/** Strategies that were tried often enough and fixed nothing, while one that says more did. */
function neverWorked(tallies: readonly Tally[]): readonly Strategy[] {
  const sum = (strategy: Strategy, what: "tried" | "fixed"): number =>
    tallies.reduce((all, tally) => all + (tally.strategy === strategy ? tally[what] : 0), 0);
  return strategies.filter((strategy, level) => {
    const isUseless = sum(strategy, "tried") >= fewestTries && sum(strategy, "fixed") === 0;
    return isUseless && strategies.slice(level + 1).some((higher) => sum(higher, "fixed") > 0);
  });
}

function keyOf({ tool, code }: { readonly tool: string; readonly code: string }): string {
  return JSON.stringify([tool, code]);
}

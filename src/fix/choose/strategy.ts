import type { Finding } from "../../findings/finding.ts";
import type { Tally } from "../../findings/tally.ts";
import { type Strategy, strategies } from "../../score/plan/agents/strategy.ts";

/**
 * How much each attempt's prompt says, from the start upwards. Measurements decide, and the hardest kind of finding in
 * the sheet: a prompt that says too much costs a little, one that says too little costs an attempt.
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
  // The last says everything, so nothing above it can do better.
  const [first = "verbose", ...later] = strategies
    .slice(strategies.indexOf(start))
    .filter((strategy) => !useless.has(strategy));
  return [first, ...later];
}

/** Tallies of one kind of finding. */
function startFor(tallies: readonly Tally[]): Strategy {
  const [kind] = byKind(tallies);
  if (kind === undefined) return "normal";
  return isMastered(kind) ? "minimal" : isDifficult(kind) ? "detailed" : "normal";
}

/** Strategies that often failed while one that says more worked. */
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

export interface KindTally {
  readonly tool: string;
  /** Empty: no code. */
  readonly code: string;
  readonly tried: number;
  readonly fixed: number;
  readonly introduced: number;
  /** Fixed by the tool itself, which says nothing about agents. */
  readonly autofixed: number;
  /** 0 to 1; `null`: no agent was asked. */
  readonly rate: number | null;
}

/** Fewer tries are chance. */
const fewestTries = 3;

const difficultBelow = 0.5;
const masteredFrom = 0.8;

export function byKind(tallies: readonly Tally[]): readonly KindTally[] {
  const kinds = new Map<string, readonly Tally[]>();
  for (const tally of tallies) {
    const key = JSON.stringify([tally.tool, tally.code]);
    kinds.set(key, [...(kinds.get(key) ?? []), tally]);
  }
  return [...kinds.values()].flatMap((of) => (of[0] === undefined ? [] : [kindOf(of[0], of)])).sort(inOrder);
}

export function addUp(tallies: readonly Tally[]): readonly Tally[] {
  const sums = new Map<string, Tally>();
  for (const tally of tallies) {
    const key = JSON.stringify([tally.tool, tally.code, tally.strategy, tally.agent]);
    const sum = sums.get(key);
    sums.set(
      key,
      sum === undefined
        ? tally
        : {
            ...tally,
            tried: sum.tried + tally.tried,
            fixed: sum.fixed + tally.fixed,
            introduced: sum.introduced + tally.introduced,
          },
    );
  }
  return [...sums.values()];
}

export function isDifficult({ tried, rate }: KindTally): boolean {
  return tried >= fewestTries && rate !== null && rate < difficultBelow;
}

export function isMastered({ tried, rate }: KindTally): boolean {
  return tried >= fewestTries && rate !== null && rate >= masteredFrom;
}

function kindOf({ tool, code }: Tally, tallies: readonly Tally[]): KindTally {
  const sum = (of: readonly Tally[], what: "tried" | "fixed" | "introduced"): number =>
    of.reduce((all, tally) => all + tally[what], 0);
  const agents = tallies.filter(({ strategy }) => strategy !== "autofix");
  const [tried, fixed] = [sum(agents, "tried"), sum(agents, "fixed")];
  return {
    tool,
    code,
    tried,
    fixed,
    introduced: sum(tallies, "introduced"),
    autofixed: sum(
      tallies.filter(({ strategy }) => strategy === "autofix"),
      "fixed",
    ),
    rate: tried === 0 ? null : fixed / tried,
  };
}

function inOrder(one: KindTally, other: KindTally): number {
  const [left, right] = [JSON.stringify([one.tool, one.code]), JSON.stringify([other.tool, other.code])];
  return left < right ? -1 : left > right ? 1 : 0;
}

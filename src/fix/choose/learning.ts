import type { Tally } from "../../findings/tally.ts";

/** How often agents were asked to fix a kind of finding and succeeded. */
export interface KindTally {
  readonly tool: string;
  /** Empty where the tool names none. */
  readonly code: string;
  readonly tried: number;
  readonly fixed: number;
  readonly introduced: number;
  /** Fixed by the tool itself, before any agent was asked: it says nothing of how hard it is for one. */
  readonly autofixed: number;
  /** Of 1; `null`: no agent was ever asked. */
  readonly rate: number | null;
}

/** Fewer tries than this are chance. */
export const fewestTries = 3;

const difficultBelow = 0.5;
const masteredFrom = 0.8;

/** All tallies of one kind in one, by tool and code in order. */
export function byKind(tallies: readonly Tally[]): readonly KindTally[] {
  const kinds = new Map<string, readonly Tally[]>();
  for (const tally of tallies) {
    const key = JSON.stringify([tally.tool, tally.code]);
    kinds.set(key, [...(kinds.get(key) ?? []), tally]);
  }
  return [...kinds.values()].flatMap((of) => (of[0] === undefined ? [] : [kindOf(of[0], of)])).sort(inOrder);
}

/** Tallies that differ in nothing but their numbers become one. */
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

/** Agents fail at it more often than not. */
export function isDifficult({ tried, rate }: KindTally): boolean {
  return tried >= fewestTries && rate !== null && rate < difficultBelow;
}

/** Agents fix it nearly always. */
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

import { fates, type Outcome } from "./outcome.ts";

/** The expected use of a piece of work, by the use of earlier work of its kind; `null`: not known. */
export interface Estimate {
  readonly usd: number | null;
  readonly ms: number | null;
}

/** Fewer say nothing. */
const fewestLanded = 3;

/**
 * The cost of a landed result, failed attempts included: of this kind of work with this agent, else of all work with
 * this agent. With fewer than three landed results of either, nothing is known.
 */
export function estimateFor(
  outcomes: readonly Pick<Outcome, "work" | "agent" | "fate" | "usd" | "agentMs">[],
  { work, agent }: Pick<Outcome, "work" | "agent">,
): Estimate {
  const counted = outcomes.filter((outcome) => outcome.agent === agent && fates[outcome.fate] !== null);
  const same = counted.filter((outcome) => outcome.work === work);
  const landedIn = (some: typeof counted): number => some.filter(({ fate }) => fate === "landed").length;
  const basis = [same, counted].find((some) => landedIn(some) >= fewestLanded);
  if (basis === undefined) return { usd: null, ms: null };
  const perLanded = (of: (outcome: Pick<Outcome, "usd" | "agentMs">) => number | null): number | null => {
    const known = basis.map(of);
    // One that is not known makes the sum too small.
    return known.includes(null) ? null : known.reduce((sum: number, one) => sum + (one ?? 0), 0) / landedIn(basis);
  };
  return { usd: perLanded(({ usd }) => usd), ms: perLanded(({ agentMs }) => agentMs) };
}

/** Of all sheets: their cost together, and the time of the longest chain, with no limit on how many run at once. */
export function estimateOfAll(
  sheets: readonly { readonly id: string; readonly after: readonly string[]; readonly estimate: Estimate }[],
): Estimate {
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]));
  const chains = new Map<string, number | null>();
  const chainOf = (id: string): number | null => {
    const known = chains.get(id);
    if (known !== undefined) return known;
    const { after = [], estimate } = byId.get(id) ?? {};
    const before = after.map(chainOf);
    const own = estimate?.ms ?? null;
    const chain = own === null || before.includes(null) ? null : own + Math.max(0, ...before.map((ms) => ms ?? 0));
    chains.set(id, chain);
    return chain;
  };
  const each = sheets.map(({ id }) => chainOf(id));
  const usds = sheets.map(({ estimate }) => estimate.usd);
  return {
    usd: usds.includes(null) ? null : usds.reduce((sum: number, usd) => sum + (usd ?? 0), 0),
    ms: each.includes(null) ? null : Math.max(0, ...each.map((ms) => ms ?? 0)),
  };
}

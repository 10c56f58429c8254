import { dollars, plural } from "../../base/text.ts";
import { seeded } from "../chance.ts";
import { differenceInterval, type Interval } from "../interval.ts";
import { fates, type Outcome } from "../outcomes/outcome.ts";
import type { Arm } from "./figures.ts";
import { sampledOrder } from "./thompson.ts";

/** The simulated outcome of routing by measured success on recorded attempts, beside each agent alone. */
export interface Evaluation {
  /** Whether it may be switched on. */
  readonly isGood: boolean;
  /** A sentence. */
  readonly why: string;
  /** First attempts at sheets whose agent chance or its turn chose: only these tell what another choice had come to. */
  readonly usable: number;
  readonly agents: readonly AgentShare[];
  /** Of the later half, those where routing would have chosen the same agent. */
  readonly routed: Sum;
  /** The cheapest way to a landed result with one agent for all; `null`: nothing landed. */
  readonly best: AgentShare | null;
  /** Cost of a landed result by routing, divided by that of the best agent, with its 95 % interval. */
  readonly ratio: (Interval & { readonly value: number }) | null;
}

export interface Sum {
  readonly counted: number;
  readonly landed: number;
  readonly usd: number;
}

export interface AgentShare extends Sum {
  readonly agent: string;
}

const least = { usable: 400, each: 30, matched: 50 };
/** Routing may cost so much more than the best agent, and land so much less, at the far end of the interval. */
const margin = { ratio: 1.1, rate: 0.1 };

interface Trial {
  readonly work: string;
  readonly arm: number;
  readonly isGood: boolean;
  readonly usd: number;
}

interface Evaluating {
  /** As `shownName` has them; empty: all whose attempts can be used. */
  readonly agents?: readonly string[];
  readonly minSuccess?: number;
}

const usualSuccess = 0.5;

export function evaluate(
  outcomes: readonly Outcome[],
  { agents = [], minSuccess = usualSuccess }: Evaluating = {},
): Evaluation {
  const usable = usableOf(outcomes);
  const names = agents.length > 0 ? agents : [...new Set(usable.map(shownName))].toSorted();
  const trials = usable.flatMap((outcome): readonly Trial[] => {
    const arm = names.indexOf(shownName(outcome));
    return arm === -1 ? [] : [{ work: outcome.work, arm, isGood: fates[outcome.fate] === true, usd: outcome.usd ?? 0 }];
  });
  const shares = names.map((agent, arm) => ({ agent, ...sumOf(trials.filter((trial) => trial.arm === arm)) }));
  const matched = replay(trials, names.length, minSuccess);
  const best = bestOf(shares, minSuccess);
  const bestTrials = best === null ? [] : trials.filter(({ arm }) => names[arm] === best.agent);
  const ratio = ratioOf(matched, bestTrials);
  const routed = sumOf(matched);
  return { usable: trials.length, agents: shares, routed, best, ratio, ...verdictOf({ shares, routed, best, ratio }) };
}

export function shownName({ agent, model }: Pick<Outcome, "agent" | "model">): string {
  return model === null ? agent : `${agent} (${model})`;
}

/** The first attempt at each sheet, where nothing about the work decided who made it. */
function usableOf(outcomes: readonly Outcome[]): readonly Outcome[] {
  const seen = new Set<string>();
  return outcomes.filter(({ job, sheet, drawn, fate }) => {
    const key = `${job}/${sheet}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst && drawn?.routed?.share !== undefined && fates[fate] !== null;
  });
}

/**
 * Goes through the record in its order with what was known by then, and keeps the attempts of the later half that
 * routing would have made too: their outcomes are those of routing, because its choices had no part in who made them.
 */
function replay(trials: readonly Trial[], count: number, floor: number): readonly Trial[] {
  const known = new Map<string, Sum[]>();
  const none = (): Sum[] => Array.from({ length: count }, () => nothing);
  const all = none();
  return trials.filter((trial, index) => {
    const here = known.get(trial.work) ?? none();
    known.set(trial.work, here);
    const arms = here.map((sum, arm) => armOf(sum, all[arm] ?? nothing));
    const [choice] = sampledOrder(arms, floor, seeded(`evaluate/${String(index)}`));
    for (const sums of [here, all]) sums[trial.arm] = added(sums[trial.arm] ?? nothing, trial);
    return index >= trials.length / 2 && choice === trial.arm;
  });
}

const nothing: Sum = { counted: 0, landed: 0, usd: 0 };

function added({ counted, landed, usd }: Sum, trial: Trial): Sum {
  return { counted: counted + 1, landed: landed + (trial.isGood ? 1 : 0), usd: usd + trial.usd };
}

function sumOf(trials: readonly Trial[]): Sum {
  return trials.reduce(added, nothing);
}

/** `all`: at any kind of work. */
function armOf({ counted, landed, usd }: Sum, all: Sum): Arm {
  const elsewhere = { counted: all.counted - counted, landed: all.landed - landed };
  return { used: counted, counted, landed, elsewhere, usd: counted === 0 ? null : usd / counted };
}

function bestOf(shares: readonly AgentShare[], floor: number): AgentShare | null {
  const rate = Math.max(0, ...shares.map(({ landed, counted }) => (counted === 0 ? 0 : landed / counted)));
  const fit = shares.filter(({ landed, counted }) => landed > 0 && landed / counted >= floor * rate);
  return fit.toSorted((a, b) => a.usd / a.landed - b.usd / b.landed)[0] ?? null;
}

const resamples = 400;

/** By the bootstrap, from a fixed seed. */
function ratioOf(routed: readonly Trial[], best: readonly Trial[]): Evaluation["ratio"] {
  const perLanded = ({ usd, landed }: Sum): number => usd / Math.max(landed, 0.5);
  const whole = perLanded(sumOf(best));
  if (routed.length === 0 || best.length === 0 || whole === 0) return null;
  const chance = seeded("evaluate/bootstrap");
  const again = (trials: readonly Trial[]): Sum => {
    let sum = nothing;
    for (let left = trials.length; left > 0; left -= 1) {
      const trial = trials[Math.floor(chance() * trials.length)];
      if (trial !== undefined) sum = added(sum, trial);
    }
    return sum;
  };
  const ratios = Array.from({ length: resamples }, () => perLanded(again(routed)) / perLanded(again(best))).sort(
    (a, b) => a - b,
  );
  const at = (share: number): number => ratios[Math.floor(share * resamples)] ?? 1;
  return { value: perLanded(sumOf(routed)) / whole, low: at(0.025), high: at(0.975) };
}

function verdictOf({
  shares,
  routed,
  best,
  ratio,
}: Pick<Evaluation, "routed" | "best" | "ratio"> & {
  readonly shares: readonly AgentShare[];
}): Pick<Evaluation, "isGood" | "why"> {
  const usable = shares.reduce((sum, { counted }) => sum + counted, 0);
  const fewest = shares.toSorted((a, b) => a.counted - b.counted)[0];
  if (shares.length < 2)
    return { isGood: false, why: "there are no two agents to choose from whose attempts can be compared" };
  if (usable < least.usable || (fewest?.counted ?? 0) < least.each)
    return {
      isGood: false,
      why: `${plural(usable, "recorded first attempt")} can be used, of ${fewest?.agent ?? "no agent"} ${String(fewest?.counted ?? 0)}; ${String(least.usable)} are needed, ${String(least.each)} of each agent`,
    };
  if (routed.counted < least.matched || best === null)
    return {
      isGood: false,
      why: `routing would have chosen as recorded in ${String(routed.counted)} cases; ${String(least.matched)} are needed`,
    };
  const rates = differenceInterval(
    { good: routed.landed, trials: routed.counted },
    { good: best.landed, trials: best.counted },
  );
  const figures = `${percent(routed.landed / routed.counted)} landed${ratio === null ? "" : ` at ${dollars(routed.usd / Math.max(routed.landed, 1))} a landing`}, beside ${percent(best.landed / best.counted)}${ratio === null ? "" : ` at ${dollars(best.usd / best.landed)}`} by ${best.agent} alone`;
  if (rates.low < -margin.rate)
    return {
      isGood: false,
      why: `it may land less than one agent alone: ${figures}; at the far end of the interval ${percent(-rates.low)} less`,
    };
  if (ratio !== null && ratio.high > margin.ratio)
    return {
      isGood: false,
      why: `it may cost more than one agent alone: ${figures}; ${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)} times as much`,
    };
  return { isGood: true, why: figures };
}

function percent(share: number): string {
  return `${String(Math.round(share * 100))} %`;
}

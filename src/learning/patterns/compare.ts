import { differenceInterval, type Interval, type Share } from "../interval.ts";
import { fates, type Outcome } from "../outcomes/outcome.ts";
import type { Pattern } from "./pattern.ts";

/**
 * - `proposed`: an agent's, which no person has let be compared
 * - `trial`: in the prompts of a random half of the sheets that it applies to
 * - `promoted`: shown to raise success; in all prompts but a tenth
 * - `demoted`: nothing was shown within the trial; in no prompt
 * - `quarantined`: shown to lower success; in no prompt
 */
export type PatternStatus = "proposed" | "trial" | "promoted" | "demoted" | "quarantined";

export interface Comparison extends Interval {
  readonly status: PatternStatus;
  /** First attempts at sheets with it in the prompt, and kept out by chance. */
  readonly shown: Share;
  readonly held: Share;
  /** Of the shares, with its 95 % interval. */
  readonly difference: number;
  /** How strongly the results speak against "no effect"; from 20 on that is decided. */
  readonly evidence: number;
}

/** Of one pair of arms, the results of sheets in the order of their starts. */
export interface Arms {
  readonly shown: readonly boolean[];
  readonly held: readonly boolean[];
}

/** Evidence from which an effect counts as shown: 1 in 20 patterns without any effect reaches it, however often one looks. */
const enough = 20;
/** Pairs after which a trial without a decision ends: lines of a prompt cost tokens. */
const mostPairs = 800;

export function compare({ acceptedAt }: Pick<Pattern, "acceptedAt">, arms: Arms): Comparison {
  const shown = shareOf(arms.shown);
  const held = shareOf(arms.held);
  const { evidence, status } = decided(arms);
  return {
    status: acceptedAt === null ? "proposed" : status,
    shown,
    held,
    evidence,
    ...differenceInterval(shown, held),
  };
}

/** By pattern. */
export function armsOf(outcomes: readonly Outcome[]): ReadonlyMap<string, Arms> {
  const seen = new Set<string>();
  const arms = new Map<string, { shown: boolean[]; held: boolean[] }>();
  for (const { job, sheet, drawn, fate } of outcomes) {
    const key = `${job}/${sheet}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    const isGood = fates[fate];
    // The first attempt alone: later ones know more than the note.
    if (!isFirst || isGood === null || drawn === null) continue;
    for (const side of ["shown", "held"] as const)
      for (const id of drawn[side] ?? []) {
        const own = arms.get(id) ?? { shown: [], held: [] };
        own[side].push(isGood);
        arms.set(id, own);
      }
  }
  return arms;
}

function shareOf(results: readonly boolean[]): Share {
  return { good: results.filter(Boolean).length, trials: results.length };
}

/**
 * A sequential test by e-values (Turner, Ly, Grünwald 2024, for two streams of successes): each pair of results, one
 * of each arm, multiplies the evidence by how much better two separate rates, learned from the pairs before, predict it
 * than one rate for both. Without an effect its expectation stays 1, so it reaches 20 with a probability of at most
 * 1/20 over all looks together: one may look after every result, and a bad note goes early.
 */
function decided({ shown, held }: Arms): { readonly evidence: number; readonly status: PatternStatus } {
  let log = 0;
  let [a, b] = [0, 0];
  const pairs = Math.min(shown.length, held.length);
  for (let pair = 0; pair < pairs; pair += 1) {
    const one = (a + 0.5) / (pair + 1);
    const other = (b + 0.5) / (pair + 1);
    const [good, goodHeld] = [shown[pair] === true, held[pair] === true];
    log += Math.log(chanceOf(one, good) * chanceOf(other, goodHeld));
    log -= Math.log(chanceOf((one + other) / 2, good) * chanceOf((one + other) / 2, goodHeld));
    a += good ? 1 : 0;
    b += goodHeld ? 1 : 0;
    if (log >= Math.log(enough)) return { evidence: Math.exp(log), status: a > b ? "promoted" : "quarantined" };
    if (pair + 1 >= mostPairs) return { evidence: Math.exp(log), status: "demoted" };
  }
  return { evidence: Math.exp(log), status: "trial" };
}

function chanceOf(rate: number, isGood: boolean): number {
  return isGood ? rate : 1 - rate;
}

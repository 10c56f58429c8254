import type { JobId } from "../base/ids.ts";
import { makeHeap } from "./order/heap.ts";

/** The demand of one job for the slots that all jobs share. */
export interface Demand {
  readonly job: JobId;
  /** From -5 to 5; each step up doubles its share. */
  readonly priority: number;
  readonly running: number;
  /** Sheets it could start now, its own limit applied already. */
  readonly wants: number;
  /** Where it stands among others that have as much; of a job that joins, `passFor`. */
  readonly pass: number;
  /** The folder that its sheets work in, one at a time among all jobs of this folder; `null` where each has its own. */
  readonly place: string | null;
  /** A result of it that has yet to come to rest lies in its place, though nothing runs there. */
  readonly isPlaceBusy?: boolean;
}

export interface Share {
  /** How many it may start now. */
  readonly start: number;
  /** Its pass once these have started. */
  readonly pass: number;
  /** How far the passes have come once these have started. */
  readonly reached: number;
}

interface Room {
  /** Free slots. */
  readonly free: number;
  /** How far the passes have come: 0 at first, then the greatest that a share reported. */
  readonly reached: number;
}

/**
 * Which jobs get the free slots. Each goes to the job that has the fewest running for its weight; no job's sheet is
 * ended for that. So one that is below its share, running something or nothing, is next whenever a slot comes free, and
 * until then others keep what they have. Slots count, not how long they are held: who holds one for hours has no claim
 * to more of them later.
 *
 * Among those that have equally few the smallest pass is next, and each slot moves the winner's pass on by 1 / weight.
 * With a single slot these turns are all there is, and they follow the weights. With fewer slots than jobs no job gets
 * a second one before everybody who wants has one.
 *
 * No pass is moved on from further behind than passes have come: a job that was idle, or could not use its turns, has
 * one turn before the others, not all that it missed. Hence no job waits for ever: while a job wants, has nothing
 * running and its place is free, others get at most N * (2 + W) slots, where N is the most other jobs present at once
 * and W the greatest weight among them in weights of this one, rounded up.
 */
export function shareOut(demands: readonly Demand[], { free, reached }: Room): ReadonlyMap<JobId, Share> {
  const turns = demands.map(
    (demand, order): Turn => ({
      demand,
      order,
      load: demand.running / weightOf(demand.priority),
      start: 0,
      pass: demand.pass,
      reached,
    }),
  );
  const taken = new Set(
    demands
      .filter(({ running, isPlaceBusy }) => running > 0 || isPlaceBusy === true)
      .flatMap(({ place }) => place ?? []),
  );
  const line = makeHeap(isNext);
  for (const turn of turns) if (turn.demand.wants > 0) line.push(turn);

  let latest = reached;
  for (let left = free; left > 0; ) {
    const turn = line.pop();
    if (turn === undefined) break;
    const { place, priority, wants } = turn.demand;
    // It leaves the line for this round, so that it holds no other job up.
    if (place !== null && taken.has(place)) continue;
    if (place !== null) taken.add(place);
    latest = Math.max(latest, turn.pass);
    const step = 1 / weightOf(priority);
    turn.start += 1;
    turn.load += step;
    turn.pass = latest + step;
    turn.reached = latest;
    left -= 1;
    if (turn.start < wants) line.push(turn);
  }
  return new Map(turns.map(({ demand, start, pass, reached: till }) => [demand.job, { start, pass, reached: till }]));
}

/**
 * The pass of a job that joins: as if it had just had a slot. Any less, and a stream of short jobs, each new at its
 * first slot, would be served before all that have been there for long.
 */
export function passFor(reached: number, priority: number): number {
  return reached + 1 / weightOf(priority);
}

interface Turn {
  readonly demand: Demand;
  readonly order: number;
  /** Its running sheets and its slots of this round, divided by its weight. */
  load: number;
  start: number;
  pass: number;
  reached: number;
}

/** A power of two, so that no sum of its fractions is ever rounded, and equal means equal. */
function weightOf(priority: number): number {
  return 2 ** priority;
}

function isNext(one: Turn, other: Turn): boolean {
  if (one.load !== other.load) return one.load < other.load;
  return one.pass === other.pass ? one.order < other.order : one.pass < other.pass;
}

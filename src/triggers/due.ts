import type { EpochMs } from "../base/ids.ts";
import { type Schedule, isWatch } from "./schedule.ts";
import { momentAfter } from "./timing.ts";

/** What is known of the world when a schedule is looked at. */
export interface Sight {
  readonly now: EpochMs;
  /** Whether its last run is under way. */
  readonly isBusy: boolean;
  /** What it watches, as it is now; `null`: it watches nothing, or that could not be seen. */
  readonly seen: string | null;
  /** Whether its own last run brought that about. */
  readonly isOwn: boolean;
}

/** The schedule from now on, and whether a run starts. `why`: one came due and is not started. */
export interface Turn {
  readonly schedule: Schedule;
  readonly starts: boolean;
  readonly why: string | null;
}

/** `null`: nothing is to be done. */
export function turnOf(schedule: Schedule, sight: Sight): Turn | null {
  if (schedule.isPaused) return null;
  return isWatch(schedule) ? watchTurn(schedule, sight) : timeTurn(schedule, sight);
}

function watchTurn(schedule: Schedule, { isBusy, seen, isOwn }: Sight): Turn | null {
  if (seen === null || seen === schedule.seen) return null;
  // A change that comes meanwhile is still there when the run has ended.
  if (isBusy && !schedule.rules.overlap && schedule.seen !== null) return null;
  return { schedule: { ...schedule, seen }, starts: schedule.seen !== null && !isOwn, why: null };
}

/** A moment that is older was missed: no conductor ran, or the machine slept. */
const graceMs = 60_000;
const mostMoments = 10_000;

function timeTurn(schedule: Schedule, { now, isBusy }: Sight): Turn | null {
  const { rules } = schedule;
  const moments = momentsUntil(schedule, now);
  if (moments.length === 0 && schedule.owed === 0) return null;
  const isLate = now - (moments.at(-1) ?? now) > graceMs;
  const owed = schedule.owed + owedFor(schedule, moments.length, isLate);
  const next = moments.length === 0 ? schedule.next : momentAfter(schedule.when, now, schedule.createdAt);
  if (owed === 0) {
    const why = `${String(moments.length)} missed, and missed runs are skipped`;
    return { schedule: { ...schedule, next }, starts: false, why };
  }
  if (!isBusy || rules.overlap) return { schedule: { ...schedule, next, owed: owed - 1 }, starts: true, why: null };
  // What is to be made up for waits for its turn; any other run is skipped.
  if (rules.missed === "all")
    return moments.length === 0 ? null : { schedule: { ...schedule, next, owed }, starts: false, why: null };
  return { schedule: { ...schedule, next, owed: 0 }, starts: false, why: "the last run is still under way" };
}

function owedFor({ rules, owed }: Schedule, moments: number, isLate: boolean): number {
  if (moments === 0) return 0;
  if (rules.missed === "all") return Math.min(moments, Math.max(0, rules.most - owed));
  return rules.missed === "once" || !isLate ? Math.max(0, 1 - owed) : 0;
}

function momentsUntil({ when, next, createdAt }: Schedule, now: EpochMs): readonly EpochMs[] {
  const moments: EpochMs[] = [];
  for (let at = next; at !== null && at <= now && moments.length < mostMoments; at = momentAfter(when, at, createdAt))
    moments.push(at);
  return moments;
}

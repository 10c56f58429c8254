import type { EpochMs } from "../../base/ids.ts";
import { dayOf } from "../../base/time/calendar.ts";
import type { Shut } from "../throttle/throttle.ts";
import type { Unit } from "./told.ts";

/**
 * One model of one account, as all homes of a machine know it together: who uses it, how much, and what the provider
 * allows as far as that is known.
 */
export interface Lane {
  /** As people read it. */
  readonly name: string;
  /** The account that its credentials point to. */
  readonly account: string;
  /** Sessions at once; `null`: any number. */
  readonly window: number | null;
  /** Fewest sessions at which one was refused; `null`: unknown. */
  readonly ceiling: number | null;
  /** From when on so many may be tried again, and how often that was in vain. */
  readonly trial: { readonly at: EpochMs; readonly misses: number } | null;
  /** Refusals of those that were out together are one; `from`: the window before it. */
  readonly episode: { readonly until: EpochMs; readonly from: number } | null;
  readonly shut: Shut | null;
  /** When a session was last refused. */
  readonly refusedAt: EpochMs | null;
  readonly rates: readonly Rate[];
  readonly holders: Readonly<Record<string, Holding>>;
  /** The last two minutes, oldest first. */
  readonly uses: readonly Use[];
  /** Up to when the time of sessions is in there. */
  readonly settledAt: EpochMs;
  readonly day: DayUse;
}

/** The use of one day. */
export interface DayUse {
  /** By the calendar; empty: nothing was used yet. */
  readonly day: string;
  readonly calls: number;
  readonly tokens: number;
  /** As far as agents say it. */
  readonly usd: number;
}

/** So much in any span of this length. */
export interface Rate {
  readonly unit: Exclude<Unit, "sessions">;
  readonly limit: number;
  readonly perMs: number;
}

/** The part that one home has of it. */
export interface Holding {
  readonly running: number;
  /** How many more it would start. */
  readonly wants: number;
  /** One of them should not wait behind others. */
  readonly isUrgent: boolean;
  /** When it last said so: one that says nothing for long is gone. */
  readonly at: EpochMs;
}

/** The use within one second. */
export interface Use {
  readonly at: EpochMs;
  readonly calls: number;
  readonly tokens: number;
  /** Milliseconds of all sessions together. */
  readonly busyMs: number;
}

/** Who asks, and when. */
export interface Asking {
  readonly now: EpochMs;
  readonly holder: string;
  /** Work that others wait for: a landing to be repaired, or a person. */
  readonly isUrgent: boolean;
  /** It was refused before: it starts only where that is not likely again. Others find out what is allowed. */
  readonly isWary?: boolean;
}

const bucketMs = 1_000;
export const keptMs = 120_000;

/** A provider whose limits are not known gets so many sessions at first. */
export const firstWindow = 4;

export function newLane(of: Pick<Lane, "name" | "account" | "window">): Lane {
  return {
    ...of,
    ceiling: null,
    trial: null,
    episode: null,
    shut: null,
    refusedAt: null,
    rates: [],
    holders: {},
    uses: [],
    settledAt: 0 as EpochMs,
    day: { day: "", calls: 0, tokens: 0, usd: 0 },
  };
}

export function sessionsOf({ holders }: Pick<Lane, "holders">): number {
  let sum = 0;
  for (const { running } of Object.values(holders)) sum += running;
  return sum;
}

export function runningOf({ holders }: Lane, holder: string): number {
  return holders[holder]?.running ?? 0;
}

/** A home has so many sessions out from now on. */
export function withRunning(lane: Lane, { now, holder }: Pick<Asking, "now" | "holder">, running: number): Lane {
  const before = lane.holders[holder] ?? { wants: 0, isUrgent: false };
  return withHolding(settled(lane, now), holder, { ...before, running: Math.max(0, running), at: now });
}

/** Records how many runs a home would start if it might. */
export function withWants(lane: Lane, { now, holder, isUrgent }: Asking, wants: number): Lane {
  return withHolding(lane, holder, { running: runningOf(lane, holder), wants, isUrgent, at: now });
}

/** A home that is gone has nothing out. */
export function withoutHolder(lane: Lane, { now, holder }: Pick<Asking, "now" | "holder">): Lane {
  const { [holder]: gone, ...holders } = lane.holders;
  return gone === undefined ? lane : { ...settled(lane, now), holders };
}

export function withUse(lane: Lane, now: EpochMs, { calls, tokens, usd }: Omit<DayUse, "day">): Lane {
  const today = dayOf(now);
  const before = lane.day.day === today ? lane.day : { calls: 0, tokens: 0, usd: 0 };
  const day = {
    day: today,
    calls: before.calls + calls,
    tokens: before.tokens + tokens,
    usd: before.usd + usd,
  };
  return { ...addUse(settled(lane, now), now, { calls, tokens, busyMs: 0 }), day };
}

function withHolding(lane: Lane, holder: string, holding: Holding): Lane {
  return { ...lane, holders: { ...lane.holders, [holder]: holding } };
}

/** Brings the time that sessions were out up to now, before their number changes. */
function settled(lane: Lane, now: EpochMs): Lane {
  const busyMs = Math.min(Math.max(0, now - lane.settledAt), keptMs) * sessionsOf(lane);
  return { ...(busyMs === 0 ? lane : addUse(lane, now, { calls: 0, tokens: 0, busyMs })), settledAt: now };
}

function addUse(lane: Lane, now: EpochMs, more: Omit<Use, "at">): Lane {
  const at = (Math.floor(now / bucketMs) * bucketMs) as EpochMs;
  const last = lane.uses.at(-1);
  // A clock that was set back adds to the last second that is known.
  const isSame = last !== undefined && last.at >= at;
  const before = isSame ? last : { at, calls: 0, tokens: 0, busyMs: 0 };
  const use = {
    at: before.at,
    calls: before.calls + more.calls,
    tokens: before.tokens + more.tokens,
    busyMs: before.busyMs + more.busyMs,
  };
  const earlier = isSame ? lane.uses.slice(0, -1) : lane.uses.filter((one) => one.at > now - keptMs);
  return { ...lane, uses: [...earlier, use] };
}

interface Sum extends Omit<Use, "at"> {
  /** Sessions that were out when it began. */
  readonly outBefore: number;
}

export function usedSince({ uses }: Lane, from: number): Sum {
  let [calls, tokens, busyMs, outBefore] = [0, 0, 0, 0];
  for (let place = uses.length - 1; place >= 0; place -= 1) {
    const use = uses[place];
    if (use === undefined) break;
    if (use.at + bucketMs <= from) {
      outBefore = use.at + 2 * bucketMs > from ? use.busyMs / bucketMs : 0;
      break;
    }
    calls += use.calls;
    tokens += use.tokens;
    busyMs += use.busyMs;
  }
  return { calls, tokens, busyMs, outBefore };
}

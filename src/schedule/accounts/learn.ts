import type { EpochMs } from "../../base/ids.ts";
import type { Shut } from "../throttle/throttle.ts";
import { type Lane, type Rate, firstWindow, sessionsOf } from "./lane.ts";
import type { Told } from "./told.ts";

// The number of sessions at once is a window, as TCP has one. It begins small and grows with the answers, until the
// first refusal shows where the limit is. TCP halves it then and tries again at once, because its limit changes all the
// time and a lost packet costs little. The limit of a plan stays for weeks, and a refusal costs an attempt: the window
// stays at the number that was let through, and one session more is tried after a while, less and less often. A
// provider that says its limit in figures is believed, and sessions start by what sessions use.

const widest = 1_024;
const sessionTrialMs = 10 * 60_000;
const rateTrialMs = 60_000;
const longestTrialMs = 24 * 3_600_000;

/** A provider answered a session, for the first time in it, or has not refused it for a while. */
export function afterAnswer(lane: Lane, now: EpochMs): Lane {
  const { window, ceiling, trial } = lane;
  if (window === null || (lane.episode !== null && now < lane.episode.until)) return lane;
  const out = sessionsOf(lane);
  if (ceiling === null) {
    // Sessions that were not used say nothing about whether more would be answered.
    const more = window < 2 * firstWindow ? 1 : 0.5;
    return out < window / 2 ? lane : { ...lane, window: Math.min(window + more, widest) };
  }
  if (trial !== null && now >= trial.at && out > window)
    return { ...lane, window: out, ceiling: out + 1, trial: { at: later(now, sessionTrialMs), misses: 0 } };
  return window + 1 >= ceiling ? lane : { ...lane, window: Math.min(window + 1 / window, ceiling - 1) };
}

export interface Refusal {
  readonly now: EpochMs;
  /** Until when nothing is sent there. */
  readonly shut: Shut;
  /** In the provider's words. */
  readonly told: Told | null;
  /** The session had been answered before: one call was too many, not one session. */
  readonly wasAnswered: boolean;
}

/** One session was refused, and is not out any more. */
export function afterRefusal(before: Lane, { now, shut, told, wasAnswered }: Refusal): Lane {
  const lane = { ...before, shut: lastOf(before.shut, shut), refusedAt: now };
  // A plan that is used up says nothing about how many may use it at once.
  if (shut.why !== "limit") return lane;
  if (told !== null && told.unit !== "sessions" && told.limit !== null && told.perMs !== null)
    return withRate(lane, { unit: told.unit, limit: told.limit, perMs: told.perMs });
  const out = sessionsOf(lane);
  const same = lane.episode !== null && now < lane.episode.until ? lane.episode : null;
  const from = same?.from ?? Math.min(lane.window ?? Infinity, out + 1);
  const episode = { until: Math.max(same?.until ?? 0, shut.until ?? 0) as EpochMs, from };
  if (wasAnswered && told?.unit !== "sessions") return afterOveruse(lane, episode, same !== null);
  const window = Math.max(1, told?.limit ?? Math.ceil(from / 2), Math.min(out, lane.window ?? Infinity));
  const misses = (lane.trial?.misses ?? 0) + (same === null && lane.ceiling !== null ? 1 : 0);
  const waitMs = Math.min(sessionTrialMs * 2 ** Math.min(misses, 16), longestTrialMs);
  return { ...lane, window, ceiling: window + 1, episode, trial: { at: later(now, waitMs), misses } };
}

/** A rate without figures: fewer sessions at once, and slowly back to where it was too much. */
function afterOveruse(lane: Lane, episode: NonNullable<Lane["episode"]>, isSame: boolean): Lane {
  if (isSame) return { ...lane, episode };
  const window = Math.max(1, Math.floor(episode.from * 0.85));
  const ceiling = Math.max(window + 1, episode.from);
  return { ...lane, window, ceiling, episode, trial: { at: later(episode.until, rateTrialMs), misses: 0 } };
}

function withRate(lane: Lane, rate: Rate): Lane {
  const others = lane.rates.filter(({ unit, perMs }) => unit !== rate.unit || perMs !== rate.perMs);
  return { ...lane, rates: [...others, rate] };
}

/** The one that ends last; one without an end is a person's business. */
function lastOf(one: Shut | null, other: Shut): Shut {
  return one !== null && (one.until === null || (other.until !== null && one.until >= other.until)) ? one : other;
}

/** A person knows better: its limits are learnt anew. */
export function unlearnt(lane: Lane): Lane {
  const window = lane.window === null || lane.ceiling === null ? lane.window : Math.max(lane.window, firstWindow);
  return { ...lane, window, ceiling: null, trial: null, episode: null, shut: null, rates: [] };
}

function later(now: EpochMs, ms: number): EpochMs {
  return (now + ms) as EpochMs;
}

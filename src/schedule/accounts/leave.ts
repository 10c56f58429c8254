import type { EpochMs } from "../../base/ids.ts";
import { type Shut, isShutAt } from "../throttle/throttle.ts";
import { type Asking, type Lane, type Rate, keptMs, runningOf, sessionsOf, usedSince } from "./lane.ts";

/** Whether one more session may start on a lane. */
export type LaneLeave =
  | { readonly kind: "go" }
  /** `most`: as many as may be out at once now. */
  | { readonly kind: "full"; readonly why: FullWhy; readonly most: number }
  | { readonly kind: "shut"; readonly shut: Shut };

/** `share`: another home has fewer and wants one. `urgent`: another home has a sheet that goes first. */
export type FullWhy = "sessions" | Rate["unit"] | "share" | "urgent";

/** Of the sessions or of a rate: for sheets that should not wait behind the others. */
const headroom = 0.05;
/** A want that is not said again is none any more. */
export const wantMs = 2_000;

export function laneLeave(lane: Lane, asking: Asking): LaneLeave {
  const { now, isUrgent, isWary = false } = asking;
  if (isShutAt(lane.shut, now)) return { kind: "shut", shut: lane.shut };
  const out = sessionsOf(lane);
  const most = windowAt(lane, now);
  if (most !== null && out >= (isUrgent ? most : most - Math.floor(most * headroom)))
    return { kind: "full", why: "sessions", most };
  const rate = lane.rates.find(
    (one) => (out > 0 || isWary) && !isWithin(lane, one, { now, isWary, share: isUrgent ? 1 : 1 - headroom }),
  );
  if (rate !== undefined) return { kind: "full", why: rate.unit, most: out };
  // Without any limit there is nothing to share.
  const other = (most === null && lane.rates.length === 0) || isUrgent ? null : whoIsFirst(lane, asking);
  return other === null ? { kind: "go" } : { kind: "full", why: other, most: most ?? out };
}

/** How many sessions may be out at once: one more than is known to work, when it is time to try that. */
export function windowAt({ window, ceiling, trial }: Lane, now: EpochMs): number | null {
  if (window === null) return null;
  return Math.floor(window) + (ceiling !== null && trial !== null && now >= trial.at ? 1 : 0);
}

/** The home with the fewest sessions is next. */
function whoIsFirst(lane: Lane, { now, holder }: Asking): "share" | "urgent" | null {
  const own = runningOf(lane, holder);
  const others = Object.entries(lane.holders).filter(
    ([name, { wants, at }]) => name !== holder && wants > 0 && at + wantMs >= now,
  );
  if (others.some(([, { isUrgent }]) => isUrgent)) return "urgent";
  return others.some(([, { running }]) => running < own) ? "share" : null;
}

interface Within extends Pick<Asking, "now"> {
  readonly share: number;
  readonly isWary: boolean;
}

/**
 * Whether one session more stays within a share of a rate: on the average, by what sessions have used so far; and,
 * because a burst may lie behind, at some moments to come.
 */
function isWithin(lane: Lane, { unit, limit, perMs }: Rate, { now, share, isWary }: Within): boolean {
  const seen = usedSince(lane, now - keptMs);
  if (seen.calls === 0 || seen.busyMs === 0) return true;
  const out = sessionsOf(lane);
  // Calls are known when they end. Those under way count for the provider, unless they were under way then as well.
  const startedSince = (from: number): number => {
    const since = usedSince(lane, from);
    return since[unit] + (seen[unit] / seen.calls) * Math.max(0, out - since.outBefore);
  };
  const each = startedSince(now - keptMs) / seen.busyMs;
  const most = Math.max(1, (limit * share) / (each * perMs));
  // Between two whole numbers of sessions, the real use decides.
  if (out + 1 > most && (out + 0.2 > most || usedSince(lane, now - perMs)[unit] > nearly * share * limit)) return false;
  // After a refusal the span is full of the burst that led to it: then the first call of each session counts at once.
  const isSore = isWary && lane.refusedAt !== null && now - lane.refusedAt < 1.5 * perMs;
  const atOnce = isSore ? (seen[unit] / seen.calls) * (out + 1) : 0;
  return (isSore ? closely : ahead).every((part) => {
    const behind = isSore ? usedSince(lane, now - perMs * (1 - part))[unit] : startedSince(now - perMs * (1 - part));
    // A session that uses more than all of it starts once there is nothing behind.
    return behind === 0 || behind + atOnce + (out + 1) * each * part * perMs <= limit;
  });
}

const nearly = 0.96;
/** Parts of a rate's span, from now on. */
const ahead = [0.25, 0.5];
const closely = [0.03, 0.1, 0.25, 0.5];

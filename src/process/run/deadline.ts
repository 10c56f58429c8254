import { awakeTime, type ProcessClock } from "../machine/awake.ts";
import type { WorkWatch } from "../tree/work.ts";

export interface Limits {
  readonly timeoutMs?: number | undefined;
  readonly idleMs?: number | undefined;
  readonly startMs?: number | undefined;
}

export type Overstepped = "timed-out" | "idle" | "silent";

export interface Watch {
  /** It gave a sign of life. */
  readonly seen: () => void;
  /** It has begun: there is no limit for that any more. */
  readonly begun: () => void;
  /** The time until `resume` counts for no limit. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** How long it was paused or we slept, all in all. */
  readonly pausedMs: () => number;
  readonly stop: () => void;
}

export interface Watched {
  readonly expire: (why: Overstepped) => void;
  /** What is silent may still be at work. */
  readonly work?: WorkWatch;
}

/** Timers run before input: what it printed in the last moment, or that it has ended, is read within this time. */
const lastLookMs = 20;
/**
 * Part of the silence after which its work is looked at for the first time: most silences are shorter, and looking
 * costs.
 */
const quietShare = 0.1;

/**
 * Calls `expire` at most once, when the time is up or nothing was seen for too long; only time in which we were awake
 * counts.
 */
export function watchLimits(clock: ProcessClock, limits: Limits, { expire, work }: Watched): Watch {
  const time = awakeTime(clock);
  const endsAt = time.now() + (limits.timeoutMs ?? Infinity);
  let startsBy = time.now() + (limits.startMs ?? Infinity);
  const silence = makeSilence(limits.idleMs ?? Infinity, time.now(), work);
  let isOver = false;
  let overdueFrom = Infinity;

  function look(): void {
    const now = time.now();
    const due = Math.min(endsAt, startsBy, silence.endsAt());
    if (isOver || due === Infinity) return;
    if (now < due) {
      overdueFrom = Infinity;
      time.beat(Math.min(due, silence.glance(now)) - now, look);
    } else if (now < overdueFrom + lastLookMs) {
      overdueFrom = Math.min(overdueFrom, now);
      time.beat(overdueFrom + lastLookMs - now, look);
    } else if (now < endsAt && now < startsBy && silence.hasWorked(now)) {
      silence.breakAt(now);
      look();
    } else {
      isOver = true;
      expire(now >= endsAt ? "timed-out" : now >= startsBy ? "silent" : "idle");
    }
  }

  look();
  return {
    seen: () => silence.breakAt(time.now()),
    begun: () => {
      startsBy = Infinity;
    },
    pause: () => time.pause(),
    resume: () => {
      time.resume();
      overdueFrom = Infinity;
      look();
    },
    pausedMs: () => clock.ticks() - time.now(),
    stop: () => {
      isOver = true;
      time.hush();
    },
  };
}

interface Silence {
  /** When it has lasted too long. */
  endsAt(): number;
  breakAt(now: number): void;
  /** Looks at the work when the silence has lasted a while; gives the time at which to look. */
  glance(now: number): number;
  hasWorked(now: number): boolean;
}

function makeSilence(idleMs: number, since: number, work: WorkWatch | undefined): Silence {
  let seenAt = since;
  let glancedAt: number | null = null;
  return {
    endsAt: () => seenAt + idleMs,
    breakAt: (now) => {
      seenAt = now;
      glancedAt = null;
    },
    glance: (now) => {
      const glanceAt = seenAt + idleMs * quietShare;
      if (work === undefined || glancedAt !== null) return Infinity;
      if (now < glanceAt) return glanceAt;
      glancedAt = now;
      work.begin();
      return Infinity;
    },
    hasWorked: (now) => work?.hasWorked(now - (glancedAt ?? seenAt)) ?? false,
  };
}

import { awakeTime, type ProcessClock } from "../machine/awake.ts";
import type { WorkWatch } from "../tree/work.ts";

export interface Limits {
  readonly timeoutMs?: number | undefined;
  readonly idleMs?: number | undefined;
  readonly startMs?: number | undefined;
}

export type Overstepped = "timed-out" | "idle" | "silent";

export interface Watch {
  readonly seen: () => void;
  readonly begun: () => void;
  /** The time until `resume` counts for no limit. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly pausedMs: () => number;
  readonly stop: () => void;
}

export interface Watched {
  readonly expire: (why: Overstepped) => void;
  /** A silent program may still work. */
  readonly work?: WorkWatch;
}

/** Timers run before input: its last output or exit is read within this time. */
const lastLookMs = 20;
/** When to look at its work first: most silences are shorter, and looking costs. */
const quietShare = 0.1;

/** Calls `expire` at most once; only time awake counts. */
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
  endsAt(): number;
  breakAt(now: number): void;
  /** Looks at the work after a while of silence; returns when to look. */
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

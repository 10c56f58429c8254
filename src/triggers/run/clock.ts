import { stat } from "node:fs/promises";
import { messageOf } from "../../base/error.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import { makeLooker } from "../../base/looker.ts";
import type { JobParts } from "../../conductor/jobs/parts.ts";
import { isPassing } from "../../conductor/jobs/passing.ts";
import { submit } from "../../conductor/jobs/submit/submit.ts";
import { readCommit } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository.ts";
import { openScore } from "../../score/load.ts";
import type { Entry } from "../../store/entry.ts";
import type { Turn } from "../due.ts";
import { type Schedule, isWatch } from "../schedule.ts";

/** Starts the runs of schedules. */
export interface ScheduleClock {
  begin(): void;
  /** Looks at once: a schedule was changed. */
  look(): void;
  /** How many schedules are not paused. */
  active(): number;
  stop(): Promise<void>;
}

export interface ClockParts {
  readonly jobs: JobParts;
  /** Cancels and archives the unfinished jobs of a score. */
  readonly putAway: (score: string, folder: string) => Promise<void>;
}

const pollMs = 5_000;

export function makeClock(parts: ClockParts): ScheduleClock {
  const { store, world, process } = parts.jobs;
  let active = 0;
  let unfollow: () => void = () => undefined;
  const looker = makeLooker({
    world,
    notice: process.notice,
    what: "schedules",
    lookOnce: async () => {
      const schedules = (await store.schedules()).filter(({ isPaused }) => !isPaused);
      active = schedules.length;
      const moments: EpochMs[] = [];
      for (const schedule of schedules) {
        const at = await turn(parts, schedule);
        if (at !== null) moments.push(at);
      }
      return moments.length === 0 ? null : (Math.min(...moments) as EpochMs);
    },
  });
  return {
    begin: () => {
      unfollow = store.follow((rows) => {
        if (active > 0 && rows.some(({ kind }) => kind === "finished" || kind === "cancelled")) looker.look();
      });
      looker.look();
    },
    look: () => {
      looker.look();
    },
    active: () => (looker.isLooking() ? Math.max(1, active) : active),
    stop: async () => {
      unfollow();
      looker.stop();
      await looker.settled();
    },
  };
}

/** Does what is to be done for a schedule now; gives the moment at which to look at it again. */
async function turn(parts: ClockParts, schedule: Schedule): Promise<EpochMs | null> {
  const { world } = parts.jobs;
  const now = world.now();
  // Loaded where there is a schedule: the library for cron expressions is behind it.
  const { turnOf } = await import("../due.ts");
  const decided = turnOf(schedule, { now, ...(await sightOf(parts.jobs, schedule)) });
  if (decided === null) return isWatch(schedule) ? ((now + pollMs) as EpochMs) : schedule.next;
  if (!decided.starts) {
    await parts.jobs.store.journal.append([recordOf(decided, now, null)]);
    return isWatch(schedule) ? ((now + pollMs) as EpochMs) : decided.schedule.next;
  }
  const isLater = await start(parts, decided);
  return isLater ? ((now + pollMs) as EpochMs) : now;
}

async function sightOf(
  { store, git }: JobParts,
  schedule: Schedule,
): Promise<{ readonly isBusy: boolean; readonly seen: string | null; readonly isOwn: boolean }> {
  const { when, folder } = schedule;
  const started = lastJobOf(schedule);
  const job = started === null ? undefined : await store.job(started);
  const isBusy = job !== undefined && job.status.kind !== "finished" && job.status.kind !== "cancelled";
  if (when.kind === "file") return { isBusy, seen: await signOf(when.path), isOwn: false };
  if (when.kind !== "branch") return { isBusy, seen: null, isOwn: false };
  const repository = await openRepository(git, folder).catch(() => undefined);
  const tip =
    repository === undefined ? undefined : await readCommit(git, repository.commonDir, `refs/heads/${when.name}`);
  const own = job === undefined || tip === undefined ? [] : [...(await store.sheets(job.id)).values()];
  return { isBusy, seen: tip ?? null, isOwn: own.some((state) => state.kind === "landed" && state.commit === tip) };
}

function lastJobOf({ lastJob, last }: Schedule): JobId | null {
  return lastJob ?? last?.job ?? null;
}

async function signOf(path: string): Promise<string> {
  return stat(path).then(
    ({ mtimeMs, size }) => `${String(mtimeMs)} ${String(size)}`,
    () => "none",
  );
}

/** True: it could not be started now, and is tried again. */
async function start(parts: ClockParts, decided: Turn): Promise<boolean> {
  const { jobs, putAway } = parts;
  const { id, score, folder, rules } = decided.schedule;
  const at = jobs.world.now();
  try {
    // As cron does: a terminal that is gone, with a logout or a reboot, is no reason not to run.
    const environment = await jobs.agents.terminal(terminalOf(id)).catch(() => undefined);
    const source = openScore(score);
    await submit(
      jobs,
      {
        score: { path: score, baseDir: source.source.baseDir, text: source.text },
        folder,
        environment,
        fresh: rules.fresh,
      },
      {
        note: ({ job }) => [recordOf(decided, at, job)],
        clear: async () => {
          if (rules.fresh) await putAway(score, folder);
        },
      },
    );
    return false;
  } catch (error) {
    if (isPassing(error)) return true;
    await jobs.store.journal.append([recordOf({ ...decided, why: messageOf(error) }, at, null)]);
    return false;
  }
}

/** Under which name the terminal of a schedule is kept. */
export function terminalOf(id: string): JobId {
  return `schedule ${id}` as JobId;
}

function recordOf({ schedule, why }: Turn, at: EpochMs, job: JobId | null): Entry {
  const isNews = job !== null || why !== null;
  const last = isNews ? { at, job, why } : schedule.last;
  const what = job === null ? ("skipped" as const) : ("started" as const);
  return {
    about: "schedule",
    id: schedule.id,
    schedule: { ...schedule, last, lastJob: job ?? lastJobOf(schedule) },
    event: isNews ? { kind: "schedule", at, schedule: schedule.id, what, started: job, why } : null,
  };
}

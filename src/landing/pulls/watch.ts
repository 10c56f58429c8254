import { messageOf } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import type { World } from "../../base/world.ts";
import { isOngoing } from "../../sheet/job.ts";
import type { JobParts } from "../../conductor/jobs/parts.ts";
import { makesPulls } from "./list.ts";

interface PullWatching {
  readonly world: World;
  /** How long from one look to the next; `null` or 0: nobody looks. */
  readonly pollMs: () => number | null;
  /** Whose pull requests are looked at. */
  readonly jobs: () => Promise<readonly JobId[]>;
  readonly sync: (job: JobId) => Promise<unknown>;
  readonly notice: (text: string) => void;
}

/** A setting may change while nobody looks. */
const restMs = 60_000;

/** Looks at pull requests again and again, as long as it is not ended. What keeps it from one is said once. */
export function watchPulls({ world, pollMs, jobs, sync, notice }: PullWatching): { stop(): void } {
  const said = new Map<JobId, string>();
  let isOver = false;
  let forget = (): void => undefined;
  const look = async (): Promise<void> => {
    for (const job of await jobs()) {
      if (isOver) return;
      await sync(job).then(
        () => said.delete(job),
        (error: unknown) => {
          const text = `the pull requests of ${job} could not be looked at: ${messageOf(error)}`;
          if (said.get(job) !== text) notice(text);
          said.set(job, text);
        },
      );
    }
  };
  const next = (): void => {
    if (isOver) return;
    const delay = pollMs() ?? 0;
    forget = world.after(delay > 0 ? delay : restMs, () => {
      const work = delay > 0 ? look() : Promise.resolve();
      void work.catch(() => undefined).finally(next);
    });
  };
  next();
  return {
    stop: () => {
      isOver = true;
      forget();
    },
  };
}

/**
 * Jobs that are played with pull requests open, and, where this process is there for all, those that rest because of
 * them.
 */
export async function watchedJobs(
  { store, stage }: Pick<JobParts, "store" | "stage">,
  isForAll: boolean,
): Promise<readonly JobId[]> {
  const played = stage.all().filter(({ book }) => book.agenda().count("proposed") > 0);
  const resting = isForAll
    ? (await store.unfinished()).filter(
        (job) => makesPulls(job) && !isOngoing(job) && stage.playing(job.id) === undefined,
      )
    : [];
  const open = resting.filter(({ status }) => status.kind === "paused" && status.cause.kind !== "user");
  return [...played.map(({ book }) => book.job().id), ...open.map(({ id }) => id)];
}

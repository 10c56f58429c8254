import { TuttiError, codeOf, messageOf } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import type { World } from "../../base/world.ts";
import { type Book, openBook } from "../../conductor/book.ts";
import type { Hands } from "../../conductor/hands.ts";
import { type Rest, playJob } from "../../conductor/loop.ts";
import type { Git } from "../../git/git.ts";
import { openRepository, requireRepository } from "../../git/repository.ts";
import { type Job, type JobEvent } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { Store } from "../../store/open.ts";
import type { Course, Ending, Player } from "../contract.ts";
import { viewOf } from "./job-view.ts";
import { jobsNearest } from "./nearest.ts";
import { progressOf } from "./progress.ts";
import { makeJob } from "./submit.ts";

export interface PlayerParts {
  readonly git: Git;
  readonly world: World;
  readonly store: Store;
  /** The hands for one job's repository. */
  equip(job: Job, notice: (text: string) => void): Promise<Hands>;
  close(): Promise<void>;
}

/** The door to the engine for whoever holds the writer lock. */
export function makePlayer(parts: PlayerParts): Player {
  return {
    run: async ({ plan, folder, parallel }, course) => {
      const repository = await openRepository(parts.git, folder);
      const job = await makeJob(parts.git, parts.world, { plan, repository, folder, parallel: parallel ?? plan.parallel, epoch: parts.store.epoch });
      return play(parts, course, { job, states: new Map(), first: { kind: "submitted", at: job.createdAt, job } });
    },
    resume: async ({ job: id, folder, parallel, retryFailed }, course) => {
      const job = id === undefined ? await nextJobHere(parts, folder, retryFailed) : await requireJob(parts.store, id);
      if (job === undefined) return undefined;
      requirePlan(job);
      await requireRepository(job.repository);
      const states = await parts.store.sheets(job.id);
      const first: JobEvent = { kind: "resumed", at: parts.world.now(), parallel: parallel ?? job.parallel, epoch: parts.store.epoch };
      return play(parts, course, { job, states, first, retryFailed });
    },
    close: () => parts.close(),
  };
}

interface Play {
  readonly job: Job;
  readonly states: Awaited<ReturnType<Store["sheets"]>>;
  readonly first: JobEvent;
  readonly retryFailed?: boolean;
}

async function play(parts: PlayerParts, course: Course, start: Play): Promise<Ending> {
  const hands = await parts.equip(start.job, (text) => {
    course.watch({ kind: "notice", text });
  });
  const book = openBook(parts.store.journal, start, (news) => {
    course.watch(progressOf(book, news));
  });
  const isInterrupted = start.first.kind === "resumed" && start.job.status.kind === "running";
  await book.recordJob(start.first);
  if (start.retryFailed === true) await retryFailed(parts, book);
  const rest = await playJob(hands, book, { limit: book.job().parallel, stop: course.stop, isInterrupted }).catch((error: unknown) =>
    broken(parts, book, error),
  );
  if (rest.kind !== "broken") await book.recordJob(closing(rest, parts.world));
  return { job: viewOf(book), how: rest };
}

/** What stopped a job from the outside: it is safe and can be resumed. A fault of our own is thrown on. */
async function broken(parts: PlayerParts, book: Book, error: unknown): Promise<Extract<Ending["how"], { kind: "broken" }>> {
  // A store that can't be written any more has said so itself; everything else is worth a last entry.
  if (codeOf(error) !== "store.write_failed") await book.recordJob({ kind: "paused", at: parts.world.now(), why: messageOf(error) });
  if (!(error instanceof TuttiError) || error.audience === "bug") throw error;
  return { kind: "broken", code: error.code, message: error.message, hint: error.hint ?? null };
}

async function retryFailed(parts: PlayerParts, book: Book): Promise<void> {
  const failed = [...book.states()].filter(([, state]: readonly [unknown, SheetState]) => state.kind === "failed" || state.kind === "cancelled");
  await book.recordSheets(failed.map(([sheet]) => ({ sheet, event: { kind: "retried", at: parts.world.now() } })));
}

function closing(rest: Rest, world: World): JobEvent {
  const at = world.now();
  switch (rest.kind) {
    case "finished":
      return { kind: "finished", at, failed: rest.failed };
    case "parked":
      return { kind: "paused", at, why: `parked until ${new Date(rest.until).toISOString()}` };
    case "stopped":
      return { kind: "paused", at, why: "interrupted" };
  }
}

/** The newest job of the folder's repository that has something left to do. */
async function nextJobHere(parts: PlayerParts, folder: string, evenFinished: boolean): Promise<Job | undefined> {
  const jobs = await jobsNearest(parts.git, await parts.store.jobs(), folder);
  return jobs.find((job) => job.status.kind !== "finished" || (evenFinished && job.status.failed > 0));
}

async function requireJob(store: Store, id: JobId): Promise<Job> {
  const found = await store.job(id);
  if (found === undefined) throw unknownJob(id);
  return found;
}

/** Plans are kept as they were made; one of another shape can be looked at, not played. */
function requirePlan(job: Job): void {
  if ((job.plan as { version?: number }).version === 2) return;
  throw new TuttiError("job.old_plan", `${job.id} was made by another version of Tutti, whose plans this one can't play`, {
    audience: "user",
    hint: "Go on with the version that made it, or run its score again: what has landed stays.",
  });
}

export function unknownJob(id: string): TuttiError {
  return new TuttiError("job.unknown", `there is no job ${id}`, { audience: "user", hint: "tutti list shows the jobs there are." });
}

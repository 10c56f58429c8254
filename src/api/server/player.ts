import { TuttiError, codeOf, messageOf } from "../../base/error.ts";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { World } from "../../base/world.ts";
import { type Book, openBook } from "../../conductor/book.ts";
import { type Rest, playJob } from "../../conductor/loop.ts";
import { requireRepository } from "../../git/repository.ts";
import { requireHomeOutside, requireOutsideHome } from "../../isolation/outside.ts";
import type { Plan } from "../../score/plan.ts";
import { type Job, type JobEvent } from "../../sheet/job.ts";
import { type SheetState, fresh } from "../../sheet/state.ts";
import type { Store } from "../../store/open.ts";
import type { Course, Ending, Player } from "../contract.ts";
import type { AttemptFrom } from "../custody.ts";
import { type InferParts, inferJob } from "./infer/infer.ts";
import { writeKeptJob } from "./infer/kept-job.ts";
import { requirePlan } from "./job-plan.ts";
import { viewOf } from "./job-view.ts";
import { jobsNearest } from "./nearest.ts";
import { progressOf } from "./progress.ts";
import { makeJob } from "./submit.ts";

export interface PlayerParts extends InferParts {
  /** Whether contexts of failed sheets are kept unless the score says otherwise. */
  readonly keepFailed: boolean;
  close(): Promise<void>;
}

/** The door to the engine for whoever holds the writer lock. */
export function makePlayer(parts: PlayerParts): Player {
  return {
    run: async ({ plan, folder, parallel }, course) => {
      if (plan.isolation.folder !== null) await requireOutsideHome(plan.isolation.folder, parts.places.home);
      const place = await parts.openPlace(folder);
      await requireHomeOutside(parts.places.home, place.repository);
      const job = await makeJob(parts.git, parts.world, {
        plan: settled(parts, plan),
        place,
        folder,
        parallel: parallel ?? plan.parallel,
        epoch: parts.store.epoch,
      });
      await writeKeptJob(parts.places, job);
      return play(parts, course, { job, states: new Map(), first: { kind: "submitted", at: job.createdAt, job } });
    },
    resume: async ({ job: named, folder, parallel, retryFailed, from, infer }, course) => {
      const id =
        infer === undefined ? named : await inferJob(parts, course, { job: named, folder, plan: infer.plan === null ? null : settled(parts, infer.plan) });
      const job = id === undefined ? await nextJobHere(parts, folder, retryFailed) : await requireJob(parts.store, id);
      if (job === undefined) return undefined;
      requirePlan(job);
      await requireRepository(job.repository);
      const states = await parts.store.sheets(job.id);
      if (from !== undefined) requireRetriable(from.sheet, states.get(from.sheet) ?? fresh);
      const first: JobEvent = { kind: "resumed", at: parts.world.now(), parallel: parallel ?? job.parallel, epoch: parts.store.epoch };
      return play(parts, course, { job, states, first, retryFailed, ...(from === undefined ? {} : { from }) });
    },
    close: () => parts.close(),
  };
}

/** The machine's owner may have said that nothing of failed sheets is to stay. */
function settled({ keepFailed }: PlayerParts, plan: Plan): Plan {
  return keepFailed ? plan : { ...plan, isolation: { ...plan.isolation, cleanupOnFailure: true } };
}

interface Play {
  readonly job: Job;
  readonly states: Awaited<ReturnType<Store["sheets"]>>;
  readonly first: JobEvent;
  readonly retryFailed?: boolean;
  /** A snapshot that one sheet is to be tried again from. */
  readonly from?: Omit<AttemptFrom, "job">;
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
  const onRecovered = async (): Promise<void> => {
    if (start.from !== undefined) await retryFrom(parts, book, start.from);
  };
  const rest = await playJob(hands, book, { limit: book.job().parallel, stop: course.stop, isInterrupted, onRecovered }).catch((error: unknown) =>
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

function requireRetriable(sheet: SheetId, { kind }: SheetState): void {
  // What was running when its Tutti died goes back to waiting before anything else happens.
  if (["failed", "cancelled", "waiting", "running"].includes(kind)) return;
  throw new TuttiError("job.not_retriable", `${sheet} is ${kind}: there is nothing to try again`, {
    audience: "user",
    hint: "Bring the snapshot back to a folder or a branch instead: tutti restore --to, --branch.",
  });
}

async function retryFrom(parts: PlayerParts, book: Book, { sheet, commit, base }: Omit<AttemptFrom, "job">): Promise<void> {
  await book.recordSheets([{ sheet, event: { kind: "retried", at: parts.world.now(), from: { commit, base } } }]);
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

export function unknownJob(id: string): TuttiError {
  return new TuttiError("job.unknown", `there is no job ${id}`, {
    audience: "user",
    hint: "tutti list shows the jobs there are; tutti resume --infer rebuilds one that the database has lost.",
  });
}

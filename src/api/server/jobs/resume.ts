import type { JobId, SheetId } from "../../../base/ids.ts";
import { TuttiError } from "../../../base/error.ts";
import type { Book } from "../../../conductor/book.ts";
import { requireRepository } from "../../../git/repository.ts";
import type { Restored } from "../../../sheet/event.ts";
import { type Job, type JobEvent, isOngoing } from "../../../sheet/job.ts";
import { type SheetState, fresh } from "../../../sheet/state.ts";
import type { Accepted } from "../../results.ts";
import type { Asked } from "../../schema/methods.ts";
import { requirePlan } from "../job-plan.ts";
import { jobsNearest } from "../nearest.ts";
import { modify } from "./modify.ts";
import { type JobParts, notNow, playingNow, requireJob, requireSheet } from "./parts.ts";

/** Goes on with a job. One that is being played goes on as it does; one on its way to a pause turns back. */
export async function resume(parts: JobParts, asked: Asked<"job.resume"> & { readonly job: JobId }): Promise<Accepted> {
  parts.rememberEnvironment(asked.job, asked.environment);
  if (asked.reload !== undefined) await modify(parts, { job: asked.job, score: asked.reload, dryRun: false });
  const failed = asked.retryFailed ? failedSheets : (): readonly SheetId[] => [];
  return goOn(parts, asked.job, {
    parallel: asked.parallel ?? null,
    retry: (book) => retryAll(parts, book, failed(book)),
    ...(asked.retryFailed || asked.reload !== undefined ? {} : { isAsItStands: true }),
  });
}

/** Goes on with what a process that is gone was playing: a person's word that it had not carried out yet still holds. */
export async function takeUp(parts: JobParts, job: JobId): Promise<void> {
  await goOn(parts, job, { parallel: null, retry: () => Promise.resolve(), isTakenUp: true });
}

/** Tries sheets again that failed or were cancelled. */
export async function retry(parts: JobParts, asked: Asked<"job.retry">): Promise<Accepted> {
  const job = await requireJob(parts, asked.job);
  parts.rememberEnvironment(job.id, asked.environment);
  const named = asked.sheets?.map((name) => requireSheet(job, name));
  const states = parts.stage.playing(job.id)?.book.states() ?? (await parts.store.sheets(job.id));
  for (const sheet of named ?? []) requireRetriable(sheet, states.get(sheet) ?? fresh, ["failed", "cancelled"]);
  if (named === undefined && !job.plan.sheets.some(({ id }) => isRetriable(states.get(id) ?? fresh)))
    throw notRetriable(`nothing of ${job.id} failed or was cancelled`, `Go on with it as it is: tutti resume ${job.id}`);
  return goOn(parts, job.id, { parallel: null, retry: (book) => retryAll(parts, book, named ?? failedSheets(book)) });
}

/** Tries one sheet again, from the target or from one of its snapshots. */
export async function retrySheet(parts: JobParts, asked: Asked<"sheet.retry">): Promise<Accepted> {
  parts.rememberEnvironment(asked.job, asked.environment);
  if (asked.from === undefined) return retry(parts, { job: asked.job, sheets: [asked.sheet] });
  const { sheet, commit, base } = await parts.custody.attemptFrom({ job: asked.job, folder: "/", what: asked.from, isWorkspace: false });
  const states = parts.stage.playing(asked.job)?.book.states() ?? (await parts.store.sheets(asked.job));
  const possible = parts.stage.playing(asked.job) === undefined ? ["failed", "cancelled", "waiting", "running"] : ["failed", "cancelled", "waiting"];
  requireRetriable(sheet, states.get(sheet) ?? fresh, possible);
  const from: Restored = { commit, base };
  const again = async (book: Book): Promise<void> => {
    await book.recordSheets([{ sheet, event: { kind: "retried", at: parts.world.now(), from } }]);
  };
  // What was running when its Tutti died goes back to waiting before anything else happens.
  return goOn(parts, asked.job, { parallel: null, retry: again, isAfterRecovery: true });
}

interface GoingOn {
  readonly parallel: number | null;
  readonly retry: (book: Book) => Promise<void>;
  readonly isAfterRecovery?: true;
  readonly isTakenUp?: true;
  /** Nothing is said of its sheets: one that has ended has nothing to go on with. */
  readonly isAsItStands?: true;
}

async function goOn(parts: JobParts, id: JobId, how: GoingOn): Promise<Accepted> {
  const accepted = { job: id, position: await parts.store.position(), notes: [] };
  const playing = parts.stage.playing(id);
  // One that is ended at this moment is waited for: it can't turn back any more.
  if (playing !== undefined && isTurning(playing.book.job())) await playing.rest;
  const still = await playingNow(parts, id);
  if (still !== undefined) {
    const job = still.book.job();
    // Both at once: in between its loop could find nothing to do and come to rest.
    const isToSay = job.status.kind === "pausing" || how.parallel !== null;
    await Promise.all([how.retry(still.book), isToSay ? still.book.recordJob(resumed(parts, job, how.parallel)) : undefined]);
    still.bell.ring();
    return accepted;
  }
  const job = await requireJob(parts, id);
  requirePlan(job);
  if (job.status.kind === "cancelled" && how.isAsItStands === true) throw notNow(`${id} was cancelled`, `Try its sheets again: tutti retry ${id}`);
  await requireRepository(job.repository);
  await parts.stage.enter({
    job,
    states: await parts.store.sheets(id),
    first:
      how.isTakenUp === true && isOngoing(job) && job.status.kind !== "running"
        ? { kind: "taken-up", at: parts.world.now(), epoch: parts.store.epoch }
        : resumed(parts, job, how.parallel),
    ...(how.isAfterRecovery === true ? { onRecovered: how.retry } : { prepare: how.retry }),
  });
  return accepted;
}

function isTurning({ status }: Job): boolean {
  return status.kind === "cancelling" || (status.kind === "pausing" && status.now);
}

function resumed(parts: JobParts, job: Job, parallel: number | null): JobEvent {
  return { kind: "resumed", at: parts.world.now(), parallel: parallel ?? job.parallel, epoch: parts.store.epoch };
}

function failedSheets(book: Book): readonly SheetId[] {
  return [...book.states()].flatMap(([sheet, state]) => (book.title(sheet) !== null && isRetriable(state) ? [sheet] : []));
}

function isRetriable({ kind }: SheetState): boolean {
  return kind === "failed" || kind === "cancelled";
}

async function retryAll(parts: JobParts, book: Book, sheets: readonly SheetId[]): Promise<void> {
  await book.recordSheets(sheets.map((sheet) => ({ sheet, event: { kind: "retried", at: parts.world.now() } })));
}

function requireRetriable(sheet: SheetId, { kind }: SheetState, possible: readonly string[]): void {
  if (possible.includes(kind)) return;
  throw notRetriable(
    `${sheet} is ${kind}: there is nothing to try again`,
    "Bring a snapshot back to a folder or a branch instead: tutti restore --to, --branch.",
  );
}

function notRetriable(what: string, hint: string): TuttiError {
  return new TuttiError("job.not_retriable", what, { audience: "user", hint });
}

/** The job that is named, or the newest of the folder's repository that has something left to do. */
export async function jobToResume(parts: JobParts, { job, folder, retryFailed }: Asked<"job.resume">): Promise<JobId | undefined> {
  if (job !== undefined) return (await requireJob(parts, job)).id;
  const jobs = await jobsNearest(parts.git, await parts.store.jobs(), folder);
  return jobs.find(({ status }) => (status.kind === "finished" ? retryFailed && status.failed > 0 : status.kind !== "cancelled" || retryFailed))?.id;
}

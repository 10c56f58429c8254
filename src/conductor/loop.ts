import { messageOf } from "../base/error.ts";
import type { EpochMs, SheetId } from "../base/ids.ts";
import type { CaptureProof } from "../isolation/capture/capture.ts";
import { contextIdOf } from "../isolation/context.ts";
import { type Next, startable } from "../schedule/next.ts";
import { type Skip, skipOf } from "../schedule/skip.ts";
import type { SheetEvent } from "../sheet/event.ts";
import { isGood } from "../sheet/outcome.ts";
import { type Begun, playAttempt } from "./attempt.ts";
import type { Book, Order } from "./book.ts";
import { candidatesOf } from "./candidates.ts";
import type { Hands } from "./hands.ts";
import { carryOut } from "./orders.ts";
import { recoverJob } from "./recover.ts";

/** Why the loop came to rest. */
export type Rest =
  | { readonly kind: "finished"; readonly failed: number }
  /** Nothing can start before this moment, and it is too far off to wait for. */
  | { readonly kind: "parked"; readonly until: EpochMs }
  | { readonly kind: "stopped" };

interface Course {
  readonly hands: Hands;
  readonly book: Book;
  readonly limit: number;
  readonly stop: AbortSignal;
  /** Attempts, landings and clean-ups under way; each removes itself. */
  readonly underWay: Set<Promise<void>>;
  readonly proofs: Map<string, CaptureProof>;
  /** Contexts in which something may still be at work; the next start captures them again and takes them away. */
  readonly inUse: Set<string>;
  landing: boolean;
  failure: { readonly error: unknown } | undefined;
}

export interface Run {
  /** How many sheets may run at once. */
  readonly limit: number;
  readonly stop: AbortSignal;
  /** Whether the Tutti that played the job last died doing so. */
  readonly isInterrupted: boolean;
}

/** A wait longer than this is not sat out: the job is parked and can be resumed. */
const patienceMs = 15 * 60_000;

/**
 * Plays a job until nothing is left to do, or nothing can be done now. The loop itself knows nothing: at each wake-up
 * it asks the pure scheduler what may start, starts it, and waits for the next thing to end.
 */
export async function playJob(hands: Hands, book: Book, run: Run): Promise<Rest> {
  // A failure of the engine itself ends what is under way, as a person's stop does.
  const halt = new AbortController();
  const stop = AbortSignal.any([run.stop, halt.signal]);
  const course: Course = { hands, book, limit: run.limit, stop, underWay: new Set(), proofs: new Map(), inUse: new Set(), landing: false, failure: undefined };
  await follow(course, await recoverJob(hands, book, run.isInterrupted));
  for (;;) {
    const rest = await step(course).catch((error: unknown) => {
      course.failure ??= { error };
    });
    if (course.failure !== undefined) {
      halt.abort();
      await Promise.all(course.underWay);
      throw course.failure.error;
    }
    if (rest !== undefined) return rest;
  }
}

/** Starts what may start and waits for something to happen; the reason to rest when nothing will. */
async function step(course: Course): Promise<Rest | undefined> {
  const { hands, book, stop } = course;
  const next = startable({ plan: book.job().plan, states: book.states(), now: hands.world.now(), limit: stop.aborted ? 0 : course.limit });
  if (next.start.length > 0) {
    const begun = await begin(course, next);
    for (const one of begun) track(course, attempt(course, one));
    // Some were skipped: what waited for them may start now, and needn't wait for the others to end.
    if (begun.length < next.start.length) return undefined;
  }
  if (!course.landing && !stop.aborted && candidatesOf(book).length > 0) track(course, land(course));
  if (course.underWay.size > 0) {
    await something(course, next.wakeAt);
    return undefined;
  }
  if (stop.aborted && isAnythingLeft(course)) return { kind: "stopped" };
  if (next.wakeAt === null) return { kind: "finished", failed: [...book.states().values()].filter((state) => !isGood(state)).length };
  if (next.wakeAt - hands.world.now() > patienceMs) return { kind: "parked", until: next.wakeAt };
  await something(course, next.wakeAt);
  return undefined;
}

/** Whether a resume would find something to do. */
function isAnythingLeft({ hands, book, limit }: Course): boolean {
  const next = startable({ plan: book.job().plan, states: book.states(), now: hands.world.now(), limit });
  return next.start.length > 0 || next.wakeAt !== null || candidatesOf(book).length > 0;
}

interface SheetNews {
  readonly sheet: SheetId;
  readonly event: SheetEvent;
}

/** Writes the starts into the journal, all in one, before any of them begins: a crash in between must cost an attempt. */
async function begin(course: Course, next: Next): Promise<readonly Begun[]> {
  const { hands, book } = course;
  const job = book.job();
  const target = await hands.readBase(job);
  const at = hands.world.now();
  const skipped: SheetNews[] = [];
  const begun = next.start.flatMap((id: SheetId): Begun[] => {
    const from = book.state(id);
    if (from.kind !== "waiting") return [];
    const attempt = { job, sheet: book.plan(id), attempt: from.counts.attempts + 1 };
    // Work that goes on is not passed over: half of it would be lost for what became true meanwhile.
    const skip: Skip = from.continueFrom === null ? skipOf(job.plan, attempt.sheet, (other) => book.state(other)) : { kind: "play" };
    if (skip.kind === "skip") {
      skipped.push({ sheet: id, event: { kind: "skipped", at, why: skip.why } });
      return [];
    }
    const refusal = skip.kind === "impossible" ? skip.why : null;
    // Work that goes on keeps its base: on a newer one, what landed in between would look as if the sheet had taken it out.
    return [{ attempt, base: from.continueBase ?? target, continueFrom: from.continueFrom, brief: from.brief, refusal }];
  });
  const started = begun.map(({ attempt: { sheet, attempt: number }, base }): SheetNews => ({
    sheet: sheet.id,
    event: { kind: "started", at, attempt: number, context: contextIdOf(job.id, sheet.id, number), base },
  }));
  await book.recordSheets([...skipped, ...started]);
  return begun;
}

function track(course: Course, work: Promise<void>): void {
  const tracked: Promise<void> = work
    .catch((error: unknown) => {
      course.failure ??= { error };
    })
    .finally(() => course.underWay.delete(tracked));
  course.underWay.add(tracked);
}

async function attempt(course: Course, begun: Begun): Promise<void> {
  const played = await playAttempt(course.hands, course.book, { begun, cancel: course.stop });
  if (played.proof !== undefined) course.proofs.set(played.proof.context.id, played.proof);
  if (played.isInUse === true) course.inUse.add(contextIdOf(course.book.job().id, begun.attempt.sheet.id, begun.attempt.attempt));
  await follow(course, played.orders);
}

async function land(course: Course): Promise<void> {
  const { hands, book } = course;
  course.landing = true;
  try {
    await hands.land(book.job(), candidatesOf(book), {
      stop: course.stop,
      job: (event) => book.recordJob(event),
      sheets: async (news) => {
        const orders = await book.recordSheets(news.map(({ candidate, event }) => ({ sheet: candidate.sheet.id, event })));
        // Cleaning up after one sheet must not hold up the landing of the next.
        track(course, follow(course, orders));
      },
    });
  } finally {
    course.landing = false;
  }
}

async function follow(course: Course, orders: readonly Order[]): Promise<void> {
  const { hands, book, proofs } = course;
  for (const order of orders) {
    const context = contextIdOf(book.job().id, order.sheet.id, order.command.attempt);
    if (course.inUse.has(context)) {
      hands.notice(`${order.sheet.id}: something its agent started is still alive, so its context stays until the next start`);
      continue;
    }
    try {
      await carryOut(hands, book, { order, proof: proofs.get(context) });
    } catch (error) {
      // Nothing is lost by a context that stays; the next start tries again.
      hands.notice(`${order.sheet.id}: its context could not be cleaned up and stays: ${messageOf(error)}`);
    }
    if (order.command.kind === "release-context") proofs.delete(context);
  }
}

/** Resolves when something under way has ended, the wake-up time has come, or a stop was asked for. */
function something(course: Course, wakeAt: EpochMs | null): Promise<void> {
  const { world } = course.hands;
  return new Promise((resolve) => {
    const callOff = wakeAt === null ? undefined : world.after(Math.max(0, wakeAt - world.now()), done);
    course.stop.addEventListener("abort", done, { once: true });
    for (const work of course.underWay) void work.then(done);
    function done(): void {
      callOff?.();
      course.stop.removeEventListener("abort", done);
      resolve();
    }
  });
}

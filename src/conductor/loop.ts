import { messageOf } from "../base/error.ts";
import type { ContextId, EpochMs } from "../base/ids.ts";
import type { CaptureProof } from "../isolation/capture/capture.ts";
import { sharedContextId } from "../isolation/context.ts";
import { type Next, startable } from "../schedule/next.ts";
import { isExclusive } from "../sheet/job.ts";
import { isGood } from "../sheet/outcome.ts";
import { type Begun, playAttempt } from "./attempt.ts";
import { begin } from "./begin.ts";
import type { Book, Order } from "./book.ts";
import { candidatesOf } from "./candidates.ts";
import type { Hands } from "./hands.ts";
import { carryOut } from "./orders.ts";
import { type Recovery, recoverJob } from "./recover.ts";

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
  readonly proofs: Map<ContextId, CaptureProof>;
  /** Contexts in which something may still be at work; the next start captures them again and takes them away. */
  readonly inUse: Set<ContextId>;
  landing: boolean;
  failure: { readonly error: unknown } | undefined;
}

export interface Run extends Recovery {
  /** How many sheets may run at once. */
  readonly limit: number;
  readonly stop: AbortSignal;
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
  const course: Course = {
    hands,
    book,
    limit: run.limit,
    stop,
    underWay: new Set(),
    proofs: new Map(),
    inUse: new Set(),
    landing: false,
    failure: undefined,
  };
  await follow(course, await recoverJob(hands, book, run));
  for (;;) {
    const rest = await step(course).catch((error: unknown) => {
      course.failure ??= { error };
    });
    if (course.failure !== undefined) {
      halt.abort();
      await Promise.all(course.underWay);
      throw course.failure.error;
    }
    if (rest === undefined) continue;
    if (rest.kind === "finished") await releaseShared(course, rest);
    await hands.tidy();
    return rest;
  }
}

/** Starts what may start and waits for something to happen; the reason to rest when nothing will. */
async function step(course: Course): Promise<Rest | undefined> {
  const { hands, book, stop } = course;
  const next = whatNext(course, stop.aborted ? 0 : course.limit);
  const isShort = next.start.length > 0 && !hands.mayStart();
  if (next.start.length > 0 && !isShort) {
    const begun = await begin(hands, book, next);
    for (const one of begun) track(course, attempt(course, one));
    // Some were skipped: what waited for them may start now, and needn't wait for the others to end.
    if (begun.length < next.start.length) return undefined;
  }
  if (!course.landing && !stop.aborted && candidatesOf(book).length > 0) track(course, land(course));
  // Landing goes on: it makes room.
  if (isShort || course.underWay.size > 0) {
    await something(course, isShort ? ((hands.world.now() + roomPollMs) as EpochMs) : next.wakeAt);
    return undefined;
  }
  if (stop.aborted && isAnythingLeft(course)) return { kind: "stopped" };
  if (next.wakeAt === null) return { kind: "finished", failed: [...book.states().values()].filter((state) => !isGood(state)).length };
  if (next.wakeAt - hands.world.now() > patienceMs) return { kind: "parked", until: next.wakeAt };
  await something(course, next.wakeAt);
  return undefined;
}

function whatNext({ hands, book }: Course, limit: number): Next {
  const job = book.job();
  return startable({ plan: job.plan, states: book.states(), now: hands.world.now(), limit, isExclusive: isExclusive(job.isolation) });
}

/** How long to wait before looking again whether the disk has room. */
const roomPollMs = 2_000;

/** Whether a resume would find something to do. */
function isAnythingLeft(course: Course): boolean {
  const { book } = course;
  const next = whatNext(course, course.limit);
  return next.start.length > 0 || next.wakeAt !== null || candidatesOf(book).length > 0;
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
  // Not where it was to start: that one may have had to be made anew.
  if (played.isInUse === true) course.inUse.add(played.proof?.context.id ?? begun.start.context);
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
    if (order.command.kind !== "release-context") continue;
    const { context } = order.command;
    // The next sheet works where this one did.
    if (context === sharedContextId(book.job().id)) continue;
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
    proofs.delete(context);
  }
}

/** The context that all sheets shared goes when the job has come to its end. */
async function releaseShared({ hands, book, inUse }: Course, rest: Rest & { kind: "finished" }): Promise<void> {
  const [sheet] = book.job().plan.sheets;
  if (book.job().isolation.per !== "job" || sheet === undefined) return;
  const shared = sharedContextId(book.job().id);
  // Something an agent started is still at work in it; the next start takes it away.
  if (inUse.has(shared)) return;
  const command = { kind: "release-context", context: shared, after: rest.failed === 0 ? "success" : "failure" } as const;
  await carryOut(hands, book, { order: { sheet, command }, proof: undefined }).catch((error: unknown) => {
    hands.notice(`the context of the job could not be cleaned up and stays: ${messageOf(error)}`);
  });
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

import { duration } from "../../base/text.ts";
import { codeOf, messageOf } from "../../base/error.ts";
import { onBehalfOfSheet } from "../../base/home/on-behalf.ts";
import { isFault } from "../../base/fault.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { Candidate } from "../../landing/candidate.ts";
import { faultDelayMs } from "../../sheet/trouble/fault-delay.ts";
import { type Rest, type TakenOut, pausedBy } from "../../sheet/rest/rest.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Begun } from "../attempt/finish.ts";
import { type Halt, playAttempt } from "../attempt/play.ts";
import { begin } from "../attempt/begin.ts";
import type { Book } from "../book.ts";
import { candidatesOf, isStillWanted } from "./offer/candidates.ts";
import { cancelledEvents, cancelSheets, endUnwanted, keepUnheard, speak, tell } from "./person.ts";
import { isContestDue, settleContests } from "./offer/contests.ts";
import { lookForCollisions } from "./collide.ts";
import { type Course, type Run, haltAll, haltOf, openCourse, stopAll, track } from "./course.ts";
import type { Hands } from "../hands.ts";
import { recoverJob } from "./recover.ts";
import { releaseContexts, releaseShared } from "./release.ts";
import { pause } from "../persist.ts";
import { showFailures } from "./show-failures.ts";
import { restOf } from "./rest.ts";
import { spend } from "../money/spend.ts";
import { type Turn, turnOf } from "./turn.ts";

/**
 * Plays a job until nothing is left to do, or nothing can be done now. The loop itself knows nothing: at each wake-up
 * it asks the pure scheduler what may start, starts it, and waits for the next thing to end.
 */
export async function playJob(hands: Hands, book: Book, run: Run): Promise<Rest> {
  const course = openCourse(hands, book, run);
  const onStop = (): void => {
    stopAll(course, "shutdown");
  };
  run.stop.addEventListener("abort", onStop);
  if (run.stop.aborted) onStop();
  // This job may wait for a fact about an agent that another job finds out.
  const unfollow = hands.throttles.follow(run.bell.ring);
  try {
    return await playOn(course, run);
  } finally {
    unfollow();
    hands.foresee?.(book.job(), 0);
    await course.trial.end();
    run.stop.removeEventListener("abort", onStop);
    run.seat.leave();
  }
}

async function playOn(course: Course, run: Run): Promise<Rest> {
  const { hands, book } = course;
  await releaseContexts(course, await recoverJob(hands, book, run));
  for (;;) {
    const rest = await step(course).catch((error: unknown) => {
      course.failure ??= { error };
    });
    if (course.failure !== undefined) {
      course.onRest();
      // A failure of the engine itself ends what is under way, as a person's stop does.
      stopAll(course, "shutdown");
      await Promise.all(course.underWay);
      // Work that would have been repeated without the order to end is repeated at the next start.
      if (run.stop.aborted && isFault(course.failure.error)) return pausedBy({ kind: "stop" });
      throw course.failure.error;
    }
    if (rest === undefined) continue;
    if (rest.kind === "finished" || (rest.kind === "paused" && rest.cause.kind === "pulls")) await showFailures(course);
    if (rest.kind !== "finished") return rest;
    const hasLanded = book.agenda().count("landed") > 0;
    const promises = hasLanded ? await hands.conclude(book.job(), course.halt.signal) : undefined;
    const takenOut = await findTakenOut(course);
    await releaseShared(course, rest);
    return { ...rest, ...(takenOut.length === 0 ? {} : { takenOut }), ...(promises === undefined ? {} : { promises }) };
  }
}

/** The results that landed here and were taken out again while the job was played. */
async function findTakenOut({ hands, book }: Course): Promise<readonly TakenOut[]> {
  const landed = [...book.states()].flatMap(([sheet, state]) =>
    state.kind === "landed" && state.pull === undefined ? [[sheet, state.commit] as const] : [],
  );
  return landed.length === 0 ? [] : hands.findTakenOut(book.job(), new Map(landed));
}

/** Starts what may start and waits for something to happen; the reason to rest when nothing will. */
async function step(course: Course): Promise<Rest | undefined> {
  const { hands, book, bell } = course;
  heed(course);
  if (course.unwanted.size > 0) await endUnwanted(course);
  if (course.words.size > 0) await speak(course);
  if (course.releases.length > 0) track(course, releaseContexts(course, course.releases.splice(0)));
  await settleContests(course);
  const { routing, learning } = book.job().plan;
  const recall = routing === undefined && learning?.prompts !== true ? undefined : await hands.recall?.(book.job());
  const next = turnOf(course, mayStartMore(course) ? book.job().parallel : 0, recall);
  const base = next.start.length > 0 ? course.trial.look() : "open";
  const isShort = next.start.length > 0 && base === "open" && isHeld(course);
  if (await startSome(course, isShort || base !== "open" ? { ...next, start: [] } : next)) return undefined;
  hands.foresee?.(book.job(), mayStartMore(course) ? Math.min(book.agenda().count("waiting"), book.job().parallel) : 0);
  landSome(course);
  // Landing goes on: it makes room.
  if (isShort || base === "trying" || course.underWay.size > 0) {
    await bell.wait(hands.world, isShort ? roomPollMs : delayTo(course, next.wakeAt));
    return undefined;
  }
  if (isContestDue(course)) return undefined;
  const rest = restOf(course, next);
  if (rest === undefined) {
    await bell.wait(hands.world, delayTo(course, next.wakeAt));
    return undefined;
  }
  course.onRest();
  if (rest.kind === "cancelled")
    await releaseContexts(course, await book.recordSheets(cancelledEvents(book, hands.world.now())));
  return rest;
}

function delayTo({ now }: Course, moment: EpochMs | null): number | null {
  return moment === null ? null : moment - now();
}

/** Whether the machine has no room for another sheet; said once, when it begins and when it ends. */
function isHeld(course: Course): boolean {
  const { hands } = course;
  const why = hands.mayStart();
  if ((why === null) !== (course.held === null))
    hands.notice(why === null ? "there is room again: sheets start" : `no sheet starts for now: ${why}`);
  course.held = why;
  return why !== null;
}

/** Applies a person's words since the last look. */
function heed(course: Course): void {
  const { book, halts, unwanted, words } = course;
  const { status } = book.job();
  if (status.kind === "cancelling") haltAll(course, "cancel");
  if (status.kind === "pausing" && status.now) haltAll(course, "pause");
  for (const sheet of unwanted) halts.get(sheet)?.abort("cancel" satisfies Halt);
  for (const sheet of words.keys()) halts.get(sheet)?.abort("tell" satisfies Halt);
}

function mayStartMore({ book, halt }: Course): boolean {
  return !halt.signal.aborted && book.job().status.kind === "running";
}

/** True when there may be more to start at once. */
async function startSome(course: Course, next: Turn): Promise<boolean> {
  const { hands, book, seat } = course;
  const granted = seat.take(next.start.length);
  if (granted === 0) return false;
  const begun = await begin(hands, book, { ...next, start: next.start.slice(0, granted), now: course.now });
  for (const one of begun) track(course, attempt(course, one));
  for (let skipped = begun.length; skipped < granted; skipped += 1) seat.free();
  // Some were skipped: what waited for them may start now, and needn't wait for the others to end.
  return begun.length < granted;
}

function landSome(course: Course): void {
  const { hands, book, halt, unwanted, offered } = course;
  const isCancelling = book.job().status.kind === "cancelling";
  if (halt.signal.aborted && !isCancelling) return;
  // A result that was already meant to land is settled even when its job is to end: no other process would find out.
  const isHeld = course.stalled !== null || hands.pausedQueue(book.job()) !== null;
  const mayOffer = ({ intent, sheet }: Candidate): boolean =>
    intent !== null || (!halt.signal.aborted && !isHeld && !unwanted.has(sheet.id));
  const fresh = candidatesOf(book).filter((candidate) => !offered.has(candidate.sheet.id) && mayOffer(candidate));
  if (fresh.length > 0) track(course, land(course, fresh));
}

/** How long to wait before looking again whether there is room. */
const roomPollMs = 2_000;

async function attempt(course: Course, begun: Begun): Promise<void> {
  const { hands, book, halts, seat, unwanted, purse, words } = course;
  const { id } = begun.attempt.sheet;
  const cancel = haltOf(course, id);
  const leave = hands.enlist?.(() => halts.get(id)?.abort("room" satisfies Halt));
  const share = purse.begin();
  course.shares.set(id, share);
  const onSpent = (usage: Usage, turnUsd: number | null): void => {
    begun.out.spent(usage);
    spend(course, { sheet: id, usage, turnUsd });
  };
  try {
    const { job, sheet } = begun.attempt;
    const played = await onBehalfOfSheet(job.id, sheet.id, () =>
      playAttempt(hands, book, {
        begun,
        cancel,
        onSpent,
        onLive: (agent) => course.live.set(id, agent),
        onSnapshot: () => {
          lookForCollisions(course);
        },
        onPlayed: (usage) => {
          share.settle(usage);
          // Capturing and validating do not occupy the account.
          begun.out.back();
        },
        onJudged: (usage) => {
          purse.begin().settle(usage);
        },
      }).finally(() => keepUnheard(course, id)),
    );
    if (played.proof !== undefined) course.proofs.set(played.proof.context.id, played.proof);
    // Not where it was to start: that one may have had to be made anew.
    if (played.isInUse === true) course.inUse.add(played.proof?.context.id ?? begun.start.context);
    const cancelled = unwanted.delete(id) ? await cancelSheets(course, [id]) : [];
    const told = words.has(id) ? await tell(course, id, played.proof) : [];
    await releaseContexts(course, [...played.releases, ...cancelled, ...told]);
  } finally {
    // The next attempt may have begun while this one was cleaned up after.
    if (halts.get(id)?.signal === cancel) halts.delete(id);
    if (course.shares.get(id) === share) course.shares.delete(id);
    share.settle(undefined);
    leave?.();
    begun.out.back();
    seat.free();
  }
}

async function land(course: Course, candidates: readonly Candidate[]): Promise<void> {
  const { hands, book, halt, offered } = course;
  // A job that is to end only finds out from git what became of its landings, which is recorded first.
  const settled = book.job().status.kind === "cancelling" ? new AbortController() : null;
  for (const { sheet } of candidates) offered.add(sheet.id);
  try {
    await hands.land(book.job(), candidates, {
      stop: (settled ?? halt).signal,
      wants: (candidate) => isStillWanted(book, candidate),
      job: (event) => book.recordJob(event),
      sheets: async (news) => {
        settled?.abort();
        // An intent is no answer yet: a landing that always fails after it is not tried for ever.
        if (news.some(({ event }) => event.kind !== "landing" && event.kind !== "withdrawn")) course.landingFaults = 0;
        const releases = await book.recordSheets(
          news.map(({ candidate, event }) => ({ sheet: candidate.sheet.id, event })),
        );
        // Cleaning up after one sheet must not hold up the landing of the next.
        track(course, releaseContexts(course, releases));
      },
    });
  } catch (error) {
    if (await isToBeOfferedAnew(course, error)) return;
    if (!isStall(error)) throw error;
    // The sheets that run may finish; only landing waits for a person.
    course.stalled = { error };
    hands.notice(messageOf(error));
  } finally {
    for (const { sheet } of candidates) offered.delete(sheet.id);
  }
}

/**
 * After a fault of the machine, and a pause: what became of each result is asked of git then. Results that fail
 * together fail once.
 */
async function isToBeOfferedAnew(course: Course, error: unknown): Promise<boolean> {
  const { hands, halt } = course;
  if (!isFault(error) || hands.isGone?.() === true) return false;
  if (course.landingPause === null) {
    const delayMs = faultDelayMs(course.landingFaults, hands.world.random());
    if (delayMs === null) return false;
    course.landingFaults += 1;
    hands.notice(`${messageOf(error)}; landing goes on in ${duration(delayMs)}`);
    course.landingPause = pause(hands.world, delayMs, halt.signal).finally(() => (course.landingPause = null));
  }
  await course.landingPause;
  return true;
}

/** Whether only a person can fix a fault, and it has nothing to do with the work itself. */
function isStall(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (code.startsWith("forge.") || stalls.has(code));
}

const stalls: ReadonlySet<string> = new Set([
  "landing.target_red",
  "landing.gates_invalid",
  "landing.sign_failed",
  "landing.push_failed",
]);

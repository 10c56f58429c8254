import type { LiveAgent } from "../sheet/live-agent.ts";
import { codeOf, TuttiError } from "../base/error.ts";
import type { JobId, SheetId } from "../base/ids.ts";
import { onBehalfOf } from "../base/home/on-behalf.ts";
import type { World } from "../base/world/world.ts";
import { isInPlace } from "../score/plan/isolation.ts";
import { type Job, type JobEvent, isExclusive, isOngoing } from "../sheet/job.ts";
import type { SheetEvent } from "../sheet/events/event.ts";
import { healingOf } from "../sheet/healing/record.ts";
import type { Rest } from "../sheet/rest/rest.ts";
import type { SheetState } from "../sheet/state.ts";
import type { Entry } from "../store/entry.ts";
import type { Journal } from "../store/store.ts";
import { type Bell, makeBell } from "./loop/bell.ts";
import { type Book, type BookStart, type SheetRelease, openBook } from "./book.ts";
import type { Hands } from "./hands.ts";
import type { Run } from "./loop/course.ts";
import { brokenBy, playAndHeal } from "./loop/heal.ts";
import { playJob } from "./loop/loop.ts";
import { persist, persistentHands } from "./persist.ts";
import type { Slots } from "./slots.ts";

/** Where jobs are played, many at once. */
export interface Stage {
  /** Begins to play a job, or to go on with one. Resolves when `first` is durable. */
  enter(start: Entrance): Promise<Playing>;
  /** The job, if it is being played now. */
  playing(job: JobId): Playing | undefined;
  all(): readonly Playing[];
  /** Ends everything that runs, captured; resolves when all jobs rest. Nothing enters any more. */
  stop(): Promise<void>;
  readonly isStopping: boolean;
  /** Of a sheet of a job that was played since this process began. */
  titleOf(job: JobId, sheet: SheetId): string | null;
}

export interface Entrance {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  readonly first: JobEvent;
  /** Written in one step with `first`. */
  readonly beside?: readonly Entry[];
  /** Records a request about sheets right after `first`, before anything starts. */
  readonly prepare?: (book: Book) => Promise<void>;
  /** As soon as attempts that died with an earlier process are back in order. */
  readonly onRecovered?: (book: Book) => Promise<void>;
  /** It enters only to finish: there is always a place for that. */
  readonly isToEnd?: true;
}

/** A job that is being played. */
export interface Playing {
  readonly book: Book;
  readonly bell: Bell;
  /** Sheets that a person wants to be ended. */
  readonly unwanted: Set<SheetId>;
  /** A person's words to sheets. */
  readonly words: Map<SheetId, string>;
  /** Agents that take words while they run. */
  readonly live: ReadonlyMap<SheetId, LiveAgent>;
  /** Writes down what happened to sheets outside of its loop, which does what follows from that. */
  hear(news: readonly { readonly sheet: SheetId; readonly event: SheetEvent }[]): Promise<void>;
  /** Its loop takes no further orders: a new one waits until it rests. */
  isResting(): boolean;
  /** How it came to rest; never rejects. */
  readonly rest: Promise<Rest>;
}

export interface StageParts extends Pick<BookStart, "ends"> {
  readonly world: World;
  readonly journal: Journal;
  readonly slots: Slots;
  readonly limits: StageLimits;
  /** The hands for one job's repository. */
  equip(job: Job, notice: (text: string) => void): Promise<Hands>;
  readonly says: Says;
  /** Uses what remedies there are for a job that came to rest; whether there is something to play again. */
  readonly heal?: (book: Book, rest: Rest | null) => Promise<boolean>;
}

interface StageLimits {
  /** Of a job whose sheets play on other machines; absent, `null`: it plays here. */
  readonly slotsElsewhere?: (job: Job) => Slots | null;
  readonly patienceMs: number;
  /** How many jobs may be played at once. */
  maxJobs(): number;
}

interface Says {
  /** A message that belongs to no job's journal. */
  notice(text: string): void;
  /** A fault of Tutti's own in one job: the others go on. */
  fault(job: JobId, error: unknown): void;
  /** The journal cannot be written any more. */
  broken(error: Error): void;
}

export function makeStage(parts: StageParts): Stage {
  const jobs = new Map<JobId, Playing>();
  const known = new Map<JobId, Book>();
  const stop = new AbortController();
  return {
    enter: async (start) => {
      if (stop.signal.aborted) throw stopping();
      if (start.isToEnd !== true && jobs.size >= parts.limits.maxJobs()) throw full(jobs.size);
      const { playing, begun } = open(parts, start, stop.signal);
      // Known before the journal has it: a client that hears of it may send an order at once.
      jobs.set(start.job.id, playing);
      remember(known, playing.book);
      void playing.rest.then(() => jobs.delete(start.job.id));
      await begun;
      return playing;
    },
    playing: (job) => jobs.get(job),
    titleOf: (job, sheet) => known.get(job)?.title(sheet) ?? null,
    all: () => [...jobs.values()],
    stop: async () => {
      stop.abort();
      await Promise.all([...jobs.values()].map(({ rest }) => rest));
    },
    get isStopping() {
      return stop.signal.aborted;
    },
  };
}

/** Titles are wanted for a while after a job has ended, but not of all jobs that ever were. */
function remember(known: Map<JobId, Book>, book: Book): void {
  const { id } = book.job();
  known.delete(id);
  known.set(id, book);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

const mostKnown = 2_000;

/** `begun`: when it is durable that the job is played; it rejects when it is not. */
function open(
  parts: StageParts,
  start: Entrance,
  stop: AbortSignal,
): { readonly playing: Playing; readonly begun: Promise<unknown> } {
  const book = openBook(parts.journal, { ...start, ends: parts.ends });
  const bell = makeBell();
  const unwanted = new Set<SheetId>();
  const words = new Map<SheetId, string>();
  const live = new Map<SheetId, LiveAgent>();
  const releases: SheetRelease[] = [];
  const hear: Playing["hear"] = async (news) => {
    releases.push(...(await book.recordSheets(news)));
    bell.ring();
  };
  let isResting = false;
  const onRest = (): void => {
    isResting = true;
  };
  const begun = onBehalfOf(start.job.id, () => begin(parts, start, { book, stop }));
  const rest = begun.then(
    (hands) =>
      onBehalfOf(start.job.id, () =>
        play(parts, start, { hands, book, bell, unwanted, words, live, releases, stop, onRest }),
      ),
    brokenBy,
  );
  return { playing: { book, bell, unwanted, words, live, hear, rest, isResting: () => isResting }, begun };
}

async function begin(
  parts: StageParts,
  start: Entrance,
  { book, stop }: { readonly book: Book; readonly stop: AbortSignal },
): Promise<Hands> {
  const notice = (text: string): void => {
    // Writing it down may fail on the very disk that it is about.
    book.note({ kind: "notice", at: parts.world.now(), text }).catch(() => undefined);
  };
  // The journal notes nothing of a job that may never begin.
  const tell = (text: string): void => {
    parts.says.notice(`${start.job.id}: ${text}`);
  };
  const hands = await persist({ world: parts.world, notice: tell, cancel: stop }, () => parts.equip(start.job, notice));
  await book.recordJob(start.first, start.beside);
  await start.prepare?.(book);
  return persistentHands(hands, stop);
}

interface Play extends Pick<Run, "bell" | "unwanted" | "words" | "live" | "releases" | "stop"> {
  readonly onRest: () => void;
  readonly hands: Hands;
  readonly book: Book;
}

async function play(
  parts: StageParts,
  { job, first, states, onRecovered }: Entrance,
  { hands, book, ...how }: Play,
): Promise<Rest> {
  const { world, limits } = parts;
  const slots = limits.slotsElsewhere?.(job) ?? parts.slots;
  const isInterrupted = first.kind !== "submitted" && (isOngoing(job) || [...states.values()].some(isCutOff));
  // A job that may be healed still hears people between its rest and its remedy.
  const isHealed = parts.heal !== undefined && healingOf(job) !== null;
  const playOnce = (isFirst: boolean): Promise<Rest> =>
    playJob(hands, book, {
      ...how,
      ...(isHealed ? { onRest: () => undefined } : {}),
      seat: slots.join({
        job: job.id,
        priority: () => book.job().priority,
        place: placeOf(job),
        isPlaceBusy: () => book.agenda().busy > 0,
        wake: how.bell.ring,
      }),
      patienceMs: limits.patienceMs,
      isInterrupted: isFirst && isInterrupted,
      onRecovered: async () => (isFirst ? onRecovered?.(book) : undefined),
    });
  try {
    const { heal } = parts;
    const rest =
      isHealed && heal !== undefined ? await playAndHeal({ ...how, book, heal }, playOnce) : await playOnce(true);
    await book.recordJob({ at: world.now(), ...rest });
    // Behind the job's end: what it cleans up is of all jobs, and may take its time.
    hands.tidy();
    return rest;
  } catch (error) {
    how.onRest();
    return broken(parts, book, error);
  }
}

/** Only a process that died leaves a sheet like this. */
function isCutOff({ kind }: SheetState): boolean {
  return kind === "running" || kind === "landing";
}

/** A sheet that works in the user's own folder works there alone, among the sheets of all jobs. */
function placeOf({ isolation, repository }: Job): string | null {
  return isExclusive(isolation) && isInPlace(isolation.level) ? (repository.top ?? repository.commonDir) : null;
}

/**
 * The rest of a job that was stopped from the outside, or by a fault of our own: it is safe and can be resumed, and the
 * other jobs go on.
 */
async function broken(parts: StageParts, book: Book, error: unknown): Promise<Rest> {
  const rest = brokenBy(error);
  if (codeOf(error) === "store.write_failed") parts.says.broken(error as Error);
  else {
    if (!(error instanceof TuttiError) || error.audience === "bug") parts.says.fault(book.job().id, error);
    await book.recordJob({ at: parts.world.now(), ...rest }).catch((worse: unknown) => {
      parts.says.broken(worse as Error);
    });
  }
  return rest;
}

function full(count: number): TuttiError {
  return new TuttiError(
    "resources.short",
    `${String(count)} jobs are being played, which is as many as may be (conductor.max_jobs)`,
    {
      audience: "user",
      hint: "Try again when one of them has ended, or allow more: tutti config set conductor.max_jobs <n>",
    },
  );
}

function stopping(): TuttiError {
  return new TuttiError("conductor.stopping", "the conductor is stopping and takes no more jobs", {
    audience: "environment",
    hint: "Try again when it is running again: tutti start",
  });
}

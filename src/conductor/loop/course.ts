import type { LiveAgent } from "../../sheet/live-agent.ts";
import type { ContextId, EpochMs, SheetId } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import type { Halt } from "../attempt/play.ts";
import type { Bell } from "./bell.ts";
import type { Book, SheetRelease } from "../book.ts";
import type { Hands } from "../hands.ts";
import { type Purse, type Share, makePurse } from "../money/purse.ts";
import { type BaseTrial, makeBaseTrial } from "./base-trial.ts";
import type { Recovery } from "./recover.ts";
import type { Seat } from "../slots.ts";

export interface Run extends Recovery {
  readonly seat: Seat;
  readonly bell: Bell;
  readonly stop: AbortSignal;
  /** Sheets that a person wants to be ended, each by itself. */
  readonly unwanted: Set<SheetId>;
  /** A person's words to sheets. */
  readonly words: Map<SheetId, string>;
  /** Agents that take words while they run. */
  readonly live: Map<SheetId, LiveAgent>;
  /** Contexts that are not needed any more after what others recorded about its sheets. */
  readonly releases: SheetRelease[];
  /** A wait longer than this is not sat out: the job is parked and can be resumed. */
  readonly patienceMs: number;
  /** Called at the very moment it is clear that the loop rests: what a person says from then on, it does not hear. */
  readonly onRest?: () => void;
}

/** The work that one loop has under way. */
export interface Course extends Pick<Run, "seat" | "bell" | "unwanted" | "words" | "live" | "releases" | "patienceMs"> {
  readonly onRest: () => void;
  readonly hands: Hands;
  readonly book: Book;
  readonly purse: Purse;
  readonly trial: BaseTrial;
  readonly now: () => EpochMs;
  /** Aborted by `haltAll` when everything under way is to end; the reason says whose wish it is. */
  readonly halt: AbortController;
  /** Ends one attempt; see `haltOf`. */
  readonly halts: Map<SheetId, AbortController>;
  /** The share of the purse that the last attempt at each sheet takes. */
  readonly shares: Map<SheetId, Share>;
  /** Attempts, landings and clean-ups under way; each removes itself. */
  readonly underWay: Set<Promise<void>>;
  readonly proofs: Map<ContextId, CaptureProof>;
  /** Contexts in which something may still be at work; the next start captures them again and takes them away. */
  readonly inUse: Set<ContextId>;
  /** Groups of sheets among whose results an agent is choosing. */
  readonly judging: Set<string>;
  /** Results that are in the queue of their target. */
  readonly offered: Set<SheetId>;
  /** Why nothing lands for now: something that only a person can fix. */
  stalled: { readonly error: unknown } | null;
  /** How many landings in a row met a fault of the machine. */
  landingFaults: number;
  /** Until when what met one waits. */
  landingPause: Promise<void> | null;
  /** When collisions were looked for. */
  readonly collisions: { isLooking: boolean; notBefore: number };
  /** Why no sheet could start at the last look. */
  held: string | null;
  failure: { readonly error: unknown } | undefined;
}

export function openCourse(
  hands: Hands,
  book: Book,
  { seat, bell, unwanted, words, live, releases, patienceMs, onRest = () => undefined }: Run,
): Course {
  return {
    hands,
    book,
    words,
    live,
    releases,
    trial: makeBaseTrial({ hands, book, bell }),
    purse: makePurse({ cost: () => book.job().plan.cost, states: book.states().values() }),
    now: steadyClock(hands.world),
    seat,
    bell,
    unwanted,
    patienceMs,
    onRest,
    halt: new AbortController(),
    halts: new Map(),
    shares: new Map(),
    underWay: new Set(),
    proofs: new Map(),
    inUse: new Set(),
    judging: new Set(),
    offered: new Set(),
    stalled: null,
    landingFaults: 0,
    landingPause: null,
    collisions: { isLooking: false, notBefore: 0 },
    held: null,
    failure: undefined,
  };
}

export function stopAll(course: Course, why: Halt): void {
  haltAll(course, why);
  course.bell.ring();
}

type Halts = Pick<Course, "halt" | "halts">;

/**
 * Ends every attempt under way. Handed on one by one: a signal made of two for each attempt costs more than the rest of
 * its start.
 */
export function haltAll({ halt, halts }: Halts, why: Halt): void {
  halt.abort(why);
  for (const own of halts.values()) own.abort(why);
}

/**
 * The signal that ends an attempt that starts now: a word about its sheet, or about all of them, though it may have
 * come while it was written down.
 */
export function haltOf({ halt, halts }: Halts, sheet: SheetId): AbortSignal {
  const own = new AbortController();
  halts.set(sheet, own);
  if (halt.signal.aborted) own.abort(halt.signal.reason);
  return own.signal;
}

/** Counts work as under way until it ends; what goes wrong in it ends the loop. */
export function track(course: Course, work: Promise<void>): void {
  const tracked: Promise<void> = work
    .catch((error: unknown) => {
      course.failure ??= { error };
    })
    .finally(() => {
      course.underWay.delete(tracked);
      course.bell.ring();
    });
  course.underWay.add(tracked);
}

/**
 * The time by which waits are judged: the wall clock, but never set back. Set back by a day, it would turn a wait of
 * seconds into one of a day; set forward, or behind after the machine slept, it is believed. Set forward and back
 * again, it goes on from where it was: waits that began in between end there. Whole milliseconds, as the journal has
 * them: what it says of a start must not be before the moment that the start waited for.
 */
export function steadyClock(world: Pick<World, "now" | "ticks">): () => EpochMs {
  let last = { now: world.now() as number, ticks: world.ticks() };
  return () => {
    const ticks = world.ticks();
    last = { now: Math.max(world.now(), last.now + ticks - last.ticks), ticks };
    return Math.floor(last.now) as EpochMs;
  };
}

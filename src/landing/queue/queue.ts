import type { EpochMs, JobId } from "../../base/ids.ts";
import type { World } from "../../base/world.ts";
import type { Ground } from "../ground.ts";
import { type QueueLook, lookAt } from "./look.ts";
import { type Entry, type Offer, type OpenOffer, keyOf } from "./offer.ts";
import type { QueueState } from "./state.ts";
import { callOffTests, makeTests } from "./testing/tests.ts";
import { takeTurn } from "./turn.ts";

/** Results of all jobs that want to land on one target, one line for all of them. */
export interface LandingQueue {
  /**
   * Resolves when each has its answer in the journal or is to be offered anew, or when its job's stop was asked for.
   */
  offer(offer: Offer): Promise<void>;
  /** Looks again: a person paused, released or reordered it. */
  wake(): void;
  /** What is in it, in the order in which it would land. */
  entries(): readonly Entry[];
  /** The same, with what is being done about each. */
  look(): QueueLook;
}

interface QueueParts {
  readonly ground: Ground;
  readonly world: World;
  /** A person's word about this queue. */
  readonly rules: () => QueueRules;
}

export interface QueueRules {
  readonly isPaused: boolean;
  /** Results that go before all others, by `keyOf`, the first of them first. */
  readonly first: readonly string[];
}

export function makeQueue({ ground, world, rules }: QueueParts): LandingQueue {
  const entries = makeEntries();
  const bell: { isRung: boolean; isAtWork: boolean } = { isRung: false, isAtWork: false };
  const isRung = (): boolean => bell.isRung;
  const wake = (): void => {
    bell.isRung = true;
    if (bell.isAtWork) return;
    bell.isAtWork = true;
    void work().finally(() => {
      bell.isAtWork = false;
      if (bell.isRung) wake();
    });
  };
  const state: QueueState = {
    ground,
    world,
    tests: makeTests(wake),
    known: undefined,
    lost: 0,
    crowded: 0,
    doubts: 0,
    places: 0,
    window: undefined,
    forgiven: new Set(),
    line: undefined,
    inOrder: (which) => ordered(which, rules().first),
    wakeIn: (delayMs) => void world.after(delayMs, wake),
    settle: entries.settle,
    fail: entries.fail,
    release: entries.release,
  };
  /** Takes turns until there is nothing to do but to wait; what rings meanwhile is heard. */
  const work = async (): Promise<void> => {
    for (;;) {
      bell.isRung = false;
      entries.settle(entries.all().filter((entry) => isToLeave(entry, rules())));
      const now = state.inOrder(entries.all().filter(({ isBackingOff }) => isBackingOff !== true));
      // Nothing is asked of git when nobody waits, and no test runs on.
      if (entries.all().length === 0) callOffTests(state.tests);
      if (now.length === 0) return;
      const next = await takeTurn(state, now).catch((error: unknown) => {
        entries.fail(now, error);
        return "again" as const;
      });
      if (next === "wait" && !isRung()) return;
    }
  };
  const inOrder = (): readonly Entry[] => state.inOrder(entries.all());
  return {
    wake,
    entries: inOrder,
    look: () => lookAt(state, inOrder()),
    offer: (offer) => {
      const settled = entries.add(offer, world.now());
      offer.record.stop.addEventListener("abort", wake, { once: true });
      wake();
      return settled;
    },
  };
}

/**
 * What a paused queue gives back is offered anew when it goes on; a landing whose end nobody knows is looked into all
 * the same.
 */
function isToLeave({ candidate, offer: { record } }: Entry, { isPaused }: QueueRules): boolean {
  return record.stop.aborted || !record.wants(candidate) || (isPaused && candidate.intent === null);
}

/** All results in a queue, and what becomes of the offers they came with. */
interface Entries {
  readonly add: (offer: Offer, at: EpochMs) => Promise<void>;
  readonly all: () => readonly Entry[];
  /** They have their answer in the journal, or are to be offered anew. */
  readonly settle: (done: readonly Entry[]) => void;
  /** All of a job's: they are to be offered anew. */
  readonly release: (job: JobId) => void;
  /** With them goes whatever else was offered with them. */
  readonly fail: (which: readonly Entry[], error: unknown) => void;
}

function makeEntries(): Entries {
  const entries = new Set<Entry>();
  const settle = (done: readonly Entry[]): void => {
    for (const entry of done) {
      entries.delete(entry);
      entry.offer.left.delete(entry);
      if (entry.offer.left.size === 0) entry.offer.done();
    }
  };
  return {
    settle,
    all: () => [...entries],
    add: ({ candidates, record }, since) =>
      new Promise((done, fail) => {
        const offer: OpenOffer = { record, left: new Set(), done, fail };
        for (const candidate of candidates) {
          const entry: Entry = { candidate, offer, since };
          offer.left.add(entry);
          entries.add(entry);
        }
        if (candidates.length === 0) done();
      }),
    release: (job) => {
      settle([...entries].filter(({ candidate }) => candidate.job.id === job));
    },
    fail: (which, error) => {
      for (const offer of new Set(which.map((entry) => entry.offer))) {
        for (const entry of offer.left) entries.delete(entry);
        offer.fail(error);
      }
    },
  };
}

/** Those that a person put first, then by their places; what has none yet comes last, as it came. */
function ordered(entries: readonly Entry[], first: readonly string[]): readonly Entry[] {
  const rank = new Map(first.map((key, place) => [key, place]));
  const rankOf = ({ candidate }: Entry): number => rank.get(keyOf(candidate)) ?? first.length;
  const placeOf = ({ place }: Entry): number => place ?? Number.MAX_SAFE_INTEGER;
  return entries.toSorted((one, other) => rankOf(one) - rankOf(other) || placeOf(one) - placeOf(other));
}

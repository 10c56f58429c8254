import type { CommitSha, EpochMs, JobId } from "../../base/ids.ts";
import type { HoldUp } from "../../sheet/rest/hold-up.ts";
import type { World } from "../../base/world/world.ts";
import type { Ground, Head } from "../ground.ts";
import type { Line } from "./line.ts";
import { type Entry, type Offer, type OpenOffer, keyOf } from "./offer.ts";
import type { Tests } from "./testing/tests.ts";

/** The state of a queue between two looks at its line. */
export interface QueueState {
  readonly ground: Ground;
  readonly world: World;
  readonly tests: Tests;
  readonly entries: Entries;
  readonly race: Race;
  readonly seen: Seen;
  /** Looks again after so long, unless something rings before. */
  wakeIn(delayMs: number): void;
}

/** How landing went lately against others, and against the user's checkout. */
interface Race {
  /** Lost races in a row. */
  lost: number;
  /** Landings still to make in turn after a lost race. */
  crowded: number;
  /** Where the target stood at the last look while results waited. */
  head: CommitSha | undefined;
  /** The reason that results did not land at the last step; `null`: there is none. */
  holdUp: HoldUp | null;
  /** Whether people know of the hold-up. */
  isTold: boolean;
  /** When another hand moved the target last. */
  movedAt: EpochMs | undefined;
  /** The target that results are tested on while others move it too often; `undefined`: the target as it is. */
  pin: Pin | undefined;
  /** Blocked checkouts in a row that may be a fault of the machine. */
  doubts: number;
}

/**
 * The target as it was when tests began. Where another hand moves the target more often than tests take, results are
 * tested on it to their end, and then land on the target as it is: merged, not validated again.
 */
export interface Pin {
  /** With what has landed of these results since. */
  readonly head: Head;
  /** Those that waited then. Others are tested on a newer target. */
  readonly entries: ReadonlySet<Entry>;
  /** Another hand moved the target since. */
  readonly isStale: boolean;
}

interface Seen {
  /** The head that this queue left: everything up to it is recorded. */
  known: CommitSha | undefined;
  /** Results that the next test may cover; `undefined` before the first. */
  window: number | undefined;
  /** Digests of promises that the target itself breaks: no one in the line is asked for them. */
  forgiven: ReadonlySet<string>;
  /** As it was seen last. */
  line: Line | undefined;
}

/** All results in a queue, and the offers that they came with. */
export interface Entries {
  readonly add: (offer: Offer, at: EpochMs) => Promise<void>;
  /** By a person's order and by their places. */
  readonly inOrder: (which?: readonly Entry[]) => readonly Entry[];
  /** The number of the next place in the line. */
  readonly nextPlace: () => number;
  /** Each has its answer in the journal, or has to be offered again. */
  readonly settle: (done: readonly Entry[]) => void;
  /** All of a job's, which lands elsewhere now. */
  readonly release: (job: JobId) => void;
  /** With them goes everything else of their offers. */
  readonly fail: (which: readonly Entry[], error: unknown) => void;
}

/** `first`: `keyOf` of results that go before all others. */
export function makeEntries(first: () => readonly string[]): Entries {
  const entries = new Set<Entry>();
  let places = 0;
  const settle = (done: readonly Entry[]): void => {
    for (const entry of done) {
      entries.delete(entry);
      entry.offer.left.delete(entry);
      if (entry.offer.left.size === 0) entry.offer.done();
    }
  };
  return {
    settle,
    inOrder: (which = [...entries]) => ordered(which, first()),
    nextPlace: () => (places += 1),
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

/** A person's order first, then places; new ones come last. */
function ordered(entries: readonly Entry[], first: readonly string[]): readonly Entry[] {
  const rank = new Map(first.map((key, place) => [key, place]));
  const rankOf = ({ candidate }: Entry): number => rank.get(keyOf(candidate)) ?? first.length;
  const placeOf = ({ place }: Entry): number => place ?? Number.MAX_SAFE_INTEGER;
  return entries.toSorted((one, other) => rankOf(one) - rankOf(other) || placeOf(one) - placeOf(other));
}

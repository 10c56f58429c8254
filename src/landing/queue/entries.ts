import type { EpochMs, JobId } from "../../base/ids.ts";
import { type Entry, type Offer, type OpenOffer, keyOf } from "./offer.ts";

/** All results in a queue, and what becomes of the offers they came with. */
export interface Entries {
  readonly add: (offer: Offer, at: EpochMs) => Promise<void>;
  readonly all: () => readonly Entry[];
  /** They have their answer in the journal, or are to be offered anew. */
  readonly settle: (done: readonly Entry[]) => void;
  /** All of a job's: they are to be offered anew. */
  readonly release: (job: JobId) => void;
  /** With them goes whatever else was offered with them. */
  readonly fail: (which: readonly Entry[], error: unknown) => void;
}

export function makeEntries(): Entries {
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
export function ordered(entries: readonly Entry[], first: readonly string[]): readonly Entry[] {
  const rank = new Map(first.map((key, place) => [key, place]));
  const rankOf = ({ candidate }: Entry): number => rank.get(keyOf(candidate)) ?? first.length;
  const placeOf = ({ place }: Entry): number => place ?? Number.MAX_SAFE_INTEGER;
  return entries.toSorted((one, other) => rankOf(one) - rankOf(other) || placeOf(one) - placeOf(other));
}

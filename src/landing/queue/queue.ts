import { noteRest } from "./hold-up.ts";
import type { World } from "../../base/world/world.ts";
import type { Ground } from "../ground.ts";
import { type QueueLook, lookAt } from "./look.ts";
import type { Entry, Offer } from "./offer.ts";
import { type QueueState, makeEntries } from "./state.ts";
import { callOffTests, makeTests } from "./testing/tests.ts";
import { takeTurn } from "./turn.ts";

/** Results of all jobs for one target, in one line. */
export interface LandingQueue {
  /** Resolves when each has its answer in the journal, has to be offered again, or its job stops. */
  offer(offer: Offer): Promise<void>;
  /** Looks again: a person paused, released or reordered it. */
  wake(): void;
  /** Its results, in the order in which they would land. */
  entries(): readonly Entry[];
  /** The same, with what is being done about each. */
  look(): QueueLook;
}

interface QueueParts {
  readonly ground: Ground;
  readonly world: World;
  /** A person's orders about this queue. */
  readonly rules: () => QueueRules;
}

export interface QueueRules {
  readonly isPaused: boolean;
  /** `keyOf` of results that go before all others. */
  readonly first: readonly string[];
}

export function makeQueue({ ground, world, rules }: QueueParts): LandingQueue {
  const entries = makeEntries(() => rules().first);
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
    entries,
    race: {
      lost: 0,
      crowded: 0,
      doubts: 0,
      head: undefined,
      movedAt: undefined,
      holdUp: null,
      isTold: false,
      pin: undefined,
    },
    seen: { known: undefined, window: undefined, forgiven: new Set(), line: undefined },
    wakeIn: (delayMs) => void world.after(delayMs, wake),
  };
  /** Takes turns until only waiting is left. */
  const work = async (): Promise<void> => {
    for (;;) {
      bell.isRung = false;
      entries.settle(entries.inOrder().filter((entry) => isToLeave(entry, rules())));
      const all = entries.inOrder();
      const now = all.filter(({ isBackingOff }) => isBackingOff !== true);
      // With no results, no git and no tests run.
      if (all.length === 0) {
        callOffTests(state.tests);
        state.race.head = undefined;
        state.race.pin = undefined;
        noteRest(state);
      }
      if (now.length === 0) return;
      const next = await takeTurn(state, now).catch((error: unknown) => {
        entries.fail(now, error);
        return "again" as const;
      });
      if (next === "wait" && !isRung()) return;
    }
  };
  return {
    wake,
    entries: () => entries.inOrder(),
    look: () => lookAt(state, entries.inOrder()),
    offer: (offer) => {
      const settled = entries.add(offer, world.now());
      offer.record.stop.addEventListener("abort", wake, { once: true });
      wake();
      return settled;
    },
  };
}

/** A paused queue gives results back, to be offered when it resumes; an unknown intent is resolved all the same. */
function isToLeave({ candidate, offer: { record } }: Entry, { isPaused }: QueueRules): boolean {
  return record.stop.aborted || !record.wants(candidate) || (isPaused && candidate.intent === null);
}

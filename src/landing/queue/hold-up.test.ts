import { expect, it } from "vitest";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { noteAttempt, noteHead, noteRest, restBeforeGates } from "./hold-up.ts";
import type { QueueState } from "./state.ts";

const [one, two, three] = ["1", "2", "3"] as unknown as readonly [CommitSha, CommitSha, CommitSha];

function watched() {
  let now = 0;
  const queue: Pick<QueueState, "world" | "race" | "seen"> = {
    world: { now: () => now as EpochMs } as QueueState["world"],
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
  };
  return {
    queue,
    at: (moment: number) => {
      now = moment;
    },
  };
}

it("moves of the branch by another hand are counted from the first on, those of the queue itself are not", () => {
  const { queue, at } = watched();
  noteHead(queue, one);
  expect(queue.race.holdUp).toBeNull();
  at(10);
  noteHead(queue, two);
  at(20);
  noteHead(queue, two);
  noteHead(queue, three);
  expect(queue.race.holdUp).toEqual({ since: 10, moves: 2 });
  noteRest(queue);
  queue.seen.known = one;
  noteHead(queue, one);
  expect(queue.race.holdUp).toBeNull();
});

it("gates wait for a rest of the branch from its third move on, longer each time, up to a minute", () => {
  const { queue, at } = watched();
  const rests = Array.from({ length: 12 }, (_, number) => {
    at(number);
    noteHead(queue, String(number) as CommitSha);
    return restBeforeGates(queue);
  });
  expect(rests).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  at(11 + 60_000);
  expect(restBeforeGates(queue)).toBe(0);
});

it("a landing that waits for a git is held up from its first attempt on", () => {
  const { queue, at } = watched();
  at(5);
  noteAttempt(queue);
  at(9);
  noteAttempt(queue);
  expect(queue.race.holdUp).toEqual({ since: 5, moves: 0 });
});

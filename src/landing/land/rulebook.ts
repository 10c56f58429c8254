import type { Journal } from "../../store/journal.ts";
import type { KeptQueue, QueueName } from "../../store/queue.ts";
import type { Rulebook } from "../queue/desk.ts";
import { keyOfQueue } from "./queues.ts";

/** What people said of queues, by what the journal was told. */
export function makeRulebook(journal: Journal, known: readonly KeptQueue[]): Rulebook {
  const rules = new Map(known.map((queue) => [keyOfQueue(queue), queue]));
  const of = (queue: QueueName): KeptQueue =>
    rules.get(keyOfQueue(queue)) ?? { ...nameOf(queue), isPaused: false, pausedAt: null, first: [] };
  let last: Promise<unknown> = Promise.resolve();
  return {
    of,
    all: () => [...rules.values()],
    change: (queue, how) => {
      // One after the other: each builds on what the one before said.
      const mine = last.then(async () => {
        const next = how(of(queue));
        await journal.append([{ about: "queue", queue: next }]);
        rules.set(keyOfQueue(queue), next);
        return next;
      });
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

function nameOf({ repository, target }: QueueName): QueueName {
  return { repository, target };
}

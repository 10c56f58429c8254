import type { Objects } from "../../git/objects/objects.ts";
import type { LandingQueue } from "../queue/queue.ts";
import type { QueueControl, Rulebook } from "../queue/look.ts";
import type { KeptQueue, QueueName } from "../../store/queue.ts";
import type { Queues } from "../../conductor/equipment/equipment.ts";
import type { Journal } from "../../store/store.ts";

export function keyOfQueue({ repository, target }: QueueName): string {
  return `${repository}\n${target}`;
}

export function makeQueues({ of: rulesOf }: Pick<Rulebook, "of">): Queues {
  const objects = new Map<string, Objects>();
  return {
    open: new Map(),
    equipment: new Map(),
    objects,
    rulesOf,
    close: async () => {
      await Promise.all([...objects.values()].map((one) => one.close()));
      objects.clear();
    },
  };
}

export function queueControl({ open }: Pick<Queues, "open">, rulebook: Rulebook): QueueControl {
  // Pushed results have a line of their own.
  const opened = (queue: QueueName): readonly LandingQueue[] =>
    [...open].flatMap(([key, line]) => (key.startsWith(`${keyOfQueue(queue)}\n`) ? [line] : []));
  return {
    ...rulebook,
    look: (queue) => opened(queue).map((line) => line.look()),
    wake: (queue) => {
      for (const line of opened(queue)) line.wake();
    },
  };
}

/** People's orders about queues, by the journal. */
export function makeRulebook(journal: Journal, known: readonly KeptQueue[]): Rulebook {
  const rules = new Map(known.map((queue) => [keyOfQueue(queue), queue]));
  const of = (queue: QueueName): KeptQueue =>
    rules.get(keyOfQueue(queue)) ?? { ...nameOf(queue), isPaused: false, pausedAt: null, first: [] };
  let last: Promise<unknown> = Promise.resolve();
  return {
    of,
    all: () => [...rules.values()],
    change: (queue, how) => {
      // In turn: each change builds on the one before.
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

/** In turn by key, first come first served. */
export async function oneByOne<T>(
  turns: Map<string, Promise<unknown>>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  turns.set(key, settled);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === settled) turns.delete(key);
  }
}

import { type Objects, openObjects } from "../../git/objects/objects.ts";
import type { LandingQueue } from "../queue/queue.ts";
import type { QueueDesk, Rulebook } from "../queue/desk.ts";
import type { QueueName } from "../../store/queue.ts";
import type { Equipment, Queues } from "../../attempt/equipment.ts";

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

export function objectsIn(
  { objects }: Queues,
  { git, store }: Pick<Equipment, "git" | "store">,
  gitDir: string,
): Objects {
  const { objectFormat: format } = store.repository;
  const known =
    objects.get(gitDir) ??
    openObjects(git, gitDir, gitDir === store.gitDir ? { format, takesAll: true } : { format, isUsers: true });
  objects.set(gitDir, known);
  return known;
}

/** Where a person's word about queues goes, and what they are told of them. */
export function deskOf({ open }: Pick<Queues, "open">, rulebook: Rulebook): QueueDesk {
  // Results that are pushed as well wait in a line of their own.
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

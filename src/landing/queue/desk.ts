import type { KeptQueue, QueueName } from "../../store/queue.ts";
import type { QueueLook } from "./look.ts";

/** What people said of queues. */
export interface Rulebook {
  /** What a person said of it. */
  of(queue: QueueName): KeptQueue;
  /** Changes that: durable, and counting, when it resolves. */
  change(queue: QueueName, how: (now: KeptQueue) => KeptQueue): Promise<KeptQueue>;
  /** All of which anything was ever said. */
  all(): readonly KeptQueue[];
}

/** The queues of a process, for whoever has a word about them. */
export interface QueueDesk extends Rulebook {
  /** What is in it now; several where results that are pushed as well wait in a line of their own. */
  look(queue: QueueName): readonly QueueLook[];
  /** Has it look again. */
  wake(queue: QueueName): void;
}

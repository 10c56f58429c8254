import type { EpochMs } from "../base/ids.ts";
import type { Topic } from "../score/notifications/wish.ts";

/** One message to one channel. It is written before it is sent, and kept for a while after that. */
export interface Delivery {
  /** The same however often it is sent: receivers may drop what they have. */
  readonly id: string;
  readonly channel: string;
  readonly state: "waiting" | "sent" | "failed";
  readonly createdAt: EpochMs;
  /** Not to be sent before. */
  readonly dueAt: EpochMs;
  /** Counted before each is begun. */
  readonly attempts: number;
  /** Those that were answered with a refusal; the others were cut off. Absent: none. */
  readonly refused?: number;
  /** When the last one was over. */
  readonly endedAt: EpochMs | null;
  readonly problem: string | null;
  /** Of all events; the first of them are in `items`. */
  readonly count: number;
  readonly items: readonly DeliveryItem[];
}

/** One event, as a person receives it. */
export interface DeliveryItem {
  readonly topic: Topic;
  readonly at: EpochMs;
  /** In the journal. */
  readonly position: number;
  readonly job: { readonly id: string; readonly name: string } | null;
  readonly sheet: { readonly id: string; readonly title: string } | null;
  readonly text: string;
}

/** All deliveries that are kept, the oldest first, and how far the journal has been read for them. */
export interface Outbox {
  /** `null`: it was never read. */
  readonly upTo: number | null;
  readonly deliveries: readonly Delivery[];
}

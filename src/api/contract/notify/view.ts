import type { EpochMs } from "../../../base/ids.ts";
import { listOf, plural } from "../../../base/text.ts";

/** Who is told what, and what became of the last messages. */
export interface NotificationsView {
  /** In the order of the settings. */
  readonly channels: readonly ChannelView[];
  /** Newest first: those that wait, and the last of those that were sent or given up. */
  readonly deliveries: readonly DeliveryView[];
  /** Events within so long are one message. */
  readonly groupMs: number;
}

export interface ChannelView {
  readonly name: string;
  readonly type: string;
  readonly on: readonly string[];
  /** `asked`: only for jobs whose score names it. */
  readonly for: "all" | "asked";
}

export interface DeliveryView {
  readonly id: string;
  readonly channel: string;
  readonly state: "waiting" | "sent" | "failed";
  readonly createdAt: EpochMs;
  /** When it is sent at the earliest. */
  readonly dueAt: EpochMs;
  readonly attempts: number;
  /** When the last attempt was over. */
  readonly endedAt: EpochMs | null;
  /** Why the last attempt failed. */
  readonly problem: string | null;
  readonly title: string;
  /** How many events it reports. */
  readonly count: number;
}

/** Messages that a channel has not taken, as a sentence; `null`: none. Those that were given up count for a week. */
export function undeliveredWords({ deliveries }: NotificationsView, now: number): string | null {
  const missing = deliveries.filter(
    ({ state, attempts, createdAt }) =>
      (state === "waiting" && attempts > 0) || (state === "failed" && now - createdAt < 7 * 86_400_000),
  );
  const [last] = missing;
  if (last === undefined) return null;
  const which = [...new Set(missing.map(({ channel }) => channel))];
  const what = plural(missing.length, "message was", "messages were");
  return `${what} not delivered to ${listOf(which)}, the last because: ${last.problem ?? "it was interrupted"}`;
}

/** A channel that was tried. */
export interface ChannelTest {
  readonly channel: string;
  readonly type: string;
  /** `null`: it was sent. */
  readonly problem: string | null;
}

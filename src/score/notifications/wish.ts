/** The topics of notifications for people. */
export const topics = [
  "started",
  "finished",
  "failed",
  "cancelled",
  "paused",
  "needs_person",
  "limit",
  "cost",
  "landed",
  "sheet_started",
  "sheet_done",
  "sheet_failed",
] as const;
export type Topic = (typeof topics)[number];

/** The topics of a channel unless it says otherwise. */
export const usualTopics: readonly Topic[] = ["finished", "failed", "needs_person", "limit", "cost"];

export const channelTypes = ["desktop", "webhook", "slack", "email", "command"] as const;
export type ChannelType = (typeof channelTypes)[number];

/**
 * The notifications that a score or a project wants, and their channels. Channels are defined by the user's own
 * settings: a score names one of them, or all of a type.
 */
export interface NotificationWish {
  readonly to: { readonly channel: string } | { readonly type: ChannelType };
  readonly on: readonly Topic[];
}

import { z } from "zod";
import { channelTypes, type ChannelType, type NotificationWish, topics, usualTopics } from "./wish.ts";
import { oneOf, shortForm, strict } from "../source/shape.ts";
import { line } from "../schema/fields.ts";

const channel = line.meta({ description: "Name of a channel in your settings.", examples: ["ops"] });
const on = z
  .array(z.enum(topics))
  .default([...usualTopics])
  .meta({ description: "What to tell of.", examples: [["failed", "needs_person"]] });

const toChannel = strict({ channel, on });
const toType = strict({
  type: z
    .enum(channelTypes)
    .meta({ description: "All channels of this type in your settings.", examples: ["desktop"] }),
  on,
});

export type WrittenNotification = z.infer<typeof toChannel> | z.infer<typeof toType>;

const bare = channel.transform((name): WrittenNotification => ({ channel: name, on: [...usualTopics] }));

const notification = oneOf<WrittenNotification>(
  (value) => (typeof value === "string" ? bare : isMap(value) && "type" in value ? toType : toChannel),
  [channel, toChannel, toType],
  shortForm("channel"),
);

export const notifications = z.array(notification).max(50);

export function wishOf(written: WrittenNotification): NotificationWish {
  const to: { channel: string } | { type: ChannelType } =
    "channel" in written ? { channel: written.channel } : { type: written.type };
  return { to, on: written.on };
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

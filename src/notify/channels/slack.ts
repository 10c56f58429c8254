import { clip } from "../../base/text.ts";
import type { Channel } from "../../config/notifications/channels.ts";
import type { Message } from "../message.ts";
import { post } from "./post.ts";
import { type ChannelHands, readSecret } from "./secrets.ts";

/** To an incoming webhook, whose address is its secret. */
export async function sendSlack(
  channel: Extract<Channel, { type: "slack" }>,
  message: Message,
  hands: ChannelHands,
): Promise<void> {
  const url = await readSecret(channel.url, hands);
  await post({ url, headers: {}, body: JSON.stringify(slackBody(message)), secrets: [url] });
}

/** Plain text in blocks has no markup: no bold, no links under other words, no mention of a whole channel. */
export function slackBody({ title, text }: Pick<Message, "title" | "text">): object {
  return {
    // For notifications of Slack's own, which reads three signs there.
    text: `${title}\n${text}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    mrkdwn: false,
    blocks: [
      { type: "header", text: { type: "plain_text", emoji: false, text: clip(title, 150) } },
      { type: "section", text: { type: "plain_text", emoji: false, text: clip(text, 3_000) } },
    ],
  };
}

import { createHmac } from "node:crypto";
import type { Channel } from "../../config/notifications/channels.ts";
import type { Message } from "../message.ts";
import { payloadOf, post } from "./post.ts";
import { type ChannelHands, readSecret } from "./secrets.ts";

type Webhook = Extract<Channel, { type: "webhook" }>;

/** As https://www.standardwebhooks.com has it, so that receivers find a library that checks it. */
export async function sendWebhook(channel: Webhook, message: Message, hands: ChannelHands): Promise<void> {
  const url = typeof channel.url === "string" ? channel.url : await readSecret(channel.url, hands);
  const secret = channel.secret === null ? null : await readSecret(channel.secret, hands);
  const timestamp = String(Math.floor(hands.now() / 1000));
  const body = payloadOf(message, hands.now());
  const signed = `${message.id}.${timestamp}.${body}`;
  await post({
    url,
    body,
    headers: {
      "webhook-id": message.id,
      "webhook-timestamp": timestamp,
      ...(secret === null ? {} : { "webhook-signature": `v1,${signature(secret, signed)}` }),
    },
    secrets: [...(typeof channel.url === "string" ? [] : [url]), ...(secret === null ? [] : [secret])],
  });
}

function signature(secret: string, signed: string): string {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : Buffer.from(secret);
  return createHmac("sha256", key).update(signed).digest("base64");
}

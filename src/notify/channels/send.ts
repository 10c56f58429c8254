import { messageOf as errorText } from "../../base/error.ts";
import type { Channel } from "../../config/notifications/channels.ts";
import type { Outcome } from "../compose.ts";
import type { Message } from "../message.ts";
import { sendCommand, sendDesktop } from "./program.ts";
import { type ChannelHands, NotSent } from "./secrets.ts";
import { sendSlack } from "./slack.ts";
import { sendWebhook } from "./webhook.ts";

export type Send = (channel: Channel, message: Message) => Promise<Outcome>;

export function makeSend(hands: ChannelHands): Send {
  return async (channel, message) => {
    try {
      await sendBy(channel, message, hands);
      return null;
    } catch (error) {
      return { why: errorText(error), isLasting: error instanceof NotSent && error.isLasting };
    }
  };
}

async function sendBy(channel: Channel, message: Message, hands: ChannelHands): Promise<void> {
  switch (channel.type) {
    case "desktop":
      return sendDesktop(message, hands);
    case "command":
      return sendCommand(channel, message, hands);
    case "webhook":
      return sendWebhook(channel, message, hands);
    case "slack":
      return sendSlack(channel, message, hands);
    case "email":
      // Loaded by those who use it.
      return (await import("./email.ts")).sendEmail(channel, message, hands);
  }
}

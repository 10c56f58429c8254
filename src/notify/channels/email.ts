import { messageOf } from "../../base/error.ts";
import type { Channel } from "../../config/notifications/channels.ts";
import type { Message } from "../message.ts";
import { type ChannelHands, NotSent, readSecret, withoutSecrets } from "./secrets.ts";

const timeLimitMs = 20_000;

/** By SMTP, as plain text. */
export async function sendEmail(
  channel: Extract<Channel, { type: "email" }>,
  { id, title, text }: Message,
  hands: ChannelHands,
): Promise<void> {
  const { host, port, tls, user, from, to } = channel;
  const password = channel.password === null ? null : await readSecret(channel.password, hands);
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host,
    port,
    secure: tls === "tls",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    ...(user === null ? {} : { auth: { user, pass: password ?? "" } }),
    connectionTimeout: timeLimitMs,
    greetingTimeout: timeLimitMs,
    socketTimeout: timeLimitMs,
    // A message is text: nothing of it is a path or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    // The same id with each attempt: readers of mail show it once.
    await transport.sendMail({ from, to: [...to], subject: title, text, messageId: `<${id}@tutti.invalid>` });
  } catch (error) {
    const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string };
    // 5xx is a refusal for good; a wrong password is one too.
    const isLasting = code === "EAUTH" || (responseCode !== undefined && responseCode >= 500);
    throw new NotSent(withoutSecrets(messageOf(error), password === null ? [] : [password]), isLasting);
  } finally {
    transport.close();
  }
}

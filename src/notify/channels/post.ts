import { isoTime } from "../../base/text.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { Message } from "../message.ts";
import { NotSent, withoutSecrets } from "./secrets.ts";

const timeLimitMs = 15_000;

interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Not to be repeated in an error. */
  readonly secrets: readonly string[];
}

export async function post({ url, headers, body, secrets }: Posting): Promise<void> {
  let status: number;
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "user-agent": "tutti" },
      body,
      signal: AbortSignal.timeout(timeLimitMs),
      // An answer must not send it elsewhere.
      redirect: "error",
    });
    await answer.body?.cancel();
    ({ status } = answer);
  } catch (error) {
    throw new NotSent(withoutSecrets(causeOf(error), secrets), false);
  }
  if (status >= 200 && status < 300) return;
  const isLater = status === 408 || status === 425 || status === 429 || status >= 500;
  throw new NotSent(`the server answers ${String(status)}`, !isLater);
}

/** Node says only that a fetch failed, and why in the cause. */
function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  const deeper = cause instanceof Error && cause.message !== "" ? cause : error;
  return deeper instanceof Error ? deeper.message : String(deeper);
}

/** The message for programs. Field names are stable. */
export function payloadOf({ id, title, text, count, items }: Message, now: number): string {
  return JSON.stringify({
    id,
    sentAt: isoTime(now as EpochMs),
    title,
    text,
    count,
    events: items.map(({ at, ...item }) => ({ at: isoTime(at), ...item })),
  });
}

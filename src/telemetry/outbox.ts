import { messageOf } from "../base/error.ts";

/** Sends what is due to a collector, now and then, and never holds anything up. */
export interface Outbox {
  /** Tries once more and ends. */
  close(): Promise<void>;
}

interface OutboxHow {
  /** Such as `http://127.0.0.1:4318`; `/v1/traces` and the like are added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly everyMs: number;
  /** What there is to send: path and body. What is given is not given again. */
  readonly due: () => readonly (readonly [path: string, body: object])[];
  /** Says that sending fails, once, and when it works again. */
  readonly notice: (text: string) => void;
}

const timeLimitMs = 10_000;
const mostKept = 200;

export function openOutbox(how: OutboxHow): Outbox {
  let kept: (readonly [string, object])[] = [];
  let isFailing = false;
  let dropped = 0;
  let sending: Promise<void> = Promise.resolve();
  const send = async (): Promise<void> => {
    kept.push(...how.due());
    if (kept.length > mostKept) {
      dropped += kept.length - mostKept;
      kept = kept.slice(-mostKept);
    }
    while (kept[0] !== undefined) {
      const [path, body] = kept[0];
      const problem = await post(`${how.endpoint.replace(/\/+$/, "")}/v1/${path}`, how.headers, body);
      if (problem !== null) {
        if (!isFailing) how.notice(`telemetry can't be sent to ${how.endpoint}: ${problem}; it is tried again`);
        isFailing = true;
        return;
      }
      kept.shift();
    }
    if (isFailing)
      how.notice(`telemetry is sent again${dropped === 0 ? "" : `; ${String(dropped)} batches were given up`}`);
    isFailing = false;
    dropped = 0;
  };
  const next = (): Promise<void> => (sending = sending.then(send).catch(() => undefined));
  const timer = setInterval(() => void next(), how.everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await next();
    },
  };
}

/** `null`: it was taken. What a collector refuses for good is not offered again. */
async function post(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeLimitMs),
      redirect: "error",
    });
    await answer.body?.cancel();
    const isLater = answer.status === 429 || answer.status >= 500;
    return isLater ? `it answers ${String(answer.status)}` : null;
  } catch (error) {
    return messageOf(error);
  }
}

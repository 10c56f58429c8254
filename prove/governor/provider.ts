import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the stand-in of a provider allows; a span is a sliding one. */
export interface Allowance {
  readonly sessions: number;
  readonly calls: number;
  readonly tokens: number;
  readonly spanMs: number;
}

export interface Seen {
  readonly at: number;
  readonly sheet: string;
  readonly isGranted: boolean;
  readonly why: "session" | "calls" | "tokens" | null;
  readonly tokens: number;
}

/**
 * A provider of models on loopback with one account. A session is a connection that its agent holds, so one that is
 * killed ends; each of its calls takes as long as a thought. What is beyond the allowance is refused, in the words that
 * providers use.
 */
export interface Provider {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Milliseconds of all sessions together, up to a moment. */
  sessionMs(until: number): number;
  close(): Promise<void>;
}

export async function openProvider(allowance: Allowance, thinkMs: () => number): Promise<Provider> {
  const seen: Seen[] = [];
  const spans: { readonly from: number; to: number | null }[] = [];
  let granted: readonly Seen[] = [];
  const openSessions = (): number => spans.filter(({ to }) => to === null).length;
  const hear = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? "/", "http://provider");
    const [sheet, tokens] = [url.searchParams.get("sheet") ?? "", Number(url.searchParams.get("tokens") ?? 0)];
    const at = Date.now();
    const isSession = url.pathname === "/session";
    granted = granted.filter((one) => one.at > at - allowance.spanMs);
    const refusal = isSession
      ? openSessions() < allowance.sessions
        ? null
        : sessionRefusal
      : refusalOf(allowance, granted, { at, tokens });
    const one: Seen = { at, sheet, tokens, isGranted: refusal === null, why: refusal?.why ?? null };
    // A session that is let in is no call.
    if (!isSession || refusal !== null) seen.push(one);
    if (refusal !== null) {
      refuse(response, refusal);
      return;
    }
    response.setHeader("content-type", "application/json");
    if (isSession) {
      const span = { from: at, to: null as number | null };
      spans.push(span);
      response.once("close", () => (span.to = Date.now()));
      response.write(" ");
      return;
    }
    granted = [...granted, one];
    setTimeout(() => response.end(JSON.stringify({ tokens })), thinkMs());
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, hear).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    sessionMs: (until) =>
      spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to ?? until, until) - from), 0),
    close: async () => {
      const closed = once(server, "close");
      server.close().closeAllConnections();
      await closed;
    },
  };
}

interface Refused {
  readonly why: NonNullable<Seen["why"]>;
  readonly message: string;
  readonly waitMs: number;
}

const sessionRefusal: Refused = {
  why: "session",
  message: "Number of concurrent sessions has exceeded your rate limit",
  waitMs: 1_000,
};

function refusalOf(
  { calls, tokens: limit, spanMs }: Allowance,
  granted: readonly Seen[],
  { at, tokens }: Pick<Seen, "at" | "tokens">,
): Refused | null {
  const seconds = spanMs / 1000;
  if (granted.length >= calls) {
    const message = `Rate limit reached. Limit: ${calls} requests per ${seconds} seconds`;
    return { why: "calls", message, waitMs: (granted[0]?.at ?? at) + spanMs - at };
  }
  let over = granted.reduce((sum, one) => sum + one.tokens, tokens) - limit;
  if (over <= 0) return null;
  const enough = granted.find((one) => (over -= one.tokens) <= 0);
  const message = `This request would exceed your rate limit of ${limit} input tokens per ${seconds} seconds`;
  return { why: "tokens", message, waitMs: (enough?.at ?? at) + spanMs - at };
}

function refuse(response: ServerResponse, { message, waitMs }: Refused): void {
  response.writeHead(429, { "content-type": "application/json", "retry-after": String(Math.ceil(waitMs / 1000)) });
  response.end(JSON.stringify({ error: { type: "rate_limit_error", message } }));
}

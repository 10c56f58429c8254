import { once } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** So many requests in any span of this length. */
export interface Allowance {
  readonly requests: number;
  readonly windowMs: number;
}

/** A request as the provider saw it. */
export interface Asked {
  /** Of the one job: sheet and attempt. */
  readonly sheet: string;
  readonly attempt: number;
  readonly at: number;
  readonly answer: "allowed" | "limited" | "refused" | "no-quota";
}

/** A provider of models on loopback with one account, which refuses what is beyond its allowance. */
export interface Provider {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** `refuses`: no key is accepted. `empty`: the quota is used up. */
  mood: "works" | "refuses" | "empty";
  /** The port is closed. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Long enough that requests overlap as those to a model do. */
const thinkingMs = 60;
/** Longer than any wait within a proof. */
const quotaSeconds = 3600;

export async function openProvider({ requests, windowMs }: Allowance): Promise<Provider> {
  const asked: Asked[] = [];
  let granted: readonly number[] = [];
  const judge = (at: number): { readonly answer: Asked["answer"]; readonly waitSeconds: number } => {
    if (provider.mood === "refuses") return { answer: "refused", waitSeconds: 0 };
    if (provider.mood === "empty") return { answer: "no-quota", waitSeconds: quotaSeconds };
    granted = granted.filter((one) => one > at - windowMs);
    if (granted.length >= requests)
      return { answer: "limited", waitSeconds: Math.ceil(((granted[0] ?? at) + windowMs - at) / 1000) };
    granted = [...granted, at];
    return { answer: "allowed", waitSeconds: 0 };
  };
  const hear = (request: IncomingMessage, response: ServerResponse): void => {
    const at = Date.now();
    const { answer, waitSeconds } = judge(at);
    const { sheet = "", attempt = "" } = Object.fromEntries(
      new URL(request.url ?? "/", "http://provider").searchParams,
    );
    asked.push({ sheet, attempt: Number(attempt), at, answer });
    const { status, body } = answers[answer];
    response.setHeader("connection", "close");
    if (waitSeconds > 0) response.setHeader("retry-after", waitSeconds);
    setTimeout(
      () => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
      thinkingMs,
    );
  };
  let server = await listening(createServer(hear), 0);
  const { port } = server.address() as AddressInfo;
  const provider: Provider = {
    url: `http://127.0.0.1:${port}`,
    asked,
    mood: "works",
    goDown: async () => {
      const closed = once(server, "close");
      server.close().closeAllConnections();
      await closed;
    },
    comeBack: async () => {
      server = await listening(createServer(hear), port);
    },
  };
  return provider;
}

async function listening(server: Server, port: number): Promise<Server> {
  const ready = once(server, "listening");
  server.listen(port, "127.0.0.1");
  await ready;
  return server;
}

/** In the words of a provider of the OpenAI kind. */
const answers: Readonly<Record<Asked["answer"], { readonly status: number; readonly body: object }>> = {
  allowed: {
    status: 200,
    body: {
      choices: [{ message: { role: "assistant", content: "done" } }],
      usage: { prompt_tokens: 7, completion_tokens: 3 },
    },
  },
  limited: { status: 429, body: { error: { type: "rate_limit_error", message: "Rate limit reached for requests" } } },
  refused: { status: 401, body: { error: { type: "authentication_error", message: "Incorrect API key provided" } } },
  "no-quota": {
    status: 429,
    body: { error: { type: "insufficient_quota", message: "You exceeded your current quota" } },
  },
};

import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMock } from "@copilotkit/aimock";
import { answerFor } from "./provider-answers.ts";
import { refusal } from "./provider-refusals.ts";

/** The providers of the agents, on loopback: they need no key, and nothing leaves the machine. */
export interface Providers {
  /** Anthropic, OpenAI and Gemini all answer below it. */
  readonly url: string;
  /** From now on, what asks with this text in it meets mischief. */
  upset(upset: Upset): void;
  /** The bodies of all requests with this text in them, mischief or not. */
  asked(about: string): readonly string[];
  close(): Promise<void>;
}

export interface Upset {
  readonly about: string;
  readonly does: Mischief;
  /** As long as this is true; for ever unless it says. */
  readonly while?: () => boolean;
  /** Called for each request that meets it. */
  readonly onMet?: () => void;
}

export type Mischief =
  | { readonly kind: "refuse"; readonly status: number; readonly retryAfterS?: number; readonly message?: string }
  /** The answer begins, and then the connection is cut. */
  | { readonly kind: "disconnect" }
  /** The answer never begins. */
  | { readonly kind: "hang" };

/**
 * Each `write FILE with WORD` of a prompt is written by a tool call; then the agent is told that it is done. `answer`:
 * a model that wants something else. `said`: the texts of its answers, put into other words.
 */
export async function openProviders(
  answer: typeof answerFor = answerFor,
  said?: (text: string) => string,
): Promise<Providers> {
  const model = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
  model.on({ endpoint: "chat" }, answer);
  await model.start();
  const upsets: Upset[] = [];
  const bodies: string[] = [];
  const front = createServer((req, res) => {
    void bodyOf(req).then((body) => {
      bodies.push(body.toString());
      const upset = upsets.find((one) => body.includes(one.about) && one.while?.() !== false);
      upset?.onMet?.();
      if (upset === undefined) passOn(model.port, { req, res, body }, said === undefined ? {} : { said });
      else misbehave(model.port, upset.does, { req, res, body });
    });
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((front.address() as AddressInfo).port)}`,
    upset: (upset) => void upsets.push(upset),
    asked: (about) => bodies.filter((body) => body.includes(about)),
    close: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await model.stop();
    },
  };
}

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly body: Buffer;
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function misbehave(port: number, mischief: Mischief, exchange: Exchange): void {
  switch (mischief.kind) {
    case "hang":
      return;
    case "disconnect":
      passOn(port, exchange, { cut: true });
      return;
    case "refuse": {
      const { headers, body } = refusal(exchange.req.url ?? "", mischief);
      exchange.res.writeHead(mischief.status, headers).end(body);
    }
  }
}

interface Passing {
  readonly cut?: boolean;
  readonly said?: (text: string) => string;
}

function passOn(port: number, { req, res, body }: Exchange, { cut = false, said }: Passing = {}): void {
  const headers = { ...req.headers, host: `127.0.0.1:${String(port)}`, "content-length": body.length };
  const onward = ask({ host: "127.0.0.1", port, method: req.method, path: req.url, headers }, (answer) => {
    if (said !== undefined) {
      const { "content-length": _, ...rest } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, rest);
      return void bodyOf(answer).then((text) => res.end(said(text.toString())));
    }
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    if (!cut) return void answer.pipe(res);
    // The first of it has to be on the wire before the wire is cut.
    answer.once("data", (part: Buffer) => res.write(part, () => res.destroy()));
  });
  onward.on("error", () => res.destroy());
  onward.end(body);
}

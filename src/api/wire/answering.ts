import type { RequestId } from "../protocol.ts";
import { askedOf } from "../methods/asked.ts";
import { type Handlers, type Method, type OwnMethod, isMethod, isOwn, methods } from "../methods/table.ts";
import { failed, misread } from "./failure.ts";
import { type Greeting, greet, refusal } from "./greet.ts";
import type { Message } from "./message.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** The client at the other end of a connection. */
export interface Visitor {
  /** Said hello, with the token. Nothing but this lets a call through. */
  isGreeted: boolean;
  /** Messages that were no hello, before one came. */
  strikes: number;
}

export interface Answering {
  readonly visitor: Visitor;
  readonly greeting: Greeting;
  readonly handlers: Handlers;
  readonly subscriptions: Subscriptions;
  /** A fault of ours, for the log. */
  bug(method: string, error: unknown): void;
}

/** JSON, and what is to happen once it is on its way. */
export interface Reply {
  readonly text: string;
  readonly sent?: () => void;
}

/**
 * The one way from a message to an effect. `null`: it wants no answer. Who is let in is settled before the first wait.
 */
export async function answer(to: Answering, message: Message): Promise<Reply | null> {
  if (message.kind !== "call") {
    strike(to.visitor);
    return message.kind === "wrong" ? { text: JSON.stringify(misread(message.id, message.fault, message.why)) } : null;
  }
  const { id, method, params } = message;
  try {
    if (method !== "conductor.hello" && !to.visitor.isGreeted) throw refusal("nothing is heard before conductor.hello");
    if (!isMethod(method))
      return { text: JSON.stringify(misread(id, "method", `there is no method ${JSON.stringify(method)}`)) };
    const { result, sent } = await perform(to, method, params);
    return {
      text: JSON.stringify({ jsonrpc: "2.0", id, result: result ?? null }),
      ...(sent === undefined ? {} : { sent }),
    };
  } catch (error) {
    strike(to.visitor);
    return { text: JSON.stringify(failureOf({ to, method, id }, error)) };
  }
}

interface Performed {
  readonly result: unknown;
  readonly sent?: () => void;
}

async function perform(to: Answering, method: Method, params: unknown): Promise<Performed> {
  if (!isOwn(method)) return { result: await handle(to, method, params) };
  switch (method) {
    case "conductor.hello": {
      const hello = greet(to.greeting, params);
      to.visitor.isGreeted = true;
      return { result: hello };
    }
    case "events.subscribe": {
      const { result, begin } = await to.subscriptions.open(askedOf(method, methods[method], params));
      return { result, sent: begin };
    }
    case "events.unsubscribe":
      return { result: await to.subscriptions.end(askedOf(method, methods[method], params).subscription) };
  }
}

/** Has the engine answer. */
async function handle(to: Answering, method: Exclude<Method, OwnMethod>, params: unknown): Promise<unknown> {
  const handler = to.handlers[method] as (asked: unknown) => Promise<unknown>;
  return handler(askedOf(method, methods[method], params));
}

function failureOf({ to, method, id }: { to: Answering; method: string; id: RequestId }, error: unknown): object {
  const failure = failed(id, error);
  if (failure.error.data.audience === "bug") to.bug(method, error);
  return failure;
}

function strike(visitor: Visitor): void {
  if (!visitor.isGreeted) visitor.strikes += 1;
}

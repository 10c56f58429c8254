import { TuttiError } from "../../base/error.ts";
import type { Hello } from "../contract/conductor.ts";
import type { Follow, Following, Listener, TuttiEvent } from "../contract/events.ts";
import { type RpcError, protocol } from "../protocol.ts";
import type { Method, Params, Result, Tutti } from "../tutti.ts";
import { guardedListener } from "./guarded-listener.ts";
import { type Peer, errorFrom, makePeer } from "./peer.ts";

/** Messages to and from a conductor, over any transport that keeps their order: a socket, a WebSocket, a pipe. */
export interface Line {
  send(message: string): void;
  /** Leaves nothing open. Messages that were sent before still go out if the other side takes them soon. */
  close(): Promise<void>;
}

export interface LineEnd {
  message(text: string): void;
  /** No more messages come. */
  closed(cause: Error | null): void;
}

export interface Introduction {
  readonly token: string;
  /** Of this Tutti. */
  readonly version: string;
  /** Our name in the conductor's log. */
  readonly client?: string;
}

export interface Connected extends Tutti {
  readonly hello: Hello;
}

/** Opens a line to a conductor and says hello. */
export async function connect(
  open: (end: LineEnd) => Promise<Line>,
  { token, version, client }: Introduction,
): Promise<Connected> {
  const followings = makeFollowings();
  let isClosing = false;
  const end: LineEnd = {
    message: (text) => peer.hear(text),
    closed: (cause) => peer.end(lost(isClosing, cause)),
  };
  const line = await open(end);
  const peer = makePeer({
    send: (message) => line.send(message),
    notice: (method, params) => followings.notice(method, params),
    // The caller that closes needs no message.
    lost: (error) => (isClosing ? undefined : followings.lost(error)),
  });
  const close = async (): Promise<void> => {
    isClosing = true;
    peer.end(lost(isClosing, null));
    await line.close();
  };
  try {
    const hello = await call(peer, "conductor.hello", {
      token,
      protocol,
      version,
      ...(client === undefined ? {} : { client }),
    });
    return {
      hello,
      call: (method, params) => call(peer, method, params),
      follow: (what, listener) => followings.follow(peer, what, guardedListener(listener)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function call<M extends Method>(peer: Peer, method: M, params: Params<M>): Promise<Result<M>> {
  return new Promise((resolve, reject) => {
    // A conductor of our own protocol answers with the method's result.
    peer.ask(method, params, { result: (value) => resolve(value as Result<M>), failed: reject });
  });
}

function lost(isClosing: boolean, cause: Error | null): TuttiError {
  if (isClosing)
    return new TuttiError("conductor.lost", "this connection to the conductor was closed", { audience: "user" });
  return new TuttiError("conductor.lost", "the connection to the conductor is gone", {
    audience: "environment",
    hint: "The conductor may have carried out the request; jobs continue with the next conductor: tutti start.",
    ...(cause === null ? {} : { cause }),
  });
}

/** Listeners, by subscription. */
interface Followings {
  follow(peer: Peer, what: Follow, listener: Listener): Promise<Following>;
  notice(method: string, params: unknown): void;
  lost(error: TuttiError): void;
}

/** The params of all notices; each has some of them. */
interface Told {
  readonly subscription: number;
  readonly events: readonly TuttiEvent[];
  readonly from: number;
  readonly to: number;
  readonly error: RpcError;
  readonly activities: Parameters<NonNullable<Listener["active"]>>[0];
}

function makeFollowings(): Followings {
  const listeners = new Map<number, Listener>();
  return {
    follow: (peer, what, listener) =>
      new Promise((resolve, reject) => {
        peer.ask("events.subscribe", what, {
          result(value) {
            const { subscription, position } = value as Result<"events.subscribe">;
            // At once, not when the promise resolves: events may follow this answer directly.
            listeners.set(subscription, listener);
            resolve({ position, stop: () => stop({ peer, listeners, subscription }) });
          },
          failed: reject,
        });
      }),
    notice(method, params) {
      const { subscription, events, from, to, error, activities } = params as Told;
      const listener = listeners.get(subscription);
      if (method === "events.news") for (const event of events) listeners.get(subscription)?.hear(event);
      if (method === "events.missed") listener?.missed?.({ from, to });
      if (method === "events.activity") listener?.active?.(activities);
      if (method !== "events.lost") return;
      listeners.delete(subscription);
      listener?.lost?.(errorFrom(error));
    },
    lost(error) {
      const left = [...listeners.values()];
      listeners.clear();
      for (const listener of left) listener.lost?.(error);
    },
  };
}

interface Stopping {
  readonly peer: Peer;
  readonly listeners: Map<number, Listener>;
  readonly subscription: number;
}

/** Drops events that are still on their way. A lost connection follows nothing. */
async function stop({ peer, listeners, subscription }: Stopping): Promise<void> {
  if (!listeners.delete(subscription)) return;
  await new Promise<void>((resolve) =>
    peer.ask("events.unsubscribe", { subscription }, { result: () => resolve(), failed: () => resolve() }),
  );
}

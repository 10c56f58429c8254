import { createConnection } from "node:net";
import { TuttiError } from "../../base/error.ts";
import type { Method, Params, Result, Tutti } from "../tutti.ts";
import type { Follow, Following, Listener, TuttiEvent } from "../contract/events.ts";
import { guardedListener } from "../guarded-listener.ts";
import { makeLines, textOf } from "../lines.ts";
import { type RpcError, protocol } from "../protocol.ts";
import type { Hello } from "../contract/conductor.ts";
import { requireSocketPath } from "../socket-path.ts";
import { type Peer, errorFrom, makePeer } from "./peer.ts";

export interface Dialling {
  readonly socket: string;
  readonly token: string;
  /** Of this Tutti. */
  readonly version: string;
  /** Who we are, for the conductor's log. */
  readonly client?: string;
}

export interface Dialled extends Tutti {
  readonly hello: Hello;
}

/** Connects to a conductor and says hello. */
export async function dial({ socket, token, version, client }: Dialling): Promise<Dialled> {
  const followings = makeFollowings();
  let isClosing = false;
  const end: LineEnd = {
    message: (text) => peer.hear(text),
    closed: (cause) => peer.end(lost(isClosing, cause)),
  };
  const line = await openLine(socket, end);
  const peer = makePeer({
    send: (message) => line.send(message),
    notice: (method, params) => followings.notice(method, params),
    // Whoever closes knows; only the others are told.
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
    // What a conductor of our own protocol answers is what the method gives.
    peer.ask(method, params, { result: (value) => resolve(value as Result<M>), failed: reject });
  });
}

function lost(isClosing: boolean, cause: Error | null): TuttiError {
  if (isClosing)
    return new TuttiError("conductor.lost", "this connection to the conductor was closed", { audience: "user" });
  return new TuttiError("conductor.lost", "the connection to the conductor is gone", {
    audience: "environment",
    hint: "What was asked may have been done; jobs go on with the next conductor: tutti start.",
    ...(cause === null ? {} : { cause }),
  });
}

/** Who listens to which subscription. */
interface Followings {
  follow(peer: Peer, what: Follow, listener: Listener): Promise<Following>;
  notice(method: string, params: unknown): void;
  lost(error: TuttiError): void;
}

/** What comes with a notice; which of it depends on the notice. */
interface Told {
  readonly subscription: number;
  readonly events: readonly TuttiEvent[];
  readonly from: number;
  readonly to: number;
  readonly error: RpcError;
}

function makeFollowings(): Followings {
  const listeners = new Map<number, Listener>();
  return {
    follow: (peer, what, listener) =>
      new Promise((resolve, reject) => {
        peer.ask("events.subscribe", what, {
          result(value) {
            const { subscription, position } = value as Result<"events.subscribe">;
            // Now, not when the promise is heard of: events may stand right behind this answer.
            listeners.set(subscription, listener);
            resolve({ position, stop: () => stop({ peer, listeners, subscription }) });
          },
          failed: reject,
        });
      }),
    notice(method, params) {
      const { subscription, events, from, to, error } = params as Told;
      const listener = listeners.get(subscription);
      if (method === "events.news") for (const event of events) listeners.get(subscription)?.hear(event);
      if (method === "events.missed") listener?.missed?.({ from, to });
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

/** Whatever is still on its way is not heard any more. A connection that is gone follows nothing. */
async function stop({ peer, listeners, subscription }: Stopping): Promise<void> {
  if (!listeners.delete(subscription)) return;
  await new Promise<void>((resolve) =>
    peer.ask("events.unsubscribe", { subscription }, { result: () => resolve(), failed: () => resolve() }),
  );
}

/**
 * Messages to and from a conductor, whatever carries them. This file is the only one of the client that knows it is a
 * socket.
 */
interface Line {
  send(message: string): void;
  /** Leaves nothing open. What was sent before still goes out, if the other side takes it within a moment. */
  close(): Promise<void>;
}

interface LineEnd {
  message(text: string): void;
  /** Nothing more comes. */
  closed(cause: Error | null): void;
}

async function openLine(path: string, end: LineEnd): Promise<Line> {
  requireSocketPath(path);
  const socket = createConnection({ path });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", (error) => reject(unreachable(path, error)));
  });
  let cause: Error | null = null;
  socket.removeAllListeners("error");
  socket.on("error", (error) => {
    cause = error;
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  void closed.then(() => end.closed(cause));
  const lines = makeLines();
  socket.on("data", (chunk) => {
    lines.push(chunk);
    for (let line = lines.next(Infinity); line !== null && line !== "over"; line = lines.next(Infinity))
      end.message(textOf(line) ?? "");
  });
  return {
    send: (message) => void socket.write(`${message}\n`),
    async close() {
      socket.destroySoon();
      const timer = setTimeout(() => socket.destroy(), closeMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

const closeMs = 1000;

function unreachable(path: string, error: NodeJS.ErrnoException): TuttiError {
  const isGone = error.code === "ENOENT" || error.code === "ECONNREFUSED" || error.code === "ENOTSOCK";
  if (isGone) {
    return new TuttiError("conductor.not_running", `no conductor listens on ${path}`, {
      audience: "environment",
      hint: "Start one: tutti start.",
      cause: error,
    });
  }
  return new TuttiError("conductor.lost", `the conductor can't be reached on ${path}: ${error.message}`, {
    audience: "environment",
    hint: "Look at it with: tutti conductor-status.",
    cause: error,
  });
}

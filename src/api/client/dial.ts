import { TuttiError } from "../../base/error.ts";
import type { Tutti } from "../contract.ts";
import { guardedListener } from "../guarded-listener.ts";
import { protocol } from "../protocol.ts";
import type { Hello, Result } from "../results.ts";
import type { Method, Params } from "../schema/methods.ts";
import { makeFollowings } from "./followings.ts";
import { type LineEnd, openLine } from "./line-socket.ts";
import { type Peer, makePeer } from "./peer.ts";

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

import type { TuttiError } from "../../base/error.ts";
import type { Follow, Following, Listener, TuttiEvent } from "../events.ts";
import type { RpcError } from "../protocol.ts";
import type { Result } from "../results.ts";
import { type Peer, errorFrom } from "./peer.ts";

/** Who listens to which subscription. */
export interface Followings {
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

export function makeFollowings(): Followings {
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

import type { Tutti } from "../tutti.ts";
import type { Follow, Listener } from "../contract/events.ts";
import { guardedListener } from "../guarded-listener.ts";
import type { Handlers } from "../handlers.ts";
import type { Result } from "../results.ts";
import { invalid } from "../invalid.ts";
import { askedOf, handle, isMethod, isOwn } from "./asked.ts";
import type { Bus, Sink } from "../feed/bus.ts";

/**
 * The engine of this process, by the same contract as one behind a socket: what it is asked is checked the same way.
 */
export function makeDirect(handlers: Handlers, bus: Bus, close: () => Promise<void>): Tutti {
  return {
    async call(method, params) {
      if (!isMethod(method)) throw invalid(`there is no method ${JSON.stringify(method)}`);
      if (isOwn(method)) throw invalid(`${method} is of a connection, and this is none`);
      return (await handle(handlers, method, params)) as Result<typeof method>;
    },
    follow: async (what, listener) =>
      bus.follow(askedOf("events.subscribe", what) as Follow, sinkOf(guardedListener(listener))),
    close,
  };
}

/** Whoever listens in this process is never behind. */
function sinkOf(listener: Listener): Sink {
  return {
    write(events) {
      for (const event of events) listener.hear(event);
      return true;
    },
    onDrain: (call) => queueMicrotask(call),
    missed: (gap) => listener.missed?.(gap),
    lost: (error) => listener.lost?.(error),
  };
}

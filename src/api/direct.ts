import type { Method as MethodName, Result, Tutti } from "./tutti.ts";
import type { Follow, Listener } from "./contract/events.ts";
import type { Bus } from "./events/bus.ts";
import type { Sink } from "./events/follower.ts";
import { guardedListener } from "./client/guarded-listener.ts";
import { askedOf } from "./methods/asked.ts";
import { eventsSubscribe } from "./methods/events/subscribe.ts";
import type { Method } from "./methods/method.ts";
import { type Handlers, isMethod, methods as allMethods } from "./methods/table.ts";
import { invalid } from "./protocol.ts";

/** Methods, and functions that answer them. */
export interface Served {
  readonly methods: Readonly<Record<string, Method>>;
  readonly handlers: Readonly<Record<string, (asked: never) => Promise<unknown>>>;
  readonly bus: Bus;
  /** The error of a method that is not among them. */
  readonly refuse: (method: string) => Error;
}

/** The engine of this process, by the same contract as one behind a socket: params are checked the same way. */
export function makeDirect({ methods, handlers, bus, refuse }: Served, close: () => Promise<void>): Tutti {
  return {
    async call<M extends MethodName>(name: M, params: unknown) {
      // A name may be anything: `constructor` is no method.
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      if (method === undefined || handler === undefined) throw refuse(name);
      return (await handler(askedOf(name, method, params) as never)) as Result<M>;
    },
    follow: async (what, listener) =>
      bus.follow(askedOf("events.subscribe", eventsSubscribe, what) as Follow, sinkOf(guardedListener(listener))),
    close,
  };
}

/** A listener in this process is never behind. */
function sinkOf(listener: Listener): Sink {
  return {
    write(events) {
      for (const event of events) listener.hear(event);
      return true;
    },
    onDrain: (call) => queueMicrotask(call),
    missed: (gap) => listener.missed?.(gap),
    active: (activities) => {
      listener.active?.(activities);
      return true;
    },
    lost: (error) => listener.lost?.(error),
  };
}

/** All methods that the engine answers, for a caller in this process. */
export function served(handlers: Handlers, bus: Bus): Served {
  return {
    methods: allMethods,
    handlers,
    bus,
    refuse: (name) =>
      invalid(
        isMethod(name) ? `${name} is of a connection, and this is none` : `there is no method ${JSON.stringify(name)}`,
      ),
  };
}

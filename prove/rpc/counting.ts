import type { TuttiEvent } from "../../src/api/contract/events.ts";
import { type Handlers, isMethod, isOwn, methods } from "../../src/api/methods/table.ts";
import type { Bus } from "../../src/api/events/bus.ts";
import type { Sink } from "../../src/api/events/follower.ts";

/** An engine that only counts how often each method reached it. */
export interface Counting {
  readonly handlers: Handlers;
  readonly bus: Bus;
  /** What reached it, oldest first. */
  readonly calls: { readonly method: string; readonly asked: unknown }[];
  /** Sinks that follow now. */
  readonly sinks: Set<Sink>;
  readonly tell: (...events: readonly TuttiEvent[]) => readonly boolean[];
}

/** `act` answers instead of nothing. */
export function makeCounting(act: (method: string, asked: unknown) => unknown = () => null): Counting {
  const calls: { method: string; asked: unknown }[] = [];
  const sinks = new Set<Sink>();
  const names = Object.keys(methods).filter((name) => isMethod(name) && !isOwn(name));
  const handlers = names.map((method) => [
    method,
    (asked: unknown): Promise<unknown> => {
      calls.push({ method, asked });
      return Promise.resolve(act(method, asked));
    },
  ]);
  const bus: Bus = {
    follow: (_what, sink) => {
      sinks.add(sink);
      return Promise.resolve({ position: 7, stop: () => Promise.resolve(void sinks.delete(sink)) });
    },
    subscribers: () => sinks.size,
    kept: () => 0,
    close: () => undefined,
  };
  return {
    handlers: Object.fromEntries(handlers) as Handlers,
    bus,
    calls,
    sinks,
    tell: (...events) => [...sinks].map((sink) => sink.write(events)),
  };
}

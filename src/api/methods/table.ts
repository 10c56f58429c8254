import { acts, type ActHandlers } from "./acts.ts";
import { conductorHello } from "./conductor/hello.ts";
import { eventsSubscribe } from "./events/subscribe.ts";
import { eventsUnsubscribe } from "./events/unsubscribe.ts";
import { looks, type LookHandlers } from "./looks.ts";

/** The methods that the connection itself answers. */
const ofConnection = {
  "conductor.hello": conductorHello,
  "events.subscribe": eventsSubscribe,
  "events.unsubscribe": eventsUnsubscribe,
};

/** Every method there is. */
export const methods = { ...looks, ...acts, ...ofConnection };

export type Method = keyof typeof methods;
export type OwnMethod = keyof typeof ofConnection;

/** One function for every method that the engine answers; params have been checked. */
export type Handlers = LookHandlers & ActHandlers;

/** A name may be anything, so only the table's own keys count: `constructor` is no method. */
export function isMethod(name: string): name is Method {
  return Object.hasOwn(methods, name);
}

export function isOwn(method: Method): method is OwnMethod {
  return Object.hasOwn(ofConnection, method);
}

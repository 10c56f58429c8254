import type { Result } from "./results.ts";
import type { Asked, Method } from "./schema/methods.ts";

/** What the connection itself answers. */
export type OwnMethod = "conductor.hello" | "events.subscribe" | "events.unsubscribe";

/** One function for every method that the engine answers; what it is asked has been checked. */
export type Handlers = { readonly [M in Exclude<Method, OwnMethod>]: (asked: Asked<M>) => Promise<Result<M>> };

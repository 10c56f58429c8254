import type { Bus } from "../feed/bus.ts";
import { invalid } from "../invalid.ts";
import type { Served } from "./direct.ts";
import { type Handlers, isMethod, methods } from "../methods/table.ts";

/** All methods that the engine answers, for a caller in this process. */
export function served(handlers: Handlers, bus: Bus): Served {
  return {
    methods,
    handlers,
    bus,
    refuse: (name) =>
      invalid(
        isMethod(name) ? `${name} is of a connection, and this is none` : `there is no method ${JSON.stringify(name)}`,
      ),
  };
}

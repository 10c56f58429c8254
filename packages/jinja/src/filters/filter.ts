import { bound } from "../values/given.ts";
import type { Filter, Run, Value } from "../values/value.ts";

export type Given = readonly (Value | undefined)[];

/** A filter whose arguments have names, in this order. */
export function filter(names: string, call: (value: Value, given: Given, run: Run) => Value): Filter {
  return (value, args, run) => call(value, bound(names, args), run);
}

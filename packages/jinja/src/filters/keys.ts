import { item } from "../values/access.ts";
import type { Run, Value } from "../values/value.ts";
import { textOf } from "../values/text.ts";
import { isMissing, none } from "../values/value.ts";

/** Reads `a.b.0` of an item; without a name the item itself. */
export function byAttribute(name: Value | undefined, run: Run, otherwise?: Value): (value: Value) => Value {
  if (name === undefined || name === none) return (value) => value;
  const steps: readonly (string | number)[] =
    typeof name === "number"
      ? [name]
      : textOf(name, run)
          .split(".")
          .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const spot = null;
  return (value) => {
    let at = value;
    for (const step of steps) {
      at = item(at, step, { spot, run });
      if (isMissing(at) && otherwise !== undefined) return otherwise;
    }
    return at;
  };
}

/** For sorting and comparing: as people look at words, unless told otherwise. */
export function folded(value: Value, isExact: boolean): Value {
  return typeof value === "string" && !isExact ? value.toLowerCase() : value;
}

import { fault } from "../fault.ts";
import { type Value, WholeFloat, float, keyOf, none } from "./value.ts";

const maxDepth = 500;

/** A JavaScript value as templates see it. `onContainer` receives every list and map made for it. */
export function templateValue(value: unknown, onContainer: (container: object) => void, depth = 0): Value {
  if (depth > maxDepth) throw fault("a variable is nested too deeply");
  const inner = (item: unknown): Value => templateValue(item, onContainer, depth + 1);
  if (value instanceof WholeFloat) return float(value.value);
  if (Array.isArray(value)) return told(value.map(inner), onContainer);
  if (value instanceof Map)
    return told(
      new Map([...(value as Map<unknown, unknown>)].map(([key, item]) => [keyOf(inner(key)), inner(item)])),
      onContainer,
    );
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isSafeInteger(value) ? value : float(value);
    case "bigint":
      return inner(Number(value));
    case "object":
      return value === null
        ? none
        : told(new Map(Object.entries(value).map(([key, item]) => [key, inner(item)])), onContainer);
    default:
      return none;
  }
}

function told<T extends object>(container: T, onContainer: (container: object) => void): T {
  onContainer(container);
  return container;
}

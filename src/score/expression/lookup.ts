import { impossible, isList, isMap, isRecord, kindText, valueOf } from "./value.ts";
import type { Outcome, Value } from "./value.ts";

/** `of.field`. Only what the record itself holds: nothing is inherited. */
export function memberOf(of: Value, field: string): Outcome {
  if (!isRecord(of)) return impossible(`${kindText(of)} has no field ${JSON.stringify(field)}`);
  return found(Object.hasOwn(of, field) ? of[field] : undefined, field);
}

/** `of[key]`: a place in a list, counted from 0 or, below zero, from its end; or a key of a map. */
export function indexed(of: Value, key: Value): Outcome {
  if (!isList(of)) return keyed(of, key, (value) => found(value, key));
  if (typeof key !== "number" || !Number.isInteger(key))
    return impossible(`a place in a list is a whole number, not ${shown(key)}`);
  const item = of.at(key);
  return item === undefined ? impossible(`a list of ${of.length} has no place ${key}`) : valueOf(item);
}

/** `of.get(key)`: none when the key is missing. */
export function got(of: Value, key: Value): Outcome {
  return keyed(of, key, (value) => valueOf(value ?? null));
}

function keyed(of: Value, key: Value, then: (value: Value | undefined) => Outcome): Outcome {
  if (isMap(of))
    return typeof key === "number" || typeof key === "string"
      ? then(of.get(key))
      : impossible(`${kindText(key)} can't be a key`);
  if (!isRecord(of)) return impossible(`can't look up ${shown(key)} in ${kindText(of)}`);
  return typeof key === "string"
    ? then(Object.hasOwn(of, key) ? of[key] : undefined)
    : impossible(`the keys here are texts, not ${kindText(key)}`);
}

function found(value: Value | undefined, key: Value): Outcome {
  return value === undefined ? impossible(`there is no ${shown(key)}`) : valueOf(value);
}

function shown(key: Value): string {
  if (typeof key === "number") return String(key);
  return typeof key === "string" && key.length <= 80 ? JSON.stringify(key) : kindText(key);
}

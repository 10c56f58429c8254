import { spendItems, spendText } from "../budget.ts";
import { changing, dictMethods, listMethods } from "./container-methods.ts";
import { fault, type Spot } from "../fault.ts";
import { noValue } from "./given.ts";
import {
  type Args,
  type Missing,
  type Run,
  type Value,
  isFloat,
  isMissing,
  isThing,
  keyOf,
  none,
  numeric,
  sequence,
  tuple,
  typeName,
} from "./value.ts";
import { characters, textOf } from "./text.ts";
import { textMethods } from "./text-methods.ts";

/**
 * `value.name`: a method of its kind, else what a map or thing holds under the name. There is nothing else to be
 * reached.
 */
export function attribute(value: Value, name: string, place: Place): Value {
  if (isMissing(value)) throw noValue(value, place.run);
  const method = methodOf(value, name);
  if (method !== undefined) return method;
  return held(value, name) ?? nothing(place);
}

/** `value[key]`: what it holds, else a method. */
export function item(value: Value, key: Value, place: Place): Value {
  if (isMissing(value)) throw noValue(value, place.run);
  if (isMissing(key)) throw noValue(key, place.run);
  const index = isFloat(key) ? null : numeric(key);
  const items = typeof value === "string" ? characters(value) : sequence(value);
  if (items !== null && index !== null) return items[index < 0 ? items.length + index : index] ?? nothing(place);
  if (value instanceof Map) {
    const found = value.get(keyOf(key));
    if (found !== undefined) return found;
  }
  if (typeof key !== "string") return nothing(place);
  return held(value, key) ?? methodOf(value, key) ?? nothing(place);
}

interface Place {
  readonly spot: Spot | null;
  readonly run: Run;
}

function nothing({ spot }: Place): Missing {
  return { kind: "missing", spot, why: spot === null ? "a value that is asked for is not there" : null };
}

function held(value: Value, name: string): Value | undefined {
  if (value instanceof Map) return value.get(name);
  if (isThing(value)) return value.fields?.get(name) ?? value.read?.(name);
  if (typeof value !== "object" || value === none || Array.isArray(value) || value.kind !== "tuple") return undefined;
  const index = value.names?.indexOf(name) ?? -1;
  return value.items[index];
}

function methodOf(value: Value, name: string): Value | undefined {
  const call = callOf(value, name);
  return call === undefined ? undefined : { kind: "thing", what: "a method", call };
}

function callOf(value: Value, name: string): ((args: Args, run: Run) => Value) | undefined {
  if (typeof value === "string") {
    const method = textMethods.get(name);
    return method && ((args, run) => method(value, args, run));
  }
  if (value instanceof Map) {
    const method = dictMethods.get(name);
    return method && ((args, run) => method(value, args, run));
  }
  const items = sequence(value);
  const method = items === null || (!Array.isArray(value) && changing.has(name)) ? undefined : listMethods.get(name);
  return method && items !== null ? (args, run) => method(items, args, run) : undefined;
}

/** `value[from:to:step]`. */
export function slice(value: Value, bounds: readonly (Value | undefined)[], run: Run): Value {
  if (isMissing(value)) throw noValue(value, run);
  const items = typeof value === "string" ? characters(value) : sequence(value);
  if (items === null) throw fault(`${typeName(value)} can't be sliced`);
  const [from, to, by] = bounds.map((bound) => (bound === undefined || bound === none ? null : wholeBound(bound, run)));
  const step = by ?? 1;
  if (step === 0) throw fault("the step of a slice can't be 0");
  const [start, stop] = limits(from ?? null, to ?? null, { length: items.length, isBackwards: step < 0 });
  if (step === 1 && typeof items === "string") {
    spendText(run.budget, Math.max(0, stop - start));
    return items.slice(start, Math.max(start, stop));
  }
  const picked: Value[] = [];
  for (let at = start; step > 0 ? at < stop : at > stop; at += step) picked.push(items[at] ?? none);
  spendItems(run.budget, picked.length);
  if (typeof value === "string") return picked.map((part) => textOf(part, run)).join("");
  return Array.isArray(value) ? picked : tuple(picked);
}

function wholeBound(bound: Value, run: Run): number {
  if (isMissing(bound)) throw noValue(bound, run);
  const number = isFloat(bound) ? null : numeric(bound);
  if (number === null) throw fault(`a slice needs whole numbers, not ${typeName(bound)}`);
  return number;
}

function limits(
  from: number | null,
  to: number | null,
  { length, isBackwards }: { readonly length: number; readonly isBackwards: boolean },
): readonly [number, number] {
  const [lowest, highest] = isBackwards ? [-1, length - 1] : [0, length];
  const inside = (at: number): number => Math.min(Math.max(at < 0 ? at + length : at, lowest), highest);
  return [
    from === null ? (isBackwards ? highest : lowest) : inside(from),
    to === null ? (isBackwards ? lowest : highest) : inside(to),
  ];
}

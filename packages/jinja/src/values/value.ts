import type { Spot } from "../fault.ts";
import { fault } from "../fault.ts";
import type { Budget } from "../budget.ts";

/**
 * Values as Python has them: a whole number is a JavaScript number, a float is a box around one (`2.0` is not `2` when
 * printed), a dictionary is a `Map` in the order it was written. None of them has a prototype that a template could
 * reach.
 */
export type Value = None | boolean | number | string | Float | Tuple | Missing | Thing | List | Dict;
export type List = Value[];
export type Dict = Map<Key, Value>;
/** Numbers that Python takes for the same key are the same key here. */
export type Key = string | number | None;

/** Python's None. Not `null`, which in this code means that there is no value. */
export interface None {
  readonly kind: "none";
}

export const none: None = { kind: "none" };

export interface Float {
  readonly kind: "float";
  readonly value: number;
}

export interface Tuple {
  readonly kind: "tuple";
  readonly items: readonly Value[];
  /** Names by which the items can be read too. */
  readonly names?: readonly string[];
}

/** No value: an unknown name, a missing key. An error as soon as it is used. */
export interface Missing {
  readonly kind: "missing";
  readonly spot: Spot | null;
  readonly why: string | null;
}

/** Macros, methods, loops, namespaces, imported files. */
export interface Thing {
  readonly kind: "thing";
  readonly what: string;
  readonly call?: (args: Args, run: Run) => Value;
  readonly read?: (name: string) => Value | undefined;
  /** Only a namespace can be set. */
  readonly fields?: Map<string, Value>;
}

export interface Args {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/**
 * For callers: a float whose value is whole. Python prints `1.0` as `1.0`; a JavaScript number no longer knows that it
 * was one.
 */
export class WholeFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export function float(value: number): Float {
  return { kind: "float", value };
}

export function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw fault("a number gets too large");
  // -0 is no whole number of Python's.
  return value === 0 ? 0 : value;
}

export function tuple(items: readonly Value[], names?: readonly string[]): Tuple {
  return names === undefined ? { kind: "tuple", items } : { kind: "tuple", items, names };
}

export function missing(why: string, spot: Spot | null = null): Missing {
  return { kind: "missing", why, spot };
}

export function isMissing(value: Value): value is Missing {
  return typeof value === "object" && "kind" in value && value.kind === "missing";
}

export function isThing(value: Value): value is Thing {
  return typeof value === "object" && "kind" in value && value.kind === "thing";
}

export function isFloat(value: Value): value is Float {
  return typeof value === "object" && "kind" in value && value.kind === "float";
}

/** The items of a list or tuple. */
export function sequence(value: Value): readonly Value[] | null {
  if (Array.isArray(value)) return value;
  return typeof value === "object" && "kind" in value && value.kind === "tuple" ? value.items : null;
}

/** As arithmetic sees it: true is 1. */
export function numeric(value: Value): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  return isFloat(value) ? value.value : null;
}

export function keyOf(value: Value): Key {
  const number = numeric(value);
  if (number !== null) return number;
  if (typeof value === "string" || value === none) return value;
  throw fault(`${typeName(value)} can't be a key`);
}

export function keyValue(key: Key): Value {
  return typeof key === "number" && !Number.isInteger(key) ? float(key) : key;
}

export function keyText(key: Key): string {
  return key === none ? "None" : `${key as string | number}`;
}

export function typeName(value: Value): string {
  if (value === none) return "none";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "a truth value";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Map) return "a map";
  if (isThing(value)) return value.what;
  if (isMissing(value)) return "nothing";
  return sequence(value) === null ? "a number" : "a tuple";
}

/** One rendering, as values and filters see it. */
export interface Run {
  readonly budget: Budget;
  /** A variable that the template did not make itself. */
  readonly variable: (name: string) => Value | undefined;
  /** Ends a message about an unknown variable. */
  readonly suggest: (name: string) => string;
  readonly filter: (name: string) => Filter;
  readonly test: (name: string) => Test;
}

export type Filter = (value: Value, args: Args, run: Run) => Value;
export type Test = (value: Value, args: Args, run: Run) => boolean;

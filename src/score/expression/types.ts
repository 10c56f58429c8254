import { suggestion } from "../source/nearest.ts";
import type { ArithmeticOperator, ComparisonOperator } from "./ast.ts";

/** The type of a value before the value exists. `anything` is unknown: its use is checked when the condition is evaluated. */
export type Type =
  | { readonly kind: "anything" | "number" | "text" | "boolean" | "none" }
  | { readonly kind: "list"; readonly of: Type }
  | { readonly kind: "map"; readonly keys: "number" | "text" | "either"; readonly of: Type }
  | { readonly kind: "record"; readonly fields: Readonly<Record<string, Type>> }
  /** The value, or none. */
  | { readonly kind: "maybe"; readonly of: Type };

export const anything: Type = { kind: "anything" };
export const number: Type = { kind: "number" };
export const text: Type = { kind: "text" };
export const boolean: Type = { kind: "boolean" };
export const none: Type = { kind: "none" };

function maybe(of: Type): Type {
  return of.kind === "anything" || of.kind === "none" || of.kind === "maybe" ? of : { kind: "maybe", of };
}

/** The type that says as much as both do. */
export function commonType(one: Type, other: Type): Type {
  if (one.kind === "none") return maybe(other);
  if (other.kind === "none") return maybe(one);
  if (one.kind === "maybe" || other.kind === "maybe") return maybe(commonType(withoutNone(one), withoutNone(other)));
  if (one.kind === "list" && other.kind === "list") return { kind: "list", of: commonType(one.of, other.of) };
  return isSame(one, other) ? one : anything;
}

function withoutNone(type: Type): Type {
  return type.kind === "maybe" ? type.of : type;
}

/** Records and maps count as the same only when they come from the same place; else what is in them is not known. */
function isSame(one: Type, other: Type): boolean {
  return (
    one === other ||
    (one.kind === other.kind && (one.kind === "number" || one.kind === "text" || one.kind === "boolean"))
  );
}

function canBeEqual(one: Type, other: Type): boolean {
  if (one.kind === "anything" || other.kind === "anything") return true;
  if (one.kind === "maybe") return other.kind === "none" || other.kind === "maybe" || canBeEqual(one.of, other);
  if (other.kind === "maybe") return canBeEqual(other, one);
  if (one.kind === "list" && other.kind === "list") return canBeEqual(one.of, other.of);
  if (one.kind === "map" && other.kind === "map")
    return (
      (one.keys === other.keys || one.keys === "either" || other.keys === "either") && canBeEqual(one.of, other.of)
    );
  return one.kind === other.kind;
}

/** For sentences: "is a number". */
export function typeText(type: Type): string {
  switch (type.kind) {
    case "anything":
    case "none":
      return type.kind;
    case "boolean":
      return "true or false";
    case "number":
    case "text":
    case "record":
      return `a ${type.kind}`;
    case "list":
      return type.of.kind === "anything" ? "a list" : `a list of ${plural(type.of)}`;
    case "map":
      return type.keys === "either" ? "a map" : `a map with ${type.keys === "number" ? "numbers" : "texts"} as keys`;
    case "maybe":
      return `${typeText(type.of)} that may be missing`;
  }
}

function plural(type: Type): string {
  return type.kind === "number" ||
    type.kind === "text" ||
    type.kind === "list" ||
    type.kind === "map" ||
    type.kind === "record"
    ? `${type.kind}s`
    : typeText(type);
}

/** Each gives the type of the result, or a sentence that says why the operation makes no sense. */
type Result = Type | string;

export function memberType(of: Type, field: string): Result {
  if (of.kind === "anything") return anything;
  if (of.kind === "maybe")
    return `${typeText(of)} has no fields to rely on: test it with and, then write x[key].${field}`;
  if (of.kind === "map") return `${typeText(of)} has no fields: write x[key], or x.get(key)`;
  if (of.kind !== "record") return `${typeText(of)} has no fields`;
  const type = Object.hasOwn(of.fields, field) ? of.fields[field] : undefined;
  if (type !== undefined) return type;
  const known = Object.keys(of.fields);
  const hint = suggestion(field, known);
  return `there is no field ${JSON.stringify(field)}${hint === "" ? `; known are ${known.join(", ")}` : hint}`;
}

export function indexedType(of: Type, key: Type): Result {
  if (of.kind === "list")
    return key.kind === "number" || key.kind === "anything"
      ? of.of
      : `a place in a list is a number, not ${typeText(key)}`;
  if (of.kind === "map") return badKey(of.keys, key) ?? of.of;
  if (of.kind === "anything") return looseKey(key) ?? anything;
  if (of.kind === "record") return "a record has fields: write x.field";
  return `[ ] looks up something in a list or a map, not in ${typeText(of)}`;
}

export function gotType(of: Type, key: Type): Result {
  if (of.kind === "map") return badKey(of.keys, key) ?? maybe(of.of);
  if (of.kind === "anything") return looseKey(key) ?? anything;
  return `.get() is of a map, not of ${typeText(of)}`;
}

export function comparisonType(operator: ComparisonOperator, left: Type, right: Type): Result {
  switch (operator) {
    case "==":
    case "!=":
      return canBeEqual(left, right)
        ? boolean
        : `${typeText(left)} never equals ${typeText(right)}, so this would always be ${operator === "!="}`;
    case "in":
    case "not in":
      return containmentFault(left, right) ?? boolean;
    case "<":
    case "<=":
    case ">":
    case ">=":
      return orderFault(operator, left, right) ?? boolean;
  }
}

export function arithmeticType(operator: ArithmeticOperator, left: Type, right: Type): Result {
  if (operator === "+") return joinedType(left, right);
  for (const type of [left, right])
    if (type.kind !== "number" && type.kind !== "anything")
      return `${operator} calculates with numbers, not with ${typeText(type)}`;
  return number;
}

function joinedType(left: Type, right: Type): Result {
  const known = left.kind === "anything" ? right : left;
  const other = known === left ? right : left;
  if (known.kind === "anything") return anything;
  const joins = known.kind === "number" || known.kind === "text" || known.kind === "list";
  if (!joins || (other.kind !== "anything" && other.kind !== known.kind))
    return `+ needs two numbers, two texts or two lists, not ${typeText(left)} and ${typeText(right)}`;
  if (known.kind !== "list") return known.kind === "number" ? number : text;
  return { kind: "list", of: other.kind === "list" ? commonType(known.of, other.of) : anything };
}

function orderFault(operator: string, left: Type, right: Type): string | null {
  const ordered = (type: Type): boolean => type.kind === "number" || type.kind === "text" || type.kind === "anything";
  const together = left.kind === right.kind || left.kind === "anything" || right.kind === "anything";
  return ordered(left) && ordered(right) && together
    ? null
    : `${operator} compares two numbers or two texts, not ${typeText(left)} with ${typeText(right)}`;
}

function containmentFault(left: Type, right: Type): string | null {
  if (right.kind === "anything") return null;
  if (right.kind === "map") return badKey(right.keys, left);
  if (right.kind === "text")
    return left.kind === "text" || left.kind === "anything"
      ? null
      : `only a text can be in a text, not ${typeText(left)}`;
  if (right.kind === "list")
    return canBeEqual(left, right.of) ? null : `${typeText(left)} is never in ${typeText(right)}`;
  return `in looks into a list, a map or a text, not into ${typeText(right)}`;
}

function badKey(keys: "number" | "text" | "either", key: Type): string | null {
  if (keys === "either")
    return key.kind === "number" || key.kind === "text" || key.kind === "anything"
      ? null
      : `the keys of this map are numbers or texts, not ${typeText(key)}`;
  return key.kind === keys || key.kind === "anything"
    ? null
    : `the keys of this map are ${keys}s, not ${typeText(key)}`;
}

function looseKey(key: Type): string | null {
  return key.kind === "number" || key.kind === "text" || key.kind === "anything"
    ? null
    : `a key is a number or a text, not ${typeText(key)}`;
}

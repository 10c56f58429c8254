import { spend, spendSearch } from "../budget.ts";
import { fault } from "../fault.ts";
import { noValue } from "./given.ts";
import {
  type Run,
  type Value,
  isMissing,
  isThing,
  keyOf,
  keyValue,
  none,
  numeric,
  sequence,
  typeName,
} from "./value.ts";
import { characters } from "./text.ts";

export function isTrue(value: Value, run: Run): boolean {
  if (isMissing(value)) throw noValue(value, run);
  const number = numeric(value);
  if (number !== null) return number !== 0;
  if (value === none) return false;
  if (typeof value === "string") return value !== "";
  if (value instanceof Map) return value.size > 0;
  return (sequence(value)?.length ?? 1) > 0;
}

export function isEqual(left: Value, right: Value, run: Run): boolean {
  spend(run.budget, 1);
  for (const side of [left, right]) if (isMissing(side)) throw noValue(side, run);
  const [one, other] = [numeric(left), numeric(right)];
  if (one !== null || other !== null) return one === other;
  if (left instanceof Map && right instanceof Map) {
    return (
      left.size === right.size &&
      [...left].every(([key, value]) => right.has(key) && isEqual(value, right.get(key) ?? none, run))
    );
  }
  const [items, others] = [sequence(left), sequence(right)];
  if (items === null || others === null) return left === right;
  if (Array.isArray(left) !== Array.isArray(right) || items.length !== others.length) return false;
  return items.every((item, index) => isEqual(item, others[index] ?? none, run));
}

/** Negative, zero or positive. */
export function compare(left: Value, right: Value, run: Run): number {
  spend(run.budget, 1);
  for (const side of [left, right]) if (isMissing(side)) throw noValue(side, run);
  const [one, other] = [numeric(left), numeric(right)];
  if (one !== null && other !== null) return one === other ? 0 : one - other;
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right, run);
  const [items, others] = [sequence(left), sequence(right)];
  if (items === null || others === null || Array.isArray(left) !== Array.isArray(right))
    throw fault(`${typeName(left)} and ${typeName(right)} can't be put in order`);
  for (const [index, item] of items.entries()) {
    if (index >= others.length) return 1;
    const order = compare(item, others[index] ?? none, run);
    if (order !== 0) return order;
  }
  return items.length - others.length;
}

function compareTexts(left: string, right: string, run: Run): number {
  spend(run.budget, Math.min(left.length, right.length) / 64);
  return left === right ? 0 : left < right ? -1 : 1;
}

export function contains(container: Value, item: Value, run: Run): boolean {
  if (isMissing(item)) throw noValue(item, run);
  if (typeof container === "string") {
    if (typeof item !== "string") throw fault(`${typeName(item)} can't be looked for in a text`);
    spendSearch(run.budget, container, item);
    return container.includes(item);
  }
  if (container instanceof Map) return container.has(keyOf(item));
  return itemsOf(container, run).some((other) => isEqual(other, item, run));
}

/** The items that a loop goes through. */
export function itemsOf(value: Value, run: Run): readonly Value[] {
  if (isMissing(value)) throw noValue(value, run);
  if (typeof value === "string") {
    spend(run.budget, value.length);
    return Array.from(characters(value));
  }
  if (value instanceof Map) {
    spend(run.budget, value.size);
    return [...value.keys()].map(keyValue);
  }
  const items = sequence(value);
  if (items === null) throw fault(`${isThing(value) ? value.what : typeName(value)} has no items to go through`);
  spend(run.budget, items.length);
  return items;
}

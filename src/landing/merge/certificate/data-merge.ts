import { isDeepStrictEqual } from "node:util";
import { type DataForm, valueIn } from "../syntax/data.ts";
import type { Merged } from "./certificate.ts";

/**
 * Whether a text of a form that holds values says exactly what both sides changed, by keys of maps, and nothing else.
 * The order of entries of a map says nothing, so none was chosen. Lists and single values are changed by one side only.
 */
export function isDataMerge(form: DataForm, { base, ours, theirs, merged }: Merged): boolean {
  const [before, mine, yours, after] = [base, ours, theirs, merged].map((text) => valueIn(form, text));
  if (before === undefined || mine === undefined || yours === undefined || after === undefined) return false;
  const wanted = united(before.value, mine.value, yours.value);
  return wanted !== undefined && isDeepStrictEqual(wanted.value, after.value);
}

interface Value {
  readonly value: unknown;
}

/** `undefined`: both changed the same value. A key that is not there is `absent`. */
function united(base: unknown, ours: unknown, theirs: unknown): Value | undefined {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(theirs, base)) return { value: ours };
  if (isDeepStrictEqual(ours, base)) return { value: theirs };
  if (Array.isArray(ours) && Array.isArray(theirs) && Array.isArray(base)) return unitedList(base, ours, theirs);
  if (!isMap(ours) || !isMap(theirs)) return undefined;
  const before = isMap(base) ? base : {};
  const found = Object.create(Object.getPrototypeOf(ours) as object | null) as Record<string, unknown>;
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const one = united(at(before, key), at(ours, key), at(theirs, key));
    if (one === undefined) return undefined;
    if (one.value !== absent) Reflect.defineProperty(found, key, { ...plain, value: one.value });
  }
  return { value: found };
}

/** Documents of a file, one by one: other lists have an order that someone would have to choose. */
function unitedList(base: readonly unknown[], ours: readonly unknown[], theirs: readonly unknown[]): Value | undefined {
  if (base.length !== ours.length || base.length !== theirs.length) return undefined;
  const list = base.map((one, place) => united(one, ours[place], theirs[place]));
  return list.some((one) => one === undefined) ? undefined : { value: list.map((one) => one?.value) };
}

const plain = { enumerable: true, writable: true, configurable: true };
const absent = Symbol("absent");

function at(map: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : absent;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)
  );
}

/** How often a key of a map stands behind a greater one: where entries can be sorted, they are. */
export function disorderIn(form: DataForm, text: string): number {
  const read = valueIn(form, text);
  return read === undefined ? 0 : inversions(read.value);
}

function inversions(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one: unknown) => sum + inversions(one), 0);
  if (!isMap(value)) return 0;
  const keys = Object.keys(value);
  const own = keys.filter((key, place) => place > 0 && key < (keys[place - 1] ?? "")).length;
  return Object.values(value).reduce((sum: number, one) => sum + inversions(one), own);
}

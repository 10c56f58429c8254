import { spend } from "../budget.ts";
import { compare, isEqual, isTrue, itemsOf } from "../values/comparison.ts";
import { fault } from "../fault.ts";
import { filter } from "./filter.ts";
import type { Given } from "./filter.ts";
import { byAttribute, folded } from "./keys.ts";
import type { Filter, Run, Value } from "../values/value.ts";
import { shown, textOf } from "../values/text.ts";
import { keyValue, missing, none, tuple } from "../values/value.ts";

export const orderFilters: readonly (readonly [string, Filter])[] = [
  ["sort", filter("reverse case_sensitive attribute", sorted)],
  ["dictsort", filter("case_sensitive by reverse", sortedPairs)],
  ["unique", filter("case_sensitive attribute", unique)],
  ["min", filter("case_sensitive attribute", (value, given, run) => outermost(value, given, { run, sign: -1 }))],
  ["max", filter("case_sensitive attribute", (value, given, run) => outermost(value, given, { run, sign: 1 }))],
  ["groupby", filter("attribute default case_sensitive", grouped)],
];

interface Order {
  readonly run: Run;
  readonly isBackwards: boolean;
  /** The keys that each item is compared by, the most significant first. */
  readonly read: (value: Value) => readonly Value[];
}

function inOrder(items: readonly Value[], { run, isBackwards, read }: Order): Value[] {
  const keyed = items.map((value) => ({ value, keys: read(value) }));
  keyed.sort((one, other) => {
    const order = compareKeys(one.keys, other.keys, run);
    return isBackwards ? -order : order;
  });
  return keyed.map(({ value }) => value);
}

function compareKeys(one: readonly Value[], other: readonly Value[], run: Run): number {
  for (const [index, key] of one.entries()) {
    const order = compare(key, other[index] ?? none, run);
    if (order !== 0) return order;
  }
  return 0;
}

function sorted(value: Value, [reverse, exact, name]: Given, run: Run): Value {
  const isExact = isTrue(exact ?? false, run);
  const names = name === undefined || name === none ? [undefined] : textOf(name, run).split(",");
  const readers = names.map((one) => byAttribute(one, run));
  const read = (item: Value): readonly Value[] => readers.map((reader) => folded(reader(item), isExact));
  return inOrder(itemsOf(value, run), { run, isBackwards: isTrue(reverse ?? false, run), read });
}

function sortedPairs(value: Value, [exact, by, reverse]: Given, run: Run): Value {
  if (!(value instanceof Map)) throw fault("only a map can be sorted by dictsort");
  const isExact = isTrue(exact ?? false, run);
  const place = (by ?? "key") === "key" ? 0 : 1;
  const pairs = [...value].map(([key, inner]) => tuple([keyValue(key), inner]));
  return inOrder(pairs, {
    run,
    isBackwards: isTrue(reverse ?? false, run),
    read: (pair) => [folded(itemsOf(pair, run)[place] ?? none, isExact)],
  });
}

function unique(value: Value, [exact, name]: Given, run: Run): Value {
  const read = byAttribute(name, run);
  const isExact = isTrue(exact ?? false, run);
  const seen = new Set<string>();
  return itemsOf(value, run).filter((item) => {
    const key = shown(folded(read(item), isExact), run);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function outermost(
  value: Value,
  [exact, name]: Given,
  { run, sign }: { readonly run: Run; readonly sign: 1 | -1 },
): Value {
  const read = byAttribute(name, run);
  const isExact = isTrue(exact ?? false, run);
  const items = itemsOf(value, run);
  const [first, ...rest] = items;
  if (first === undefined) return missing("the list is empty");
  return rest.reduce(
    (best, item) => (compare(folded(read(item), isExact), folded(read(best), isExact), run) * sign > 0 ? item : best),
    first,
  );
}

function grouped(value: Value, [name, otherwise, exact]: Given, run: Run): Value {
  const isExact = isTrue(exact ?? false, run);
  const read = byAttribute(name, run, otherwise);
  const items = inOrder(itemsOf(value, run), {
    run,
    isBackwards: false,
    read: (item) => [folded(read(item), isExact)],
  });
  const groups: { key: Value; members: Value[] }[] = [];
  for (const item of items) {
    spend(run.budget, 1);
    const last = groups.at(-1);
    if (last !== undefined && isEqual(folded(last.key, isExact), folded(read(item), isExact), run))
      last.members.push(item);
    else groups.push({ key: read(item), members: [item] });
  }
  return groups.map(({ key, members }) => tuple([key, members], ["grouper", "list"]));
}

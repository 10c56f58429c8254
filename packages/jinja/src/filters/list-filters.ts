import { attribute } from "../values/access.ts";
import { numberArgument, textArgument } from "../values/arguments.ts";
import { spendItems, spendText } from "../budget.ts";
import { isTrue, itemsOf } from "../values/comparison.ts";
import { fault } from "../fault.ts";
import { filter, type Given } from "./filter.ts";
import { byAttribute } from "./keys.ts";
import { calculated } from "../values/operators.ts";
import {
  type Args,
  type Filter,
  type Run,
  type Value,
  isMissing,
  keyValue,
  missing,
  none,
  sequence,
  tuple,
  typeName,
} from "../values/value.ts";
import { characters, textOf } from "../values/text.ts";
import { joined } from "../values/editing.ts";

export const listFilters: readonly (readonly [string, Filter])[] = [
  ["default", filter("default_value boolean", defaulted)],
  ["d", filter("default_value boolean", defaulted)],
  ["length", filter("", (value, _, run) => lengthOf(value, run))],
  ["count", filter("", (value, _, run) => lengthOf(value, run))],
  ["list", filter("", (value, _, run) => [...itemsOf(value, run)])],
  [
    "first",
    filter("", (value, _, run) => itemsOf(value, run)[0] ?? missing("there is no first item: the list is empty")),
  ],
  [
    "last",
    filter("", (value, _, run) => itemsOf(value, run).at(-1) ?? missing("there is no last item: the list is empty")),
  ],
  ["reverse", filter("", (value, _, run) => reversed(value, run))],
  ["items", filter("", (value) => pairsOf(value))],
  ["attr", filter("name", (value, [name], run) => attribute(value, textArgument(name, "", run), { spot: null, run }))],
  ["join", filter("d attribute", joinedItems)],
  ["sum", filter("attribute start", summed)],
  ["batch", filter("linecount fill_with", batched)],
  ["slice", filter("slices fill_with", sliced)],
  ["map", mapped],
  ["select", (value, args, run) => chosen(value, { args, keeps: true, read: null }, run)],
  ["reject", (value, args, run) => chosen(value, { args, keeps: false, read: null }, run)],
  ["selectattr", (value, args, run) => chosenByAttribute(value, { args, keeps: true }, run)],
  ["rejectattr", (value, args, run) => chosenByAttribute(value, { args, keeps: false }, run)],
];

function reversed(value: Value, run: Run): Value {
  const items = itemsOf(value, run).toReversed();
  return typeof value === "string" ? items.map((item) => textOf(item, run)).join("") : items;
}

function defaulted(value: Value, [otherwise, alsoFalse]: Given, run: Run): Value {
  if (isMissing(value)) return otherwise ?? "";
  return isTrue(alsoFalse ?? false, run) && !isTrue(value, run) ? (otherwise ?? "") : value;
}

function lengthOf(value: Value, run: Run): number {
  if (typeof value === "string") {
    spendText(run.budget, value.length);
    return characters(value).length;
  }
  if (value instanceof Map) return value.size;
  return sequence(value)?.length ?? itemsOf(value, run).length;
}

function pairsOf(value: Value): Value {
  if (!(value instanceof Map)) throw fault(`a map is needed, not ${typeName(value)}`);
  return [...value].map(([key, inner]) => tuple([keyValue(key), inner]));
}

function joinedItems(value: Value, [by, name]: Given, run: Run): string {
  const read = byAttribute(name, run);
  return joined(
    textArgument(by, "", run),
    itemsOf(value, run).map((part) => textOf(read(part), run)),
    run,
  );
}

function summed(value: Value, [name, start]: Given, run: Run): Value {
  const read = byAttribute(name, run);
  return itemsOf(value, run).reduce<Value>((total, part) => calculated("+", [total, read(part)], run), start ?? 0);
}

function batched(value: Value, [size, fill]: Given, run: Run): Value {
  const count = numberArgument(size, 0);
  if (count < 1) throw fault("a batch needs at least one item");
  const items = itemsOf(value, run);
  const batches: Value[][] = [];
  for (let at = 0; at < items.length; at += count) batches.push(items.slice(at, at + count));
  const last = batches.at(-1);
  if (last !== undefined && fill !== undefined && fill !== none) {
    spendItems(run.budget, count);
    while (last.length < count) last.push(fill);
  }
  return batches;
}

function sliced(value: Value, [count, fill]: Given, run: Run): Value {
  const slices = numberArgument(count, 0);
  if (slices < 1) throw fault("at least one slice is needed");
  spendItems(run.budget, slices);
  const items = itemsOf(value, run);
  const [each, extra] = [Math.floor(items.length / slices), items.length % slices];
  return Array.from({ length: slices }, (_, index) => {
    const from = index * each + Math.min(index, extra);
    const part = items.slice(from, from + each + (index < extra ? 1 : 0));
    return fill !== undefined && fill !== none && index >= extra && extra > 0 ? [...part, fill] : part;
  });
}

function mapped(value: Value, args: Args, run: Run): Value {
  const items = itemsOf(value, run);
  const name = args.named.get("attribute");
  if (args.positional.length === 0 && name !== undefined) {
    const read = byAttribute(name, run, args.named.get("default"));
    return items.map(read);
  }
  const [first, ...positional] = args.positional;
  if (typeof first !== "string") throw fault("map needs the name of a filter, or attribute=");
  const apply = run.filter(first);
  return items.map((part) => apply(part, { positional, named: args.named }, run));
}

interface Choice {
  readonly args: Args;
  readonly keeps: boolean;
  readonly read: ((value: Value) => Value) | null;
}

function chosen(value: Value, { args, keeps, read }: Choice, run: Run): Value {
  const [name, ...positional] = args.positional;
  if (name !== undefined && typeof name !== "string") throw fault("the name of a test is needed");
  const test = name === undefined ? null : run.test(name);
  return itemsOf(value, run).filter((part) => {
    const seen = read === null ? part : read(part);
    return (test === null ? isTrue(seen, run) : test(seen, { positional, named: args.named }, run)) === keeps;
  });
}

function chosenByAttribute(value: Value, { args, keeps }: Omit<Choice, "read">, run: Run): Value {
  const [name, ...positional] = args.positional;
  if (name === undefined) throw fault("the name of an attribute is needed");
  return chosen(value, { args: { ...args, positional }, keeps, read: byAttribute(name, run) }, run);
}

import { numberArgument } from "./arguments.ts";
import { spend, spendItems } from "../budget.ts";
import { isEqual, itemsOf } from "./comparison.ts";
import { fault } from "../fault.ts";
import { bound } from "./given.ts";
import type { Args, Dict, Run, Value } from "./value.ts";
import { keyOf, keyValue, none, tuple } from "./value.ts";

type Method<Of> = (of: Of, args: Args, run: Run) => Value;

/** Lists and maps that every rendering shares: a template must not change them. */
const shared = new WeakSet<object>();

export function share(container: object): void {
  shared.add(container);
}

export const dictMethods: ReadonlyMap<string, Method<Dict>> = new Map<string, Method<Dict>>([
  ["items", plain((dict) => [...dict].map(([key, value]) => tuple([keyValue(key), value])))],
  ["keys", plain((dict) => [...dict.keys()].map(keyValue))],
  ["values", plain((dict) => [...dict.values()])],
  ["get", (dict, args) => got(dict, bound("key default", args))],
  ["copy", (dict, args, run) => copied(dict, args, run)],
  ["update", (dict, args, run) => updated(own(dict), args, run)],
]);

export const listMethods: ReadonlyMap<string, Method<readonly Value[]>> = new Map<string, Method<readonly Value[]>>([
  ["append", (list, args, run) => appended(list, bound("object", args), run)],
  ["extend", (list, args, run) => appended(list, itemsOf(bound("items", args)[0] ?? none, run), run)],
  ["pop", (list, args) => popped(list, numberArgument(bound("index", args)[0], -1))],
  ["index", (list, args, run) => placeOf(list, bound("value", args)[0] ?? none, run)],
  ["count", (list, args, run) => list.filter((item) => isEqual(item, bound("value", args)[0] ?? none, run)).length],
  ["copy", plain((list) => [...list])],
]);

/** Not for tuples. */
export const changing: ReadonlySet<string> = new Set(["append", "extend", "pop", "copy"]);

/** A method without arguments that makes a list. */
function plain<Of>(make: (of: Of) => Value[]): Method<Of> {
  return (of, args, run) => {
    bound("", args);
    const items = make(of);
    spendItems(run.budget, items.length);
    return items;
  };
}

function copied(dict: Dict, args: Args, run: Run): Value {
  bound("", args);
  spendItems(run.budget, dict.size);
  return new Map(dict);
}

function own<T extends object>(container: T): T {
  if (shared.has(container)) throw fault("a variable can't be changed, only copied");
  return container;
}

function got(dict: Dict, [key, otherwise]: readonly (Value | undefined)[]): Value {
  return dict.get(keyOf(key ?? none)) ?? otherwise ?? none;
}

function updated(dict: Dict, args: Args, run: Run): Value {
  const [other] = args.positional;
  if (other instanceof Map) for (const [key, value] of other) dict.set(key, value);
  for (const [name, value] of args.named) dict.set(name, value);
  spend(run.budget, dict.size);
  return none;
}

function changeable(list: readonly Value[]): Value[] {
  return own(list) as Value[];
}

function appended(list: readonly Value[], items: readonly (Value | undefined)[], run: Run): Value {
  spendItems(run.budget, items.length);
  const target = changeable(list);
  for (const item of [...items]) target.push(item ?? none);
  return none;
}

function popped(list: readonly Value[], index: number): Value {
  const [item] = changeable(list).splice(index, 1);
  if (item === undefined) throw fault("there is no such item to take from the list");
  return item;
}

function placeOf(list: readonly Value[], value: Value, run: Run): number {
  const at = list.findIndex((item) => isEqual(item, value, run));
  if (at === -1) throw fault("the item is not in the list");
  return at;
}

import { itemsOf, isEqual } from "./values/comparison.ts";
import { fault } from "./fault.ts";
import { bound } from "./values/given.ts";
import type { Args, Run, Thing, Value } from "./values/value.ts";
import { missing, none } from "./values/value.ts";

export interface LoopState {
  readonly items: readonly Value[];
  index: number;
  readonly depth: number;
  /** For `loop(children)` in a recursive loop. */
  readonly again: ((items: readonly Value[]) => string) | null;
}

/** The variable `loop` of a loop's body. */
export function loopThing(state: LoopState): Thing {
  let last: readonly Value[] | null = null;
  const changed = (args: Args, run: Run): boolean => {
    const before = last;
    last = args.positional;
    return (
      before === null ||
      before.length !== last.length ||
      !last.every((value, index) => isEqual(value, before[index] ?? none, run))
    );
  };
  return {
    kind: "thing",
    what: "a loop",
    read: (name) => {
      if (name === "cycle")
        return { kind: "thing", what: "a function", call: ({ positional }) => cycled(positional, state.index) };
      if (name === "changed") return { kind: "thing", what: "a function", call: changed };
      return fieldOf(state, name);
    },
    call: (args, run) => {
      if (state.again === null) throw fault("the loop is not recursive");
      const [items] = bound("iterable", args);
      return state.again(itemsOf(items ?? none, run));
    },
  };
}

function cycled(values: readonly Value[], index: number): Value {
  const value = values[index % values.length];
  if (value === undefined) throw fault("there is nothing to cycle through");
  return value;
}

function fieldOf({ items, index, depth }: LoopState, name: string): Value | undefined {
  const { length } = items;
  switch (name) {
    case "index":
      return index + 1;
    case "index0":
      return index;
    case "revindex":
      return length - index;
    case "revindex0":
      return length - index - 1;
    case "first":
      return index === 0;
    case "last":
      return index === length - 1;
    case "length":
      return length;
    case "depth":
      return depth + 1;
    case "depth0":
      return depth;
    case "previtem":
      return items[index - 1] ?? missing("the first item has none before it");
    case "nextitem":
      return items[index + 1] ?? missing("the last item has none after it");
    default:
      return undefined;
  }
}

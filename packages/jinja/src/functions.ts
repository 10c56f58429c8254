import { spendItems } from "./budget.ts";
import { fault } from "./fault.ts";
import { numberArgument, textArgument } from "./values/arguments.ts";
import { bound } from "./values/given.ts";
import { type Args, type Dict, type Run, type Thing, type Value, keyText, none } from "./values/value.ts";

/** Functions that every template can call. */
export const functions: ReadonlyMap<string, Thing> = new Map(
  Object.entries({ range, dict, namespace, cycler, joiner }).map(([name, call]) => [
    name,
    { kind: "thing", what: `the function ${name}`, call },
  ]),
);

function range(args: Args, run: Run): Value {
  const numbers = bound("start stop step", args).map((value) =>
    value === undefined ? undefined : numberArgument(value, 0),
  );
  const [first = 0, second, step = 1] = numbers;
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (step === 0) throw fault("the step of a range can't be 0");
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (count > 100_000) throw fault("invalid operation: range has too many elements");
  spendItems(run.budget, count);
  return Array.from({ length: count }, (_, index) => start + index * step);
}

function dict({ positional: [start], named }: Args): Dict {
  return new Map([...(start instanceof Map ? start : []), ...named]);
}

function namespace({ positional: [start], named }: Args): Thing {
  const given = start instanceof Map ? [...start].map(([key, value]): [string, Value] => [keyText(key), value]) : [];
  return { kind: "thing", what: "a namespace", fields: new Map([...given, ...named]) };
}

function cycler({ positional }: Args): Thing {
  let at = 0;
  const current = (): Value => {
    const value = positional[at % positional.length];
    if (value === undefined) throw fault("there is nothing to cycle through");
    return value;
  };
  const methods: ReadonlyMap<string, () => Value> = new Map([
    [
      "next",
      () => {
        const value = current();
        at++;
        return value;
      },
    ],
    [
      "reset",
      () => {
        at = 0;
        return none;
      },
    ],
  ]);
  const read = (name: string): Value | undefined => {
    const call = methods.get(name);
    return call === undefined
      ? name === "current"
        ? current()
        : undefined
      : { kind: "thing", what: "a function", call };
  };
  return { kind: "thing", what: "a cycler", read };
}

function joiner(args: Args, run: Run): Thing {
  const [separator] = bound("sep", args);
  let isFirst = true;
  const call = (): Value => {
    const text = isFirst ? "" : textArgument(separator, ", ", run);
    isFirst = false;
    return text;
  };
  return { kind: "thing", what: "a joiner", call };
}

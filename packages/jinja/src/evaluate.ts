import { attribute, item, slice } from "./values/access.ts";
import { enter, leave, spendText } from "./budget.ts";
import { isTrue } from "./values/comparison.ts";
import { fault, located, type Spot } from "./fault.ts";
import { calculated, compared } from "./values/operators.ts";
import { noValue } from "./values/given.ts";
import {
  type Args,
  type Run,
  type Value,
  float,
  isFloat,
  isMissing,
  isThing,
  keyOf,
  none,
  numeric,
  tuple,
  typeName,
} from "./values/value.ts";
import { found, type Scope } from "./scope.ts";
import { textOf } from "./values/text.ts";
import type { Arguments, Expression } from "./syntax/tree.ts";

export function evaluate(expression: Expression, scope: Scope, run: Run): Value {
  return located(expression.spot, () => {
    enter(run.budget);
    const value = evaluated(expression, scope, run);
    leave(run.budget);
    return value;
  });
}

function evaluated(expression: Expression, scope: Scope, run: Run): Value {
  const valueOf = (inner: Expression): Value => evaluate(inner, scope, run);
  switch (expression.kind) {
    case "constant":
      return expression.value;
    case "name":
      return (
        found(scope, expression.name) ??
        run.variable(expression.name) ?? { kind: "missing", spot: expression.spot, why: null }
      );
    case "list":
    case "tuple": {
      const items = expression.items.map(valueOf);
      return expression.kind === "list" ? items : tuple(items);
    }
    case "dict":
      return new Map(expression.pairs.map(([key, value]) => [keyOf(valueOf(key)), valueOf(value)]));
    case "attribute":
      return attribute(valueOf(expression.of), expression.name, { spot: expression.spot, run });
    case "item":
      return item(valueOf(expression.of), valueOf(expression.key), { spot: expression.spot, run });
    case "slice":
      return slice(
        valueOf(expression.of),
        expression.bounds.map((bound) => (bound === null ? undefined : valueOf(bound))),
        run,
      );
    case "call":
      return called(valueOf(expression.of), argumentsOf(expression.args, scope, run), run);
    case "filter":
      return filtered(
        valueOf(expression.of),
        { ...expression, spot: expression.nameSpot, args: argumentsOf(expression.args, scope, run) },
        run,
      );
    case "test":
      return tested(expression, scope, run);
    case "unary":
      return negated(expression.operator, valueOf(expression.of), run);
    case "binary":
      return calculated(expression.operator, [valueOf(expression.left), valueOf(expression.right)], run);
    case "concat":
      return concatenated(expression.parts.map(valueOf), run);
    case "and":
    case "or":
      return decided(expression, scope, run);
    case "compare":
      return comparedAll(expression, scope, run);
    case "choice":
      if (isTrue(valueOf(expression.test), run)) return valueOf(expression.then);
      return expression.otherwise === null
        ? { kind: "missing", spot: expression.spot, why: "without an else there is no value here" }
        : valueOf(expression.otherwise);
  }
}

export function argumentsOf({ positional, named }: Arguments, scope: Scope, run: Run): Args {
  return {
    positional: positional.map((argument) => evaluate(argument, scope, run)),
    named: new Map(named.map(([name, argument]) => [name, evaluate(argument, scope, run)])),
  };
}

export function called(callee: Value, args: Args, run: Run): Value {
  if (isMissing(callee)) throw noValue(callee, run);
  if (!isThing(callee) || callee.call === undefined) throw fault(`${typeName(callee)} can't be called`);
  return callee.call(args, run);
}

interface Filtering {
  readonly name: string;
  readonly args: Args;
  readonly spot: Spot;
}

// These two ask whether there is a value at all.
const takesMissing = new Set(["default", "d"]);

export function filtered(value: Value, { name, args, spot }: Filtering, run: Run): Value {
  return located(spot, () => {
    const filter = run.filter(name);
    if (isMissing(value) && !takesMissing.has(name)) throw noValue(value, run);
    return filter(value, args, run);
  });
}

function tested(expression: Extract<Expression, { kind: "test" }>, scope: Scope, run: Run): boolean {
  return located(expression.nameSpot, () => {
    const test = run.test(expression.name);
    return test(evaluate(expression.of, scope, run), argumentsOf(expression.args, scope, run), run);
  });
}

function negated(operator: "-" | "+" | "not", value: Value, run: Run): Value {
  if (operator === "not") return !isTrue(value, run);
  if (isMissing(value)) throw noValue(value, run);
  const number = numeric(value);
  if (number === null) throw fault(`${typeName(value)} has no sign`);
  const signed = operator === "-" ? -number : number;
  return isFloat(value) ? float(signed) : signed + 0;
}

function concatenated(parts: readonly Value[], run: Run): string {
  const texts = parts.map((part) => textOf(part, run));
  spendText(
    run.budget,
    texts.reduce((length, text) => length + text.length, 0),
  );
  return texts.join("");
}

function decided({ kind, parts }: Extract<Expression, { kind: "and" | "or" }>, scope: Scope, run: Run): Value {
  let value: Value = none;
  for (const [index, part] of parts.entries()) {
    value = evaluate(part, scope, run);
    if (index < parts.length - 1 && isTrue(value, run) === (kind === "or")) return value;
  }
  return value;
}

function comparedAll({ first, rest }: Extract<Expression, { kind: "compare" }>, scope: Scope, run: Run): boolean {
  let left = evaluate(first, scope, run);
  return rest.every(({ operator, right }) => {
    const value = evaluate(right, scope, run);
    const holds = compared(operator, [left, value], run);
    left = value;
    return holds;
  });
}

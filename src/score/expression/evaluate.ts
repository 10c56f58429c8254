import { clip } from "../../base/text.ts";
import { type ArithmeticOperator, type ComparisonOperator, type Expression, expressionText } from "./ast.ts";
import {
  type Impossible,
  type Outcome,
  type Value,
  type ValueRecord,
  areEqual,
  impossible,
  isList,
  isMap,
  isRecord,
  kindText,
  valueOf,
} from "./value.ts";

/**
 * The value of an expression, or why it has none. It relies on no check: a value of another kind than expected makes it
 * impossible, never true.
 */
export function evaluate(expression: Expression, values: ValueRecord): Outcome {
  switch (expression.kind) {
    case "none":
      return valueOf(null);
    case "boolean":
    case "number":
    case "text":
      return valueOf(expression.value);
    case "name":
      return named(expression.name, values);
    case "list":
      return listed(expression.items, values);
    case "and":
    case "or":
      return decided(expression.items, expression.kind === "or", values);
    case "not": {
      const truth = truthOf(expression.of, values);
      return typeof truth === "boolean" ? valueOf(!truth) : truth;
    }
    default:
      return operated(expression, values);
  }
}

/** Whether an expression is true. A record says by being there, none by not being there; other values say nothing. */
export function truthOf(expression: Expression, values: ValueRecord): boolean | Impossible {
  const outcome = evaluate(expression, values);
  if (outcome.kind === "impossible") return outcome;
  const { value } = outcome;
  if (typeof value === "boolean") return value;
  if (value === null || isRecord(value)) return value !== null;
  return impossible(`${quoted(expression)} is ${kindText(value)}, neither true nor false`);
}

/** Looks no further than it needs: in `sheets.get(3) and sheets[3].passed` the second part counts on the first. */
function decided(items: readonly Expression[], decisive: boolean, values: ValueRecord): Outcome {
  for (const item of items) {
    const truth = truthOf(item, values);
    if (typeof truth !== "boolean") return truth;
    if (truth === decisive) return valueOf(decisive);
  }
  return valueOf(!decisive);
}

function named(name: string, values: ValueRecord): Outcome {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value === undefined ? impossible(`there is no value for ${JSON.stringify(name)}`) : valueOf(value);
}

function listed(items: readonly Expression[], values: ValueRecord): Outcome {
  const list: Value[] = [];
  for (const item of items) {
    const outcome = evaluate(item, values);
    if (outcome.kind === "impossible") return outcome;
    list.push(outcome.value);
  }
  return valueOf(list);
}

type Operation = Extract<
  Expression,
  { readonly kind: "member" | "index" | "get" | "length" | "negative" | "comparison" | "arithmetic" }
>;

function operated(expression: Operation, values: ValueRecord): Outcome {
  const [first, second] =
    "left" in expression
      ? [expression.left, expression.right]
      : "key" in expression
        ? [expression.of, expression.key]
        : [expression.of];
  const left = evaluate(first, values);
  if (left.kind === "impossible") return left;
  const right = second === undefined ? valueOf(null) : evaluate(second, values);
  if (right.kind === "impossible") return right;
  const outcome = result(expression, left.value, right.value);
  return outcome.kind === "value" ? outcome : impossible(`${quoted(expression)}: ${outcome.why}`);
}

function result(expression: Operation, left: Value, right: Value): Outcome {
  switch (expression.kind) {
    case "member":
      return memberOf(left, expression.field);
    case "index":
      return indexed(left, right);
    case "get":
      return got(left, right);
    case "length":
      return lengthOf(left);
    case "negative":
      return calculated("-", 0, left);
    case "comparison":
      return compared(expression.operator, left, right);
    case "arithmetic":
      return calculated(expression.operator, left, right);
  }
}

function lengthOf(value: Value): Outcome {
  if (isList(value)) return valueOf(value.length);
  if (typeof value !== "string") return impossible(`${kindText(value)} has no length`);
  // Characters as people count them, not the halves that the runtime makes of some.
  return valueOf(value.length - (value.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0));
}

function quoted(expression: Expression): string {
  return clip(expressionText(expression), 80);
}

/** `of.field`. Only what the record itself holds: nothing is inherited. */
function memberOf(of: Value, field: string): Outcome {
  if (!isRecord(of)) return impossible(`${kindText(of)} has no field ${JSON.stringify(field)}`);
  return found(Object.hasOwn(of, field) ? of[field] : undefined, field);
}

/** `of[key]`: a place in a list, counted from 0 or, below zero, from its end; or a key of a map. */
function indexed(of: Value, key: Value): Outcome {
  if (!isList(of)) return keyed(of, key, (value) => found(value, key));
  if (typeof key !== "number" || !Number.isInteger(key))
    return impossible(`a place in a list is a whole number, not ${shown(key)}`);
  const item = of.at(key);
  return item === undefined ? impossible(`a list of ${of.length} has no place ${key}`) : valueOf(item);
}

/** `of.get(key)`: none when the key is missing. */
function got(of: Value, key: Value): Outcome {
  return keyed(of, key, (value) => valueOf(value ?? null));
}

function keyed(of: Value, key: Value, then: (value: Value | undefined) => Outcome): Outcome {
  if (isMap(of))
    return typeof key === "number" || typeof key === "string"
      ? then(of.get(key))
      : impossible(`${kindText(key)} can't be a key`);
  if (!isRecord(of)) return impossible(`can't look up ${shown(key)} in ${kindText(of)}`);
  return typeof key === "string"
    ? then(Object.hasOwn(of, key) ? of[key] : undefined)
    : impossible(`the keys here are texts, not ${kindText(key)}`);
}

function found(value: Value | undefined, key: Value): Outcome {
  return value === undefined ? impossible(`there is no ${shown(key)}`) : valueOf(value);
}

function shown(key: Value): string {
  if (typeof key === "number") return String(key);
  return typeof key === "string" && key.length <= 80 ? JSON.stringify(key) : kindText(key);
}

const maxJoinedText = 100_000;
const maxJoinedList = 10_000;

function compared(operator: ComparisonOperator, left: Value, right: Value): Outcome {
  switch (operator) {
    case "==":
    case "!=": {
      const equal = areEqual(left, right);
      return equal === null
        ? impossible(`can't compare ${kindText(left)} with ${kindText(right)}`)
        : valueOf(equal === (operator === "=="));
    }
    case "in":
    case "not in": {
      const found = isIn(left, right);
      return typeof found === "string" ? impossible(found) : valueOf(found === (operator === "in"));
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      return ordered(operator, left, right);
  }
}

function ordered(operator: "<" | "<=" | ">" | ">=", left: Value, right: Value): Outcome {
  const numbers = typeof left === "number" && typeof right === "number";
  const texts = typeof left === "string" && typeof right === "string";
  if (!numbers && !texts) return impossible(`${operator} can't compare ${kindText(left)} with ${kindText(right)}`);
  if (operator === "<") return valueOf(left < right);
  if (operator === "<=") return valueOf(left <= right);
  return valueOf(operator === ">" ? left > right : left >= right);
}

/** Whether one value is in another, or a sentence that says why that can't be told. */
function isIn(left: Value, right: Value): boolean | string {
  if (isList(right)) {
    const equals = right.map((item) => areEqual(left, item));
    if (equals.includes(true)) return true;
    // A number that was not found among texts was not looked for: to say "not in" would be a guess.
    return equals.includes(null) ? `can't look for ${kindText(left)} in a list that holds something else` : false;
  }
  if (typeof right === "string")
    return typeof left === "string" ? right.includes(left) : `${kindText(left)} can't be in a text`;
  if (isMap(right))
    return typeof left === "string" || typeof left === "number" ? right.has(left) : `${kindText(left)} can't be a key`;
  if (isRecord(right))
    return typeof left === "string" ? Object.hasOwn(right, left) : `${kindText(left)} can't be a key here`;
  return `can't look into ${kindText(right)}`;
}

function calculated(operator: ArithmeticOperator, left: Value, right: Value): Outcome {
  if (typeof left === "number" && typeof right === "number") return numeric(operator, left, right);
  if (operator === "+" && typeof left === "string" && typeof right === "string")
    return left.length + right.length > maxJoinedText
      ? impossible(`the joined text is longer than ${maxJoinedText} characters`)
      : valueOf(left + right);
  if (operator === "+" && isList(left) && isList(right))
    return left.length + right.length > maxJoinedList
      ? impossible(`the joined list is longer than ${maxJoinedList} items`)
      : valueOf([...left, ...right]);
  return impossible(`can't calculate ${kindText(left)} ${operator} ${kindText(right)}`);
}

function numeric(operator: ArithmeticOperator, left: number, right: number): Outcome {
  if (right === 0 && (operator === "/" || operator === "//" || operator === "%"))
    return impossible("a division by zero");
  const result = calculate(operator, left, right);
  // Beyond this, different whole numbers are the same to the machine, and a comparison of them could be wrongly true.
  return Math.abs(result) <= Number.MAX_SAFE_INTEGER ? valueOf(result) : impossible("the number becomes too large");
}

function calculate(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "//":
      return Math.round((left - remainder(left, right)) / right);
    case "%":
      return remainder(left, right);
  }
}

/** As in Python, it has the sign of the divisor: `-1 % 3` is 2. */
function remainder(left: number, right: number): number {
  const rest = left % right;
  return rest !== 0 && rest < 0 !== right < 0 ? rest + right : rest;
}

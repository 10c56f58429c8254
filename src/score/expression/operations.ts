import type { ArithmeticOperator, ComparisonOperator } from "./ast.ts";
import { areEqual, impossible, isList, isMap, isRecord, kindText, valueOf } from "./value.ts";
import type { Outcome, Value } from "./value.ts";

const maxJoinedText = 100_000;
const maxJoinedList = 10_000;

export function compared(operator: ComparisonOperator, left: Value, right: Value): Outcome {
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

export function calculated(operator: ArithmeticOperator, left: Value, right: Value): Outcome {
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

import { spendItems, spendText } from "../budget.ts";
import { compare, contains, isEqual } from "./comparison.ts";
import { fault } from "../fault.ts";
import { formatPercent } from "./printf.ts";
import { noValue } from "./given.ts";
import type { Run, Value } from "./value.ts";
import type { Arithmetic, Comparison } from "../syntax/tree.ts";
import { float, isFloat, isMissing, numeric, sequence, tuple, typeName, whole } from "./value.ts";

export function calculated(operator: Arithmetic, operands: readonly [Value, Value], run: Run): Value {
  const [left, right] = operands;
  for (const side of operands) if (isMissing(side)) throw noValue(side, run);
  const [one, other] = [numeric(left), numeric(right)];
  if (one !== null && other !== null) return ofNumbers(operator, [one, other], isFloat(left) || isFloat(right));
  if (operator === "+") return added(left, right, run);
  if (operator === "*" && other !== null && !isFloat(right)) return repeated(left, other, run);
  if (operator === "*" && one !== null && !isFloat(left)) return repeated(right, one, run);
  if (operator === "%" && typeof left === "string") return formatPercent(left, right, run);
  throw refused(operator, left, right);
}

function refused(operator: string, left: Value, right: Value): Error {
  return fault(`invalid operation: ${operator} can't be used with ${typeName(left)} and ${typeName(right)}`);
}

function ofNumbers(operator: Arithmetic, [left, right]: readonly [number, number], isFractional: boolean): Value {
  const result = (value: number): Value => (isFractional ? float(value) : whole(value));
  if (right === 0 && ["/", "//", "%"].includes(operator)) throw fault("invalid operation: division by zero");
  switch (operator) {
    case "+":
      return result(left + right);
    case "-":
      return result(left - right);
    case "*":
      return result(left * right);
    case "/":
      return float(left / right);
    case "//":
      return result(Math.floor(left / right));
    case "%":
      return result(left - right * Math.floor(left / right));
    case "**":
      return right < 0 ? float(left ** right) : result(left ** right);
  }
}

function added(left: Value, right: Value, run: Run): Value {
  if (typeof left === "string" && typeof right === "string") {
    spendText(run.budget, left.length + right.length);
    return left + right;
  }
  const [items, others] = [sequence(left), sequence(right)];
  if (items === null || others === null || Array.isArray(left) !== Array.isArray(right))
    throw refused("+", left, right);
  spendItems(run.budget, items.length + others.length);
  return Array.isArray(left) ? [...items, ...others] : tuple([...items, ...others]);
}

function repeated(value: Value, times: number, run: Run): Value {
  const count = Math.max(0, times);
  if (typeof value === "string") {
    spendText(run.budget, value.length * count);
    return value.repeat(count);
  }
  const items = sequence(value);
  if (items === null) throw refused("*", value, times);
  spendItems(run.budget, items.length * count);
  const all = Array.from({ length: count }, () => items).flat();
  return Array.isArray(value) ? all : tuple(all);
}

export function compared(operator: Comparison, operands: readonly [Value, Value], run: Run): boolean {
  const [left, right] = operands;
  switch (operator) {
    case "==":
      return isEqual(left, right, run);
    case "!=":
      return !isEqual(left, right, run);
    case "in":
      return contains(right, left, run);
    case "not in":
      return !contains(right, left, run);
    case "<":
      return compare(left, right, run) < 0;
    case "<=":
      return compare(left, right, run) <= 0;
    case ">":
      return compare(left, right, run) > 0;
    case ">=":
      return compare(left, right, run) >= 0;
  }
}

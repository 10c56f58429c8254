import { spendText } from "../budget.ts";
import { compared } from "../values/operators.ts";
import { fault } from "../fault.ts";
import { noValue } from "../values/given.ts";
import {
  type Run,
  type Test,
  type Value,
  isFloat,
  isMissing,
  isThing,
  none,
  numeric,
  sequence,
  typeName,
} from "../values/value.ts";
import type { Comparison } from "../syntax/tree.ts";

const comparisons: readonly (readonly [Comparison, readonly string[]])[] = [
  ["==", ["==", "eq", "equalto"]],
  ["!=", ["!=", "ne"]],
  ["<", ["<", "lt", "lessthan"]],
  ["<=", ["<=", "le"]],
  [">", [">", "gt", "greaterthan"]],
  [">=", [">=", "ge"]],
  ["in", ["in"]],
];

const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["defined", (value) => !isMissing(value)],
  ["undefined", (value) => isMissing(value)],
  ["none", (value) => value === none],
  ["boolean", (value) => typeof value === "boolean"],
  ["true", (value) => value === true],
  ["false", (value) => value === false],
  ["integer", (value) => typeof value === "number"],
  ["float", (value) => isFloat(value)],
  ["number", (value) => numeric(value) !== null],
  ["string", (value) => typeof value === "string"],
  ["mapping", (value) => value instanceof Map],
  ["sequence", (value) => typeof value === "string" || value instanceof Map || sequence(value) !== null],
  ["iterable", (value) => typeof value === "string" || value instanceof Map || sequence(value) !== null],
  ["callable", (value) => isThing(value) && value.call !== undefined],
  ["sameas", (value, { positional: [other] }) => value === other],
  ["lower", (value, _, run) => isAll(textual(value, run), { same: "toLowerCase", other: "toUpperCase" }, run)],
  ["upper", (value, _, run) => isAll(textual(value, run), { same: "toUpperCase", other: "toLowerCase" }, run)],
  ["odd", (value, _, run) => Math.abs(wholeNumber(value, run) % 2) === 1],
  ["even", (value, _, run) => wholeNumber(value, run) % 2 === 0],
  ["divisibleby", (value, { positional: [by] }, run) => wholeNumber(value, run) % wholeNumber(by ?? none, run) === 0],
  ...comparisons.flatMap(([operator, names]) =>
    names.map((name): [string, Test] => [
      name,
      (value, { positional: [other] }, run) => compared(operator, [value, other ?? none], run),
    ]),
  ),
]);

export function testNamed(name: string): Test {
  const test = tests.get(name);
  if (test === undefined) throw fault(`unknown test: test ${name} is unknown`);
  return test;
}

function isAll(
  text: string,
  cases: { readonly same: "toLowerCase" | "toUpperCase"; readonly other: "toLowerCase" | "toUpperCase" },
  run: Run,
): boolean {
  spendText(run.budget, text.length * 2);
  return text === text[cases.same]() && text !== text[cases.other]();
}

function textual(value: Value, run: Run): string {
  if (isMissing(value)) throw noValue(value, run);
  return typeof value === "string" ? value : "";
}

function wholeNumber(value: Value, run: Run): number {
  if (isMissing(value)) throw noValue(value, run);
  const number = numeric(value);
  if (number === null) throw fault(`a number is needed, not ${typeName(value)}`);
  return number;
}

import type { Meaning } from "../source/shape.ts";
import { suggestion } from "../source/nearest.ts";
import { numberNames } from "./numbers.ts";
import type { SheetNumbers } from "./numbers.ts";

/** Whether a validation applies to a sheet. */
export type Condition = (numbers: SheetNumbers) => boolean;

const comparison = /^\s*(\w+)\s*(==|!=|>=|<=|>|<)\s*(\d+)\s*$/;

/** `sheet_num >= 2 and stage == 3`: comparisons with whole numbers, joined by `and`. Anything else is refused, never taken as true. */
export function condition(written: string): Meaning<Condition> {
  const parts: Condition[] = [];
  for (const part of written.split(/\sand\s/)) {
    const [, name = "", operator = "", number = ""] = comparison.exec(part) ?? [];
    if (name === "") return { kind: "wrong", why: `can't read ${JSON.stringify(part.trim())}: a condition is sheet_num == 1 or the like, joined by and` };
    if (!isNumberName(name)) return { kind: "wrong", why: `there is no ${JSON.stringify(name)} in a condition${suggestion(name, numberNames)}` };
    parts.push((numbers) => holds(numbers[name], operator, Number(number)));
  }
  return { kind: "means", value: (numbers) => parts.every((part) => part(numbers)) };
}

function isNumberName(name: string): name is keyof SheetNumbers {
  return (numberNames as readonly string[]).includes(name);
}

function holds(left: number, operator: string, right: number): boolean {
  switch (operator) {
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case ">=":
      return left >= right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left < right;
  }
}

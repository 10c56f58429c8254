import { fault } from "../fault.ts";
import { textOf } from "./text.ts";
import { type Run, type Value, isFloat, none, numeric, typeName } from "./value.ts";

/** Reads an argument that may be absent as what it has to be. */
export function textArgument(value: Value | undefined, otherwise: string, run: Run): string {
  return value === undefined || value === none ? otherwise : textOf(value, run);
}

export function numberArgument(value: Value | undefined, otherwise: number): number {
  if (value === undefined || value === none) return otherwise;
  const number = isFloat(value) ? null : numeric(value);
  if (number === null) throw fault(`a whole number is needed, not ${typeName(value)}`);
  return number;
}

export function requiredText(value: Value | undefined): string {
  if (typeof value !== "string")
    throw fault(`a text is needed, not ${value === undefined ? "nothing" : typeName(value)}`);
  return value;
}

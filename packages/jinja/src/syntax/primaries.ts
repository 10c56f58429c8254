import { located } from "../fault.ts";
import { expect, peek, sees, skips, spotFrom, take, unexpected } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { unquoted } from "./tokens.ts";
import type { Expression } from "./tree.ts";
import { float, none, whole } from "../values/value.ts";
import type { None } from "../values/value.ts";

const constants: ReadonlyMap<string, boolean | None> = new Map<string, boolean | None>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["none", none],
  ["None", none],
]);

/** Handed in, because expressions and what they are made of hold each other. */
type Read = (reader: Reader) => Expression;

export function readPrimary(reader: Reader, readExpression: Read): Expression {
  const { kind, text, from } = peek(reader);
  switch (kind) {
    case "name": {
      take(reader);
      const constant = constants.get(text);
      return constant === undefined
        ? { kind: "name", name: text, spot: spotFrom(reader, from) }
        : { kind: "constant", value: constant, spot: spotFrom(reader, from) };
    }
    case "string": {
      let value = "";
      while (peek(reader).kind === "string") value += unquoted(take(reader).text);
      return { kind: "constant", value, spot: spotFrom(reader, from) };
    }
    case "int": {
      take(reader);
      const spot = spotFrom(reader, from);
      return { kind: "constant", value: located(spot, () => whole(Number(text.replaceAll("_", "")))), spot };
    }
    case "float":
      take(reader);
      return { kind: "constant", value: float(Number(text.replaceAll("_", ""))), spot: spotFrom(reader, from) };
    default:
      return readBracketed(reader, readExpression);
  }
}

function readBracketed(reader: Reader, readExpression: Read): Expression {
  const { from } = peek(reader);
  if (skips(reader, "[")) {
    const items = readItems(reader, readExpression);
    return { kind: "list", items, spot: spotFrom(reader, from) };
  }
  if (skips(reader, "{")) return readDict(reader, readExpression, from);
  if (!skips(reader, "(")) throw unexpected(reader, "an expression");
  if (skips(reader, ")")) return { kind: "tuple", items: [], spot: spotFrom(reader, from) };
  const value = readTuple(reader, readExpression);
  expect(reader, ")");
  return value;
}

/** One expression, or several with commas between them, which make a tuple. */
export function readTuple(reader: Reader, readItem: Read): Expression {
  const { from } = peek(reader);
  const first = readItem(reader);
  if (!sees(reader, ",")) return first;
  const items = [first];
  while (skips(reader, ",") && !endsTuple(reader)) items.push(readItem(reader));
  return { kind: "tuple", items, spot: spotFrom(reader, from) };
}

function endsTuple(reader: Reader): boolean {
  return peek(reader).kind === "end" || sees(reader, ")");
}

function readItems(reader: Reader, readExpression: Read): Expression[] {
  const items: Expression[] = [];
  while (!sees(reader, "]")) {
    items.push(readExpression(reader));
    if (!skips(reader, ",")) break;
  }
  expect(reader, "]");
  return items;
}

function readDict(reader: Reader, readExpression: Read, from: number): Expression {
  const pairs: [Expression, Expression][] = [];
  while (!sees(reader, "}")) {
    const key = readExpression(reader);
    expect(reader, ":");
    pairs.push([key, readExpression(reader)]);
    if (!skips(reader, ",")) break;
  }
  expect(reader, "}");
  return { kind: "dict", pairs, spot: spotFrom(reader, from) };
}

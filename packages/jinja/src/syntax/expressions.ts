import { readPrimary } from "./primaries.ts";
import { expect, expectName, nested, peek, sees, skips, spotFrom, take, unexpected } from "./reader.ts";
import type { Reader } from "./reader.ts";
import type { Arguments, Arithmetic, Comparison, Expression } from "./tree.ts";

const none: Arguments = { positional: [], named: [] };

export function readExpression(reader: Reader): Expression {
  return nested(reader, () => {
    const { from } = peek(reader);
    let value = readOr(reader);
    while (skips(reader, "if")) {
      const test = readOr(reader);
      const otherwise = skips(reader, "else") ? readExpression(reader) : null;
      value = { kind: "choice", test, then: value, otherwise, spot: spotFrom(reader, from) };
    }
    return value;
  });
}

/** Without `a if b else c`: after `in` of a loop, `if` is the loop's own. */
export function readOr(reader: Reader): Expression {
  return joined(reader, "or", () => joined(reader, "and", () => readNot(reader)));
}

function joined(reader: Reader, kind: "and" | "or", readPart: () => Expression): Expression {
  const { from } = peek(reader);
  const first = readPart();
  if (!sees(reader, kind)) return first;
  const parts = [first];
  while (skips(reader, kind)) parts.push(readPart());
  return { kind, parts, spot: spotFrom(reader, from) };
}

function readNot(reader: Reader): Expression {
  const { from } = peek(reader);
  if (!skips(reader, "not")) return readComparison(reader);
  const of = nested(reader, () => readNot(reader));
  return { kind: "unary", operator: "not", of, spot: spotFrom(reader, from) };
}

function readComparison(reader: Reader): Expression {
  const { from } = peek(reader);
  const first = readSum(reader);
  const rest: { operator: Comparison; right: Expression }[] = [];
  for (let operator = takeComparison(reader); operator !== null; operator = takeComparison(reader))
    rest.push({ operator, right: readSum(reader) });
  return rest.length === 0 ? first : { kind: "compare", first, rest, spot: spotFrom(reader, from) };
}

function takeComparison(reader: Reader): Comparison | null {
  if (sees(reader, "==", "!=", "<", "<=", ">", ">=", "in")) return take(reader).text as Comparison;
  const next = peek(reader, 1);
  if (!sees(reader, "not") || next.kind !== "name" || next.text !== "in") return null;
  take(reader);
  take(reader);
  return "not in";
}

function readSum(reader: Reader): Expression {
  return chain(reader, ["+", "-"], () => readConcat(reader));
}

function readConcat(reader: Reader): Expression {
  const { from } = peek(reader);
  const parts = [readProduct(reader)];
  while (skips(reader, "~")) parts.push(readProduct(reader));
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : { kind: "concat", parts, spot: spotFrom(reader, from) };
}

function readProduct(reader: Reader): Expression {
  return chain(reader, ["*", "/", "//", "%"], () => chain(reader, ["**"], () => readUnary(reader, true)));
}

function chain(reader: Reader, operators: readonly Arithmetic[], readPart: () => Expression): Expression {
  const { from } = peek(reader);
  let left = readPart();
  while (sees(reader, ...operators)) {
    const operator = take(reader).text as Arithmetic;
    left = { kind: "binary", operator, left, right: readPart(), spot: spotFrom(reader, from) };
  }
  return left;
}

function readUnary(reader: Reader, withFilters: boolean): Expression {
  return nested(reader, () => {
    const { from } = peek(reader);
    let value: Expression;
    if (sees(reader, "-", "+")) {
      const operator = take(reader).text === "-" ? "-" : "+";
      value = { kind: "unary", operator, of: readUnary(reader, false), spot: spotFrom(reader, from) };
    } else value = readPrimary(reader, readExpression);
    value = readPostfix(reader, value);
    return withFilters ? readFilters(reader, value) : value;
  });
}

function readPostfix(reader: Reader, start: Expression): Expression {
  let value = start;
  const { from } = start.spot;
  while (sees(reader, ".", "[", "(")) {
    if (sees(reader, "("))
      value = { kind: "call", of: value, args: readArguments(reader), spot: spotFrom(reader, from) };
    else if (skips(reader, ".")) value = readField(reader, value);
    else value = readSubscript(reader, value);
  }
  return value;
}

function readField(reader: Reader, of: Expression): Expression {
  if (peek(reader).kind !== "int")
    return { kind: "attribute", of, name: expectName(reader), spot: spotFrom(reader, of.spot.from) };
  const { text, from } = take(reader);
  const key: Expression = { kind: "constant", value: Number(text), spot: spotFrom(reader, from) };
  return { kind: "item", of, key, spot: spotFrom(reader, of.spot.from) };
}

function readSubscript(reader: Reader, of: Expression): Expression {
  expect(reader, "[");
  const bounds: (Expression | null)[] = [];
  let isSlice = false;
  for (;;) {
    bounds.push(sees(reader, ":", "]") ? null : readExpression(reader));
    if (!skips(reader, ":")) break;
    isSlice = true;
  }
  expect(reader, "]");
  const spot = spotFrom(reader, of.spot.from);
  const [key] = bounds;
  if (isSlice && bounds.length <= 3) return { kind: "slice", of, bounds, spot };
  if (isSlice || key === null || key === undefined) throw unexpected(reader, "one key or a slice");
  return { kind: "item", of, key, spot };
}

/** Filters, tests and calls, which can follow each other in any order. */
function readFilters(reader: Reader, start: Expression): Expression {
  let value = start;
  const { from } = start.spot;
  while (sees(reader, "|", "is", "(")) {
    if (skips(reader, "|")) value = { kind: "filter", of: value, ...readNamed(reader), spot: spotFrom(reader, from) };
    else if (skips(reader, "is")) value = readTest(reader, value);
    else value = { kind: "call", of: value, args: readArguments(reader), spot: spotFrom(reader, from) };
  }
  return value;
}

/** A filter's name with its arguments. */
export function readNamed(reader: Reader): {
  readonly name: string;
  readonly args: Arguments;
  readonly nameSpot: Expression["spot"];
} {
  const { from } = peek(reader);
  const name = expectName(reader);
  const nameSpot = spotFrom(reader, from);
  return { name, nameSpot, args: sees(reader, "(") ? readArguments(reader) : none };
}

function readTest(reader: Reader, of: Expression): Expression {
  const isNot = skips(reader, "not");
  const { from } = peek(reader);
  const isSymbol = sees(reader, "==", "!=", "<", "<=", ">", ">=");
  const name = isSymbol ? take(reader).text : expectName(reader);
  const nameSpot = spotFrom(reader, from);
  let args = none;
  if (sees(reader, "(")) args = readArguments(reader);
  else if (startsArgument(reader))
    args = { positional: [readPostfix(reader, readPrimary(reader, readExpression))], named: [] };
  const test: Expression = { kind: "test", of, name, args, nameSpot, spot: spotFrom(reader, of.spot.from) };
  return isNot ? { kind: "unary", operator: "not", of: test, spot: test.spot } : test;
}

function startsArgument(reader: Reader): boolean {
  const { kind } = peek(reader);
  if (sees(reader, "is")) throw unexpected(reader, "end of the test");
  if (kind === "name") return !sees(reader, "else", "or", "and", "if", "in", "not");
  return kind === "string" || kind === "int" || kind === "float" || sees(reader, "[", "{");
}

function readArguments(reader: Reader): Arguments {
  expect(reader, "(");
  const positional: Expression[] = [];
  const named: [string, Expression][] = [];
  while (!sees(reader, ")")) {
    const next = peek(reader, 1);
    if (peek(reader).kind === "name" && next.kind === "operator" && next.text === "=") {
      const name = expectName(reader);
      expect(reader, "=");
      named.push([name, readExpression(reader)]);
    } else if (named.length > 0) throw unexpected(reader, "a named argument");
    else positional.push(readExpression(reader));
    if (!skips(reader, ",")) break;
  }
  expect(reader, ")");
  return { positional, named };
}

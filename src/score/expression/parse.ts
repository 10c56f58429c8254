import { type JinjaExpression, type JinjaValue, parseExpression as parseJinja } from "@tutti/jinja";
import type { Expression } from "./ast.ts";

/**
 * Why a text is not an expression, and the column (from 1, in UTF-16 units) it is about; always a column of the text,
 * or 1.
 */
export interface Wrong {
  readonly kind: "wrong";
  readonly why: string;
  readonly column: number;
}

type Parsed = Expression | Wrong;

const maxLength = 10_000;
const maxNesting = 100;

/** The tree of a text. Whether its types fit is checked by `conditionOf`, which knows the names. */
export function parseExpression(text: string): { readonly kind: "means"; readonly value: Expression } | Wrong {
  const parsed = parseWithColumns(text);
  return parsed.kind === "wrong" ? parsed : { kind: "means", value: parsed.expression };
}

/**
 * The same, with the column each part was written at: kept apart, so that equal expressions are equal wherever they
 * stood.
 */
export function parseWithColumns(
  text: string,
):
  | { readonly kind: "means"; readonly expression: Expression; readonly columnOf: (part: Expression) => number }
  | Wrong {
  if (text.length > maxLength)
    return { kind: "wrong", why: `is longer than ${maxLength} characters`, column: maxLength + 1 };
  if (text.trim() === "") return { kind: "wrong", why: "is empty", column: 1 };
  const read = parseJinja(text);
  if (read.kind === "wrong") return misread(text, read);
  const columns = new Map<Expression, number>();
  const expression = meaning(read.value, { text, columns, depth: 1 });
  if (expression.kind === "wrong") return expression;
  return { kind: "means", expression, columnOf: (part) => columns.get(part) ?? 1 };
}

interface Way {
  readonly text: string;
  readonly columns: Map<Expression, number>;
  readonly depth: number;
}

/** The part of Jinja's expressions that can be checked for types and never is silently true. */
function meaning(tree: JinjaExpression, { text, columns, depth }: Way): Parsed {
  const column = columnOf(tree, text);
  // Every later walk over the expression has a stack too.
  if (depth > maxNesting) return { kind: "wrong", why: "is nested too deeply", column };
  const inner = (part: JinjaExpression): Parsed => meaning(part, { text, columns, depth: depth + 1 });
  const result = translated(tree, inner);
  if (typeof result === "string") return { kind: "wrong", why: result, column };
  if (result.kind !== "wrong") columns.set(result, column);
  return result;
}

/** Where a person looks for it: at the operator, else at the beginning. */
function columnOf(tree: JinjaExpression, text: string): number {
  const after = (part: JinjaExpression | undefined): number =>
    part === undefined
      ? tree.spot.from + 1
      : part.spot.to + (/^[\s)]*/.exec(text.slice(part.spot.to))?.[0].length ?? 0) + 1;
  switch (tree.kind) {
    case "attribute":
      return tree.spot.to - tree.name.length + 1;
    case "call":
      return tree.of.kind === "attribute" ? columnOf(tree.of, text) : tree.spot.from + 1;
    case "item":
    case "slice":
    case "test":
    case "filter":
      return after(tree.of);
    case "binary":
      return after(tree.left);
    case "compare":
      return after(tree.rest.length > 1 ? tree.rest[0]?.right : tree.first);
    case "and":
    case "or":
    case "concat":
      return after(tree.parts[0]);
    case "tuple":
      return after(tree.items[0]);
    default:
      return tree.spot.from + 1;
  }
}

/** The expression, what is wrong in a part of it, or the reason why there is none. */
function translated(tree: JinjaExpression, inner: (part: JinjaExpression) => Parsed): Parsed | string {
  const one = (part: JinjaExpression, make: (of: Expression) => Expression): Parsed => {
    const of = inner(part);
    return of.kind === "wrong" ? of : make(of);
  };
  const two = (
    [first, second]: readonly [JinjaExpression, JinjaExpression],
    make: (left: Expression, right: Expression) => Expression,
  ): Parsed => {
    const left = inner(first);
    return left.kind === "wrong" ? left : one(second, (right) => make(left, right));
  };
  switch (tree.kind) {
    case "constant":
      return constant(tree.value);
    case "name":
      return reserved.has(tree.name) ? `expected a value, not ${tree.name}` : { kind: "name", name: tree.name };
    case "list":
      return several(tree.items, inner, (items) => ({ kind: "list", items }));
    case "and":
    case "or":
      return several(tree.parts, inner, (items) => ({ kind: tree.kind, items }));
    case "attribute":
      return one(tree.of, (of) => ({ kind: "member", of, field: tree.name }));
    case "item":
      return two([tree.of, tree.key], (of, key) => ({ kind: "index", of, key }));
    case "unary":
      if (tree.operator === "+") return "there is no sign +";
      return one(tree.of, (of) => ({ kind: tree.operator === "not" ? "not" : "negative", of }));
    case "binary": {
      const { operator } = tree;
      if (operator === "**") return "there is no **";
      return two([tree.left, tree.right], (left, right) => ({ kind: "arithmetic", operator, left, right }));
    }
    case "compare": {
      const [next, ...more] = tree.rest;
      if (next === undefined || more.length > 0)
        return "comparisons can't be chained: instead of 1 < x < 3 write 1 < x and x < 3";
      const { operator } = next;
      return two([tree.first, next.right], (left, right) => ({ kind: "comparison", operator, left, right }));
    }
    case "call":
      return called(tree, one, two);
    default:
      return absent[tree.kind];
  }
}

const reserved: ReadonlySet<string> = new Set(["and", "or", "not", "in", "is", "if", "else"]);

const absent = {
  tuple: "a comma stands only in a list: [1, 2]",
  dict: "there are no maps: { means nothing in an expression",
  slice: "there are no slices: a list is read one item at a time",
  filter: "there are no filters in a condition",
  test: "there is no is: to compare, write ==",
  concat: "there is no ~: to join texts, write +",
  choice: "there is no if: use and, or and not",
} as const;

function constant(value: JinjaValue): Expression | string {
  if (typeof value === "boolean") return { kind: "boolean", value };
  if (typeof value === "string") return { kind: "text", value };
  const number = typeof value === "number" ? value : "value" in value ? value.value : null;
  if (typeof number !== "number") return { kind: "none" };
  // Beyond this, different whole numbers are the same to the machine, and a comparison of them could be wrongly true.
  return number > Number.MAX_SAFE_INTEGER ? "a number gets too large" : { kind: "number", value: number };
}

function several(
  parts: readonly JinjaExpression[],
  inner: (part: JinjaExpression) => Parsed,
  make: (items: readonly Expression[]) => Expression,
): Parsed {
  const items: Expression[] = [];
  for (const part of parts) {
    const item = inner(part);
    if (item.kind === "wrong") return item;
    items.push(item);
  }
  return make(items);
}

function called(
  { of, args }: Extract<JinjaExpression, { readonly kind: "call" }>,
  one: (part: JinjaExpression, make: (of: Expression) => Expression) => Parsed,
  two: (
    parts: readonly [JinjaExpression, JinjaExpression],
    make: (left: Expression, right: Expression) => Expression,
  ) => Parsed,
): Parsed | string {
  const [argument, ...more] = args.positional;
  const isOne = argument !== undefined && more.length === 0 && args.named.length === 0;
  if (of.kind === "attribute")
    return isOne && of.name === "get"
      ? two([of.of, argument], (owner, key) => ({ kind: "get", of: owner, key }))
      : of.name === "get"
        ? ".get() takes one key"
        : `there is no .${of.name}(); the only one is .get(key) of a map`;
  const name = of.kind === "name" ? of.name : "…";
  if (name !== "len") return `there is no ${name}(); the only function is len(x)`;
  return isOne ? one(argument, (text) => ({ kind: "length", of: text })) : "len() takes one value";
}

/** The words for what can't be read. Signs that other languages write for the same thing are answered with ours. */
function misread(text: string, { why, from }: { readonly why: string; readonly from: number }): Wrong {
  const column = Math.max(1, Math.min(from + 1, text.trimEnd().length));
  const rest = text.slice(from);
  const instead = ours.find(([sign]) => rest.startsWith(sign))?.[1];
  return { kind: "wrong", why: instead ?? plain(why), column };
}

const expectations: ReadonlyMap<string, string> = new Map([
  ["an expression", "a value"],
  ["end of block", "an operator or the end"],
  ["a name", "the name of a field"],
]);

function plain(why: string): string {
  const clean = why
    .replace(/^syntax error: /, "")
    .replace("the expression is nested too deeply", "is nested too deeply");
  const [, met, expected = ""] = /^unexpected (.+), expected (.+)$/s.exec(clean) ?? [];
  if (met === undefined) return clean;
  const word = met === "end of block" || expected === "" ? "the end" : met.replace(/^"(.*)"$/s, "$1");
  const wanted = expectations.get(expected) ?? `an operator or ${expected.replace(/^"(.*)"$/s, "$1")}`;
  return `expected ${wanted}, not ${word}`;
}

const ours: readonly (readonly [string, string])[] = [
  ["=", "= means nothing here: to compare, write =="],
  ["&&", "&& means nothing here: write and"],
  ["||", "|| means nothing here: write or"],
  ["!", "! means nothing here: write not"],
  ["AND ", "write and in small letters"],
  ["OR ", "write or in small letters"],
  ["NOT ", "write not in small letters"],
  ["'", "the text that begins here has no closing '"],
  ['"', 'the text that begins here has no closing "'],
];

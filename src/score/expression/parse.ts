import type { ArithmeticOperator, ComparisonOperator, Expression } from "./ast.ts";
import { type Cursor, inside, isNext, made, peek, took } from "./tokens/cursor.ts";
import { type Token, type Wrong, tokensOf } from "./tokens/tokens.ts";

type Parsed = Expression | Wrong;

/** What a text says, not yet whether it makes sense: for that its names must be known, see `conditionOf`. */
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
  const tokens = tokensOf(text);
  if (tokens.kind === "wrong") return tokens;
  if (tokens.value.length === 1) return { kind: "wrong", why: "is empty", column: 1 };
  const cursor: Cursor = { tokens: tokens.value, at: 0, open: 0, made: new Map() };
  const expression = alternatives(cursor);
  if (expression.kind === "wrong") return expression;
  if (peek(cursor).kind !== "end") return misplaced(peek(cursor), "an operator or the end");
  return { kind: "means", expression, columnOf: (part) => cursor.made.get(part)?.column ?? 1 };
}

function alternatives(cursor: Cursor): Parsed {
  return joined(cursor, "or", conjunction);
}

function conjunction(cursor: Cursor): Parsed {
  return joined(cursor, "and", negation);
}

function joined(cursor: Cursor, kind: "and" | "or", read: (cursor: Cursor) => Parsed): Parsed {
  const first = read(cursor);
  if (first.kind === "wrong" || !isNext(cursor, kind)) return first;
  const { column } = peek(cursor);
  const items = [first];
  while (took(cursor, kind)) {
    const next = read(cursor);
    if (next.kind === "wrong") return next;
    items.push(next);
  }
  return made(cursor, column, { kind, items });
}

function negation(cursor: Cursor): Parsed {
  const { column } = peek(cursor);
  if (!took(cursor, "not")) return comparison(cursor);
  const of = inside(cursor, column, negation);
  return of.kind === "wrong" ? of : made(cursor, column, { kind: "not", of });
}

function comparison(cursor: Cursor): Parsed {
  const left = sum(cursor);
  if (left.kind === "wrong") return left;
  const { column } = peek(cursor);
  const operator = comparisonOperator(cursor);
  if (operator === null) return left;
  const right = sum(cursor);
  if (right.kind === "wrong") return right;
  const after = peek(cursor).column;
  if (comparisonOperator(cursor) !== null)
    return {
      kind: "wrong",
      why: "comparisons can't be chained: instead of 1 < x < 3 write 1 < x and x < 3",
      column: after,
    };
  return made(cursor, column, { kind: "comparison", operator, left, right });
}

const comparisonSigns = ["==", "!=", "<", "<=", ">", ">=", "in"] as const;

function comparisonOperator(cursor: Cursor): ComparisonOperator | null {
  if (isNext(cursor, "not") && isNext(cursor, "in", 1)) {
    cursor.at += 2;
    return "not in";
  }
  return comparisonSigns.find((sign) => took(cursor, sign)) ?? null;
}

function sum(cursor: Cursor): Parsed {
  return calculation(cursor, ["+", "-"], product);
}

function product(cursor: Cursor): Parsed {
  return calculation(cursor, ["*", "/", "//", "%"], signed);
}

function calculation(cursor: Cursor, signs: readonly ArithmeticOperator[], read: (cursor: Cursor) => Parsed): Parsed {
  let left = read(cursor);
  while (left.kind !== "wrong") {
    const { column } = peek(cursor);
    const operator = signs.find((sign) => took(cursor, sign));
    if (operator === undefined) return left;
    const right = read(cursor);
    left = right.kind === "wrong" ? right : made(cursor, column, { kind: "arithmetic", operator, left, right });
  }
  return left;
}

function signed(cursor: Cursor): Parsed {
  const { column } = peek(cursor);
  if (!took(cursor, "-")) return access(cursor);
  const of = inside(cursor, column, signed);
  return of.kind === "wrong" ? of : made(cursor, column, { kind: "negative", of });
}

/** A value and what is looked up in it: `sheets[3].status`, `sheets.get(3)`. */
function access(cursor: Cursor): Parsed {
  let of = single(cursor);
  while (of.kind !== "wrong") {
    const { column } = peek(cursor);
    if (took(cursor, "[")) {
      const key = closed(cursor, "]", alternatives);
      of = key.kind === "wrong" ? key : made(cursor, column, { kind: "index", of, key });
    } else if (took(cursor, ".")) of = member(cursor, of);
    else return of;
  }
  return of;
}

function member(cursor: Cursor, of: Expression): Parsed {
  const field = peek(cursor);
  if (field.kind !== "word") return misplaced(field, "the name of a field");
  cursor.at++;
  if (!took(cursor, "(")) return made(cursor, field.column, { kind: "member", of, field: field.text });
  if (field.text !== "get")
    return {
      kind: "wrong",
      why: `there is no .${field.text}(); the only one is .get(key) of a map`,
      column: field.column,
    };
  const key = closed(cursor, ")", alternatives);
  return key.kind === "wrong" ? key : made(cursor, field.column, { kind: "get", of, key });
}

function single(cursor: Cursor): Parsed {
  const token = peek(cursor);
  if (token.kind === "number" || token.kind === "text") {
    cursor.at++;
    return made(
      cursor,
      token.column,
      token.kind === "number" ? { kind: "number", value: token.value } : { kind: "text", value: token.value },
    );
  }
  if (took(cursor, "(")) return closed(cursor, ")", alternatives);
  if (took(cursor, "[")) return closed(cursor, "]", list);
  return token.kind === "word" ? named(cursor, token) : misplaced(token, "a value");
}

const constants: ReadonlyMap<string, Expression> = new Map(
  (["true", "false", "none"] as const).flatMap((word) => {
    const meant: Expression = word === "none" ? { kind: "none" } : { kind: "boolean", value: word === "true" };
    return [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`].map((spelt) => [spelt, meant] as const);
  }),
);

function named(cursor: Cursor, token: Token & { readonly kind: "word" }): Parsed {
  const { text, column } = token;
  const constant = constants.get(text);
  if (constant === undefined && ["and", "or", "not", "in"].includes(text)) return misplaced(token, "a value");
  cursor.at++;
  if (constant !== undefined) return made(cursor, column, { ...constant });
  if (!took(cursor, "(")) return made(cursor, column, { kind: "name", name: text });
  if (text !== "len") return { kind: "wrong", why: `there is no ${text}(); the only function is len(x)`, column };
  const of = closed(cursor, ")", alternatives);
  return of.kind === "wrong" ? of : made(cursor, column, { kind: "length", of });
}

/** What `read` reads, up to the closing bracket; the opening one has been taken. */
function closed(cursor: Cursor, bracket: ")" | "]", read: (cursor: Cursor) => Parsed): Parsed {
  const result = inside(cursor, peek(cursor, -1).column, read);
  if (result.kind === "wrong" || took(cursor, bracket)) return result;
  return misplaced(peek(cursor), `an operator or ${bracket}`);
}

function list(cursor: Cursor): Parsed {
  const { column } = peek(cursor, -1);
  const items: Expression[] = [];
  while (!isNext(cursor, "]")) {
    const item = alternatives(cursor);
    if (item.kind === "wrong") return item;
    items.push(item);
    if (!took(cursor, ",")) break;
  }
  return made(cursor, column, { kind: "list", items });
}

/** A token that can't stand where it stands. What other languages write for the same thing is answered with ours. */
function misplaced(token: Token, expected: string): Wrong {
  const instead = token.kind === "word" || token.kind === "mark" ? ours.get(token.text) : undefined;
  return { kind: "wrong", why: instead ?? `expected ${expected}, not ${written(token)}`, column: token.column };
}

const ours: ReadonlyMap<string, string> = new Map([
  ["=", "= means nothing here: to compare, write =="],
  ["&&", "&& means nothing here: write and"],
  ["||", "|| means nothing here: write or"],
  ["!", "! means nothing here: write not"],
  ["**", "there is no **"],
  ["is", "there is no is: to compare, write =="],
  ["if", "there is no if: use and, or and not"],
  ["AND", "write and in small letters"],
  ["OR", "write or in small letters"],
  ["NOT", "write not in small letters"],
  [",", "a comma stands only in a list: [1, 2]"],
]);

function written(token: Token): string {
  switch (token.kind) {
    case "number":
      return String(token.value);
    case "text":
      return "a text";
    case "word":
    case "mark":
      return token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
    case "end":
      return "the end";
  }
}

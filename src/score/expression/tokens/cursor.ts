import { partsOf } from "../ast.ts";
import type { Expression } from "../ast.ts";
import type { Token, Wrong } from "./tokens.ts";

const maxNesting = 100;

/** Where a parser stands in the tokens, and what it knows of the expressions it made. */
export interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  /** How many brackets, `not`s and signs are open: the parser's own depth, which must end before the stack does. */
  open: number;
  readonly made: Map<Expression, { readonly column: number; readonly depth: number }>;
}

/** The token `ahead` of the next one; at the end and beyond, the end. */
export function peek(cursor: Cursor, ahead = 0): Token {
  return cursor.tokens[cursor.at + ahead] ?? { kind: "end", column: 1 };
}

export function isNext(cursor: Cursor, text: string, ahead = 0): boolean {
  const token = peek(cursor, ahead);
  return (token.kind === "mark" || token.kind === "word") && token.text === text;
}

/** Steps over the next token when it is this one. */
export function took(cursor: Cursor, text: string): boolean {
  const is = isNext(cursor, text);
  if (is) cursor.at++;
  return is;
}

/** What `read` reads one level further in. */
export function inside(
  cursor: Cursor,
  column: number,
  read: (cursor: Cursor) => Expression | Wrong,
): Expression | Wrong {
  if (cursor.open >= maxNesting) return tooDeep(column);
  cursor.open++;
  const result = read(cursor);
  cursor.open--;
  return result;
}

/**
 * Every expression comes through here. A row like `1 + 1 + 1 + …` opens no brackets, yet grows as deep as it is long,
 * and whoever walks the expression later has a stack too.
 */
export function made(cursor: Cursor, column: number, expression: Expression): Expression | Wrong {
  const depth = 1 + partsOf(expression).reduce((most, part) => Math.max(most, cursor.made.get(part)?.depth ?? 0), 0);
  if (depth > maxNesting) return tooDeep(column);
  cursor.made.set(expression, { column, depth });
  return expression;
}

function tooDeep(column: number): Wrong {
  return { kind: "wrong", why: `is nested more than ${maxNesting} levels deep`, column };
}

/** A condition as data: it is stored with the job and read again, so it holds nothing but JSON. */
export type Expression =
  | { readonly kind: "none" }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** Never below zero: `-1` is the negative of 1. */
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "member"; readonly of: Expression; readonly field: string }
  | { readonly kind: "index"; readonly of: Expression; readonly key: Expression }
  | { readonly kind: "get"; readonly of: Expression; readonly key: Expression }
  | { readonly kind: "length"; readonly of: Expression }
  | { readonly kind: "negative"; readonly of: Expression }
  | { readonly kind: "not"; readonly of: Expression }
  /** Two or more, side by side: a long row of alternatives is not deep. */
  | { readonly kind: "and" | "or"; readonly items: readonly Expression[] }
  | {
      readonly kind: "comparison";
      readonly operator: ComparisonOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "arithmetic";
      readonly operator: ArithmeticOperator;
      readonly left: Expression;
      readonly right: Expression;
    };

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in";
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%";

/** The variables an expression speaks of. */
export function namesIn(expression: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  const open = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === "name") names.add(next.name);
    open.push(...partsOf(next));
  }
  return names;
}

/** The expressions directly inside one. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "none":
    case "boolean":
    case "number":
    case "text":
    case "name":
      return [];
    case "list":
    case "and":
    case "or":
      return expression.items;
    case "member":
    case "length":
    case "negative":
    case "not":
      return [expression.of];
    case "index":
    case "get":
      return [expression.of, expression.key];
    case "comparison":
    case "arithmetic":
      return [expression.left, expression.right];
  }
}

/** The text of an expression, with no more parentheses than it needs: what could be parsed once can be parsed again. */
export function expressionText(expression: Expression): string {
  switch (expression.kind) {
    case "none":
      return "none";
    case "boolean":
    case "number":
      return String(expression.value);
    case "text":
      return quoted(expression.value);
    case "name":
      return expression.name;
    case "list":
      return `[${expression.items.map(expressionText).join(", ")}]`;
    case "member":
      return `${owner(expression.of)}.${expression.field}`;
    case "get":
      return `${owner(expression.of)}.get(${expressionText(expression.key)})`;
    case "index":
      return `${atLeast(8, expression.of)}[${expressionText(expression.key)}]`;
    case "length":
      return `len(${expressionText(expression.of)})`;
    case "negative":
      return `-${atLeast(7, expression.of)}`;
    case "not":
      return `not ${atLeast(3, expression.of)}`;
    case "and":
    case "or":
      return expression.items.map((item) => atLeast(strength(expression) + 1, item)).join(` ${expression.kind} `);
    case "comparison":
      return `${atLeast(5, expression.left)} ${expression.operator} ${atLeast(5, expression.right)}`;
    case "arithmetic":
      return `${atLeast(strength(expression), expression.left)} ${expression.operator} ${atLeast(strength(expression) + 1, expression.right)}`;
  }
}

/** How tightly an expression holds together, from `or` to a single value. */
function strength(expression: Expression): number {
  switch (expression.kind) {
    case "or":
      return 1;
    case "and":
      return 2;
    case "not":
      return 3;
    case "comparison":
      return 4;
    case "arithmetic":
      return expression.operator === "+" || expression.operator === "-" ? 5 : 6;
    case "negative":
      return 7;
    default:
      return 8;
  }
}

function atLeast(needed: number, expression: Expression): string {
  const text = expressionText(expression);
  return strength(expression) < needed ? `(${text})` : text;
}

// A point right after a number would be read as its decimals.
function owner(expression: Expression): string {
  return expression.kind === "number" ? `(${expression.value})` : atLeast(8, expression);
}

function quoted(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return `"${escaped}"`;
}

/** What a condition says, as data: it is stored with the job and read again, so it holds nothing but JSON. */
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
export function partsOf(expression: Expression): readonly Expression[] {
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

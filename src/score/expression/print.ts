import type { Expression } from "./ast.ts";

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

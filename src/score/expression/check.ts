import { suggestion } from "../source/nearest.ts";
import type { Expression } from "./ast.ts";
import {
  type Type,
  anything,
  arithmeticType,
  boolean,
  commonType,
  comparisonType,
  gotType,
  indexedType,
  memberType,
  none,
  number,
  text,
  typeText,
} from "./types.ts";

/** The variables an expression may speak of. */
export type Scope = Readonly<Record<string, Type>>;

/** Why an expression makes no sense, and which part of it. */
export interface Refusal {
  readonly kind: "wrong";
  readonly why: string;
  readonly part: Expression;
}

/** The type of what an expression evaluates to, if it can make sense at all. */
export function checkExpression(expression: Expression, scope: Scope): Type | Refusal {
  switch (expression.kind) {
    case "none":
      return none;
    case "boolean":
      return boolean;
    case "number":
      return number;
    case "text":
      return text;
    case "name":
      return nameType(expression, scope);
    case "list":
      return listType(expression.items, scope);
    case "and":
    case "or":
      return truthsType(expression.items, scope);
    case "not":
      return truthsType([expression.of], scope);
    default:
      return operationType(expression, scope);
  }
}

/** Why a type can't say yes or no; `null` when it can. A record that may be missing says whether it is there. */
export function notTruth(type: Type): string | null {
  if (type.kind === "boolean" || type.kind === "anything") return null;
  if (type.kind === "maybe" && type.of.kind === "record") return null;
  const hint = type.kind === "maybe" ? "; compare it with none, or with a value" : "; compare it with something";
  return `expected true or false, not ${typeText(type)}${hint}`;
}

type Operation = Extract<
  Expression,
  { readonly kind: "member" | "index" | "get" | "length" | "negative" | "comparison" | "arithmetic" }
>;

function operationType(expression: Operation, scope: Scope): Type | Refusal {
  const [first, second] =
    "left" in expression
      ? [expression.left, expression.right]
      : "key" in expression
        ? [expression.of, expression.key]
        : [expression.of];
  const left = checkExpression(first, scope);
  if (left.kind === "wrong") return left;
  const right = second === undefined ? none : checkExpression(second, scope);
  if (right.kind === "wrong") return right;
  const type = typeOf(expression, left, right);
  return typeof type === "string" ? { kind: "wrong", why: type, part: expression } : type;
}

/** The type of an operation on operands of these types, or the sentence that says why there is none. */
function typeOf(expression: Operation, left: Type, right: Type): Type | string {
  switch (expression.kind) {
    case "member":
      return memberType(left, expression.field);
    case "index":
      return indexedType(left, right);
    case "get":
      return gotType(left, right);
    case "length":
      return left.kind === "text" || left.kind === "list" || left.kind === "anything"
        ? number
        : `len() is of a text or a list, not of ${typeText(left)}`;
    case "negative":
      return left.kind === "number" || left.kind === "anything" ? number : `- needs a number, not ${typeText(left)}`;
    case "comparison":
      return comparisonType(expression.operator, left, right);
    case "arithmetic":
      return arithmeticType(expression.operator, left, right);
  }
}

function nameType(expression: Extract<Expression, { readonly kind: "name" }>, scope: Scope): Type | Refusal {
  const { name } = expression;
  const type = Object.hasOwn(scope, name) ? scope[name] : undefined;
  if (type !== undefined) return type;
  const known = Object.keys(scope);
  const hint = suggestion(name, known);
  const why = `there is no ${JSON.stringify(name)} here${hint}`;
  return {
    kind: "wrong",
    why: hint === "" && known.length > 0 ? `${why}; known are ${known.join(", ")}` : why,
    part: expression,
  };
}

function listType(items: readonly Expression[], scope: Scope): Type | Refusal {
  let of: Type | undefined;
  for (const item of items) {
    const type = checkExpression(item, scope);
    if (type.kind === "wrong") return type;
    of = of === undefined ? type : commonType(of, type);
  }
  return { kind: "list", of: of ?? anything };
}

function truthsType(items: readonly Expression[], scope: Scope): Type | Refusal {
  for (const item of items) {
    const type = checkExpression(item, scope);
    if (type.kind === "wrong") return type;
    const why = notTruth(type);
    if (why !== null) return { kind: "wrong", why, part: item };
  }
  return boolean;
}

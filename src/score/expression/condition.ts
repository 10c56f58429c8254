import type { Expression } from "./ast.ts";
import { checkExpression, notTruth } from "./check.ts";
import type { Scope } from "./check.ts";
import { truthOf } from "./evaluate.ts";
import { type Wrong, parseWithColumns } from "./parse.ts";
import type { Impossible, ValueRecord } from "./value.ts";

/** An expression that says yes or no. Plain data: it is stored with the job. */
export interface Condition {
  /** As it stands in the score, for people. */
  readonly text: string;
  readonly expression: Expression;
}

/** The condition a text states about the variables of a scope, or why it states none and where. */
export function conditionOf(text: string, scope: Scope): { readonly kind: "means"; readonly value: Condition } | Wrong {
  const parsed = parseWithColumns(text);
  if (parsed.kind === "wrong") return parsed;
  const { expression, columnOf } = parsed;
  const type = checkExpression(expression, scope);
  if (type.kind === "wrong") return { kind: "wrong", why: type.why, column: columnOf(type.part) };
  const why = notTruth(type);
  if (why !== null) return { kind: "wrong", why, column: columnOf(expression) };
  return { kind: "means", value: { text, expression } };
}

/** Whether a condition holds. If it can't be decided it is neither yes nor no: the caller reports why. */
export function holds(condition: Condition, values: ValueRecord): { readonly kind: "yes" | "no" } | Impossible {
  const truth = truthOf(condition.expression, values);
  return typeof truth === "boolean" ? { kind: truth ? "yes" : "no" } : truth;
}

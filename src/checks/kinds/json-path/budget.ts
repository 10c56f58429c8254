import {
  type FilterFunction,
  FunctionExpressionType,
  type JSONPathNode,
  JSONPathNodeList,
  type JSONPathQuery,
  JSONPathRecursionLimitError,
  jsonpath,
} from "json-p3";
import { RE2JS } from "re2js";

/** About a second, during which nothing else runs. */
const maxSteps = 3_000_000;

/** Throws when none are left. */
export type Budget = (steps: number) => void;

export function makeBudget(): Budget {
  let left = maxSteps;
  return (steps) => {
    left -= steps;
    if (left < 0) throw new JSONPathRecursionLimitError("it would take too many steps", noToken);
  };
}

const noToken = new jsonpath.Token(jsonpath.TokenKind.EOF, "", 0, "");

/**
 * The library has no limits: nested filters or descents can take years. Each part of a query that visits nodes or
 * compares values pays first.
 */
export function guardQuery(query: JSONPathQuery, spend: Budget): void {
  for (const selector of query.segments.flatMap((segment) => segment.selectors)) {
    const resolve = selector.resolve.bind(selector);
    const isSingle =
      selector instanceof jsonpath.selectors.NameSelector || selector instanceof jsonpath.selectors.IndexSelector;
    selector.resolve = (node) => {
      spend(1 + (node.location.length >> 3) + (isSingle ? 0 : widthOf(node.value)));
      return resolve(node);
    };
    if (selector instanceof jsonpath.selectors.FilterSelector) guardExpression(selector.expression, spend);
  }
}

type Filter = InstanceType<typeof jsonpath.expressions.FilterExpression>;

function guardExpression(filter: Filter, spend: Budget): void {
  const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression } = jsonpath.expressions;
  if (filter instanceof FilterQuery) guardFilterQuery(filter, spend);
  else if (filter instanceof LogicalExpression) guardExpression(filter.expression, spend);
  else if (filter instanceof PrefixExpression) guardExpression(filter.right, spend);
  else if (filter instanceof InfixExpression)
    for (const side of [filter.left, filter.right]) guardExpression(side, spend);
  else if (filter instanceof FunctionExtension) for (const argument of filter.args) guardExpression(argument, spend);
}

function guardFilterQuery(filter: InstanceType<typeof jsonpath.expressions.FilterQuery>, spend: Budget): void {
  guardQuery(filter.path, spend);
  const evaluate = filter.evaluate.bind(filter);
  const sizes = new WeakMap<object, number>();
  filter.evaluate = (context) => {
    const result = evaluate(context);
    if (result instanceof JSONPathNodeList) for (const node of result.nodes) spend(sizeOf(node, sizes));
    return result;
  };
}

function sizeOf(node: JSONPathNode, sizes: WeakMap<object, number>): number {
  const measure = (value: unknown): number => {
    if (typeof value === "string") return 1 + (value.length >> 6);
    if (typeof value !== "object" || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    let size = 1;
    for (const item of Object.values(value)) size += measure(item);
    sizes.set(value, size);
    return size;
  };
  return measure(node.value);
}

function widthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

/** The library's own `match` and `search` can backtrack without end. */
export function patternFunctions(spend: Budget): ReadonlyMap<string, FilterFunction> {
  const compiled = new Map<string, RE2JS>();
  const isMatch = (value: unknown, pattern: unknown, mustBeWhole: boolean): boolean => {
    if (typeof value !== "string" || typeof pattern !== "string") return false;
    const expression = compiled.get(pattern) ?? RE2JS.compile(pattern);
    compiled.set(pattern, expression);
    spend(1 + Math.floor((value.length * expression.programSize()) / 32));
    return mustBeWhole ? expression.matches(value) : expression.matcher(value).find();
  };
  const { ValueType, LogicalType } = FunctionExpressionType;
  const like = (mustBeWhole: boolean): FilterFunction => ({
    argTypes: [ValueType, ValueType],
    returnType: LogicalType,
    call: (value: unknown, pattern: unknown) => isMatch(value, pattern, mustBeWhole),
  });
  return new Map([
    ["match", like(true)],
    ["search", like(false)],
  ]);
}

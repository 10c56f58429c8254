import { JSONPathEnvironment, type JSONValue } from "json-p3";
import { messageOf } from "../../../base/error.ts";
import type { Value } from "../../../score/expression/value.ts";
import { type Budget, guardQuery, makeBudget, patternFunctions } from "./budget.ts";

export type Queried =
  | { readonly kind: "found"; readonly values: readonly Value[] }
  | { readonly kind: "no-json"; readonly why: string }
  | { readonly kind: "impossible"; readonly why: string };

const maxQueryLength = 2000;
const maxValues = 1_000_000;
const maxDepth = 200;
const maxFound = 100_000;

/** An RFC 9535 query. Both may be hostile, so everything that could grow has a limit. */
export function queryJson(text: string, query: string): Queried {
  let root: JSONValue;
  try {
    root = JSON.parse(text) as JSONValue;
  } catch (error) {
    return { kind: "no-json", why: messageOf(error) };
  }
  const size = sizeOf(root);
  if (size === null)
    return {
      kind: "impossible",
      why: `it has more than ${String(maxValues)} values, or is nested more than ${String(maxDepth)} deep`,
    };
  if (query.length > maxQueryLength)
    return { kind: "impossible", why: `the query is longer than ${String(maxQueryLength)} characters` };
  try {
    return found(root, query, makeBudget());
  } catch (error) {
    return { kind: "impossible", why: messageOf(error) };
  }
}

function found(root: JSONValue, query: string, budget: Budget): Queried {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: maxDepth + 2 });
  for (const [name, pattern] of patternFunctions(budget)) environment.functionRegister.set(name, pattern);
  const compiled = environment.compile(query);
  guardQuery(compiled, budget);
  const values: Value[] = [];
  for (const node of compiled.lazyQuery(root)) {
    if (values.length === maxFound) return { kind: "impossible", why: `it finds more than ${String(maxFound)} values` };
    values.push(node.value as Value);
  }
  return { kind: "found", values };
}

/** `null`: too many, or nested too deeply. */
function sizeOf(root: JSONValue): number | null {
  let size = 0;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    size += level.length;
    if (size > maxValues || depth > maxDepth) return null;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const item of Object.values(value)) next.push(item);
    }
    level = next;
  }
  return size;
}

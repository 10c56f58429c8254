import { type TemplateEngine, WholeFloat, makeEngine } from "@tutti/jinja";
import type { Value as ConditionValue } from "../expression/value.ts";
import { suggestion } from "../source/nearest.ts";
import { withoutFloats } from "../source/whole-float.ts";

/** The variables of a score in a form that goes through JSON unchanged. */
export interface TemplateVariables {
  readonly plain: Readonly<Record<string, unknown>>;
  /** Values that JSON would change (numbers as keys, and their order; `1.0`), as text. */
  readonly numbered: string;
}

/**
 * A score's variables, ready for JSON. A map goes into the plain part when a plain object keeps its keys and their
 * order; else (`focus: {1: …}`) the whole variable is written down as text, with maps as lists of pairs. So is one that
 * holds `1.0`.
 */
export function templateVariables(variables: ReadonlyMap<string, unknown>): TemplateVariables {
  const entries = [...variables].map(([name, value]): [string, unknown] => [name, presentable(value)]);
  const numbered = entries.filter(([, value]) => !survives(value));
  return {
    plain: Object.fromEntries(
      entries.filter(([, value]) => survives(value)).map(([name, value]) => [name, plain(value)]),
    ),
    numbered: numbered.length === 0 ? "" : JSON.stringify(numbered.map(([name, value]) => [name, written(value)])),
  };
}

/** The variables by name, as they were before JSON. */
function variableValues({ plain: record, numbered }: TemplateVariables): Readonly<Record<string, unknown>> {
  const pairs = numbered === "" ? [] : (JSON.parse(numbered) as [string, Written][]);
  return Object.fromEntries([
    ...Object.entries(record),
    ...pairs.map(([name, value]): [string, unknown] => [name, read(value)]),
  ]);
}

export function scoreEngine(variables: TemplateVariables): TemplateEngine {
  return makeEngine(variableValues(variables), suggestion);
}

/** The same for conditions, which know one kind of numbers. */
export function conditionValues(variables: TemplateVariables): Readonly<Record<string, ConditionValue>> {
  return Object.fromEntries(
    Object.entries(variableValues(variables)).map(([name, value]) => [name, withoutFloats(value) as ConditionValue]),
  );
}

type Written =
  | null
  | boolean
  | number
  | string
  /** As text: JSON has no -0. */
  | { readonly float: string }
  | { readonly list: readonly Written[] }
  | { readonly map: readonly (readonly [string | number | null, Written])[] };

function presentable(value: unknown): unknown {
  if (value instanceof WholeFloat) return value;
  if (Array.isArray(value)) return value.map(presentable);
  if (value instanceof Map)
    return new Map([...(value as Map<unknown, unknown>)].map(([key, inner]) => [key, presentable(inner)]));
  if (typeof value === "object" && value !== null)
    return new Map(Object.entries(value).map(([key, inner]) => [key, presentable(inner)]));
  if (typeof value === "number" && !Number.isFinite(value))
    return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  return ["string", "number", "boolean"].includes(typeof value)
    ? value
    : typeof value === "bigint"
      ? Number(value)
      : null;
}

function survives(value: unknown): boolean {
  if (value instanceof WholeFloat) return false;
  if (Array.isArray(value)) return value.every(survives);
  if (!(value instanceof Map)) return true;
  // A plain object puts keys that look like whole numbers first.
  return [...(value as Map<unknown, unknown>)].every(
    ([key, inner]) => typeof key === "string" && !/^\d+$/.test(key) && survives(inner),
  );
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value instanceof Map
    ? Object.fromEntries([...(value as Map<string, unknown>)].map(([key, inner]) => [key, plain(inner)]))
    : value;
}

function written(value: unknown): Written {
  if (Array.isArray(value)) return { list: value.map(written) };
  if (value instanceof WholeFloat) return { float: Object.is(value.value, -0) ? "-0" : String(value.value) };
  if (!(value instanceof Map)) return value as Written;
  return {
    map: [...(value as Map<unknown, unknown>)].map(([key, inner]) => [
      typeof key === "number" ? key : key === null ? null : String(key as string | boolean),
      written(inner),
    ]),
  };
}

function read(value: Written): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("float" in value) return new WholeFloat(Number(value.float));
  if ("list" in value) return value.list.map(read);
  return new Map(value.map.map(([key, inner]) => [key ?? "", read(inner)]));
}

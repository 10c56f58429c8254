import { z } from "zod";
import { reviewMap } from "../../src/score/rules/judged/review.ts";
import { agent } from "../../src/score/schema/agent.ts";
import { commit } from "../../src/score/schema/commit.ts";
import { followStep } from "../../src/score/follow/schema.ts";
import { rateLimit, retry } from "../../src/score/schema/retry.ts";
import { score } from "../../src/score/schema/score.ts";
import { injection, sheet } from "../../src/score/schema/sheet.ts";
import { rule } from "../../src/score/schema/validation.ts";
import { formsOf } from "../../src/score/source/shape.ts";

/** Shapes that stand in several places: their keys are named after them, whichever place they are met in. */
const shapes: readonly (readonly [z.core.$ZodType, string])[] = [
  [score, "score"],
  [sheet, "sheet"],
  [agent, "agent"],
  [retry, "retry"],
  [rateLimit, "rate_limit"],
  [commit, "commit"],
  [injection, "injection"],
  [rule, "validation"],
  [followStep, "step"],
  [reviewMap, "review"],
];
/** By definition: a shape that is described anew in a place is another object with the same one. */
const named: ReadonlyMap<object, string> = new Map(shapes.map(([shape, name]) => [shape._zod.def, name]));

/** Every key that a score may hold, as `sheet.title` or `validation.findings.pattern`. */
export function scoreKeys(): readonly string[] {
  const keys = new Set<string>();
  const seen = new Set<object>();
  const walk = (schema: z.core.$ZodType, owner: string): void => {
    const name = named.get(schema._zod.def);
    if (name !== undefined && seen.has(schema._zod.def)) return;
    seen.add(schema._zod.def);
    const own = name ?? owner;
    for (const [key, inner] of Object.entries(mapOf(schema))) {
      keys.add(`${own}.${key}`);
      walk(inner, `${own}.${key}`);
    }
    for (const part of partsOf(schema)) walk(part, own);
  };
  walk(score, "score");
  return [...keys].toSorted();
}

/** A score without this key anywhere. */
export function withoutKey(written: object, key: string): object {
  return strip({ schema: score, owner: "score", value: written }, key) as object;
}

interface Place {
  readonly schema: z.core.$ZodType;
  readonly owner: string;
  readonly value: unknown;
}

function strip(place: Place, key: string): unknown {
  const { schema } = place;
  const owner = named.get(schema._zod.def) ?? place.owner;
  const stripped = partsOf(schema).reduce(
    (value, part) => stripPart({ schema: part, owner, value }, { key, isEach: isMany(schema) }),
    place.value,
  );
  const map = mapOf(schema);
  if (Object.keys(map).length === 0 || !isRecord(stripped)) return stripped;
  const entries = Object.entries(stripped).filter(([name]) => `${owner}.${name}` !== key);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      map[name] === undefined ? value : strip({ schema: map[name], owner: `${owner}.${name}`, value }, key),
    ]),
  );
}

function stripPart({ schema, owner, value }: Place, how: { readonly key: string; readonly isEach: boolean }): unknown {
  if (!how.isEach) return strip({ schema, owner, value }, how.key);
  if (Array.isArray(value)) return value.map((item: unknown) => strip({ schema, owner, value: item }, how.key));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, strip({ schema, owner, value: item }, how.key)]),
  );
}

function mapOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function isMany(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodArray || schema instanceof z.ZodRecord;
}

/** The parts of a schema, apart from the keys of a map. */
function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return [schema.def.innerType];
  if (schema instanceof z.ZodArray) return [schema.def.element];
  if (schema instanceof z.ZodRecord) return [schema.def.valueType];
  if (schema instanceof z.ZodPipe) return [schema.def.in];
  return formsOf(schema) ?? [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

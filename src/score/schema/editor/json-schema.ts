import { z } from "zod";
import { findingsMap } from "../../rules/findings.ts";
import { keysWith, ruleKeys } from "../../rules/kinds.ts";
import { formsOf } from "../../source/shape.ts";
import { agent } from "../agent.ts";
import { commit } from "../commit.ts";
import { command } from "../fields.ts";
import { landingSection } from "../landing.ts";
import { rateLimit, retry } from "../retry.ts";
import { score } from "../score.ts";
import { injection, sheet } from "../sheet.ts";
import { rule } from "../validation.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** By this a schema file is known as one of ours. */
export const schemaId = "urn:tutti:score";

/**
 * A score in Tutti's own shape as JSON Schema (2020-12): it takes everything that the reader takes, and refuses most of
 * what the reader refuses.
 */
export function scoreJsonSchema(): JsonSchema {
  return worded(describedScore()) as JsonSchema;
}

/** The same, with what happens without a key in a keyword of its own where that is no value but words: `otherwise`. */
export function describedScore(): JsonSchema {
  const root = described(score);
  const $defs = Object.fromEntries([...definitions].map(([schema, name]) => [name, described(schema)]));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: schemaId,
    title: "A score of Tutti's",
    ...root,
    $defs,
  };
}

/** Editors know no such keyword, and would offer words as a value. */
function worded(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(worded);
  if (typeof schema !== "object" || schema === null) return schema;
  const { otherwise, ...rest } = schema as Readonly<Record<string, unknown>>;
  const entries = Object.entries(rest).map(([key, value]) => [key, worded(value)]);
  if (typeof otherwise !== "string") return Object.fromEntries(entries);
  return { ...Object.fromEntries(entries), description: `${String(rest["description"])} Default: ${otherwise}.` };
}

/** Describes a part that stands in several places once. */
const definitions: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [agent, "agent"],
  [command, "command"],
  [commit, "commit"],
  [injection, "injection"],
  [rateLimit, "rate_limit"],
  [retry, "retry"],
  [rule, "validation"],
]);

const nameOfInput = new Map([...definitions].map(([schema, name]) => [inputOf(schema), name]));

/** With new texts about it a schema is a new one; what it takes in is still the same. */
function inputOf(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodPipe ? inputOf(schema.def.in) : schema;
}

function described(root: z.core.$ZodType): JsonSchema {
  const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void => {
    describe(zodSchema, { jsonSchema, root });
  };
  const schema: JsonSchema = { ...z.toJSONSchema(root, { io: "input", override }) };
  delete schema.$schema;
  return schema;
}

interface Draft {
  readonly jsonSchema: JsonSchema;
  readonly root: z.core.$ZodType;
}

function describe(schema: z.core.$ZodType, { jsonSchema, root }: Draft): void {
  const name = nameOfInput.get(schema);
  const forms = formsOf(schema);
  if (name !== undefined && schema !== inputOf(root)) {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, reference(name));
    return;
  }
  if (forms !== undefined) jsonSchema.anyOf = forms.map(formSchema);
  Object.assign(jsonSchema, limits.get(schema));
  // A bound that only says how large a whole number can be in JavaScript is no news.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  restoreTexts(schema, jsonSchema);
}

function formSchema(form: z.core.$ZodType): JsonSchema {
  const name = nameOfInput.get(inputOf(form));
  return name === undefined ? described(form) : reference(name);
}

function reference(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

/** zod omits examples and defaults of transformed values; ours are written as a score has them. */
function restoreTexts(schema: z.core.$ZodType, jsonSchema: JsonSchema): void {
  const { examples, default: byDefault } = z.globalRegistry.get(schema) ?? {};
  const value = byDefault ?? (schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined);
  Object.assign(jsonSchema, value === undefined ? {} : { default: value }, examples === undefined ? {} : { examples });
}

/** Rules between the keys of a map, which zod's checks express in code. */
const limits: ReadonlyMap<z.core.$ZodType, JsonSchema> = new Map<z.core.$ZodType, JsonSchema>([
  [
    landingSection,
    {
      dependentSchemas: {
        push: { anyOf: ["push", "pull_request"].map((key) => ({ properties: { [key]: { const: false } } })) },
      },
    },
  ],
  [score, { dependentSchemas: apart("prompt", "prompt_file") }],
  [sheet, { dependentSchemas: { ...apart("prompt", "prompt_file"), ...apart("fan_out", "items", "item_range") } }],
  [
    rule,
    {
      oneOf: ruleKeys.map((key) => ({ required: [key] })),
      dependentSchemas: Object.fromEntries(
        (["timeout", "cwd"] as const).map((term) => [
          term,
          { anyOf: keysWith(term).map((key) => ({ required: [key] })) },
        ]),
      ),
    },
  ],
  [findingsMap, { dependentSchemas: apart("format", "pattern") }],
]);

/** At most one of these keys. Said of each other key, so that an editor marks the one that is too much. */
function apart(...keys: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    keys.map((key) => [
      key,
      { properties: Object.fromEntries(keys.filter((other) => other !== key).map((other) => [other, false])) },
    ]),
  );
}

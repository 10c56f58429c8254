import { join } from "node:path";
import { build } from "rolldown";

/**
 * @typedef {{ type?: string, const?: unknown, enum?: readonly unknown[], anyOf?: readonly Schema[], oneOf?: readonly
 * Schema[], items?: Schema, properties?: Record<string, Schema>, required?: readonly string[], additionalProperties?:
 * Schema | boolean }} Schema
 */

/**
 * What each method takes, as TypeScript that needs no schema library: asked of the schemas themselves, which are the only place
 * that says it. A compiler would tell it too, and take ten times as long.
 *
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function paramTypes(root) {
  const made = await build({
    cwd: root,
    input: entry,
    platform: "node",
    write: false,
    plugins: [withoutEngine()],
    output: { format: "esm", codeSplitting: false },
  });
  const code = Buffer.from(made.output[0].code).toString("base64");
  const { methods, toJSONSchema } = await import(`data:text/javascript;base64,${code}`);
  const rows = Object.entries(methods).map(
    ([name, { params }]) =>
      `  readonly ${JSON.stringify(name)}: ${typeOf(toJSONSchema(params, { io: "input" }), "  ")};`,
  );
  return `type ParamsByMethod = {\n${rows.join("\n")}\n};`;
}

const entry = "\0methods";
const nothing = "\0nothing";

/**
 * A method's file also imports the use case that answers it, and with that all of Tutti: nothing of it is needed here.
 *
 * @returns {import("rolldown").Plugin}
 */
function withoutEngine() {
  return {
    name: "without-engine",
    async resolveId(path, importer) {
      if (path === entry) return entry;
      if (importer === entry) return this.resolve(path, join(import.meta.dirname, "methods.js"));
      const isEngine = importer?.includes("/src/api/methods/") && path.startsWith("../../../");
      return isEngine && !path.includes("/score/") ? nothing : null;
    },
    load(id) {
      if (id === entry)
        return 'export { methods } from "../src/api/methods/table.ts"; export { toJSONSchema } from "zod";';
      return id === nothing ? "module.exports = {};" : null;
    },
  };
}

/** @returns {string} */
function typeOf(/** @type {Schema} */ schema, /** @type {string} */ indent) {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => typeOf(choice, indent)).join(" | ");
  if (Object.keys(schema).length === 0) return "unknown";
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return listOf(typeOf(schema.items ?? {}, indent));
    case "object":
      return objectOf(schema, indent);
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function listOf(/** @type {string} */ item) {
  return item.includes(" | ") ? `readonly (${item})[]` : `readonly ${item}[]`;
}

function objectOf(
  /** @type {Schema} */ { properties = {}, required = [], additionalProperties },
  /** @type {string} */ indent,
) {
  if (typeof additionalProperties === "object")
    return `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`;
  const rows = Object.entries(properties).map(([name, schema]) => {
    const isNeeded = required.includes(name);
    return `${indent}  readonly ${name}${isNeeded ? "" : "?"}: ${typeOf(schema, `${indent}  `)}${isNeeded ? "" : " | undefined"};`;
  });
  return rows.length === 0 ? "Readonly<Record<string, never>>" : `{\n${rows.join("\n")}\n${indent}}`;
}

import { build } from "esbuild";

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
  const contents = `export { methods } from "./src/api/methods/table.ts"; export { toJSONSchema } from "zod";`;
  const made = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    plugins: [withoutEngine()],
  });
  const code = Buffer.from(made.outputFiles[0]?.contents ?? []).toString("base64");
  const { methods, toJSONSchema } = await import(`data:text/javascript;base64,${code}`);
  const rows = Object.entries(methods).map(
    ([name, { params }]) =>
      `  readonly ${JSON.stringify(name)}: ${typeOf(toJSONSchema(params, { io: "input" }), "  ")};`,
  );
  return `type ParamsByMethod = {\n${rows.join("\n")}\n};`;
}

/**
 * A method's file also imports the use case that answers it, and with that all of Tutti: nothing of it is needed here.
 *
 * @returns {import("esbuild").Plugin}
 */
function withoutEngine() {
  return {
    name: "without-engine",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\.\/\.\.\/\.\.\// }, ({ path, importer }) =>
        importer.includes("/src/api/methods/") && !path.includes("/score/")
          ? { path, namespace: "nothing" }
          : undefined,
      );
      onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "module.exports = {};" }));
    },
  };
}

/** @returns {string} */
function typeOf(/** @type {Schema} */ schema, /** @type {string} */ indent) {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => typeOf(choice, indent)).join(" | ");
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

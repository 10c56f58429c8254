import type { JsonSchema } from "./json-schema.ts";

/**
 * A map that a score may hold, with the places it may stand in: `validations[].json_path`, `agents.<name>`; the score
 * itself is "".
 */
export interface DescribedMap {
  readonly paths: readonly string[];
  readonly keys: readonly DescribedKey[];
}

export interface DescribedKey {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** Maps it may hold. */
  readonly maps: readonly DescribedMap[];
}

/** A map is told once, however many places it has; the score first, then each one after those that it stands in. */
export function mapsOf(root: JsonSchema): readonly DescribedMap[] {
  const known = new Map<string, Growing>();
  const open: (() => void)[] = [];
  const found = (schema: JsonSchema, path: string): Growing => {
    const id = JSON.stringify(schema);
    const map = known.get(id) ?? { paths: [], keys: [] };
    if (!map.paths.includes(path)) map.paths.push(path);
    if (!known.has(id)) open.push(() => void map.keys.push(...keysOf(schema, path)));
    known.set(id, map);
    return map;
  };
  const keysOf = (schema: JsonSchema, path: string): DescribedKey[] =>
    Object.entries(schema.properties ?? {}).map(([name, key]) => {
      const at = path === "" ? name : `${path}.${name}`;
      const maps = mapsIn(asSchema(key), { root, path: at }).map((inner) => found(inner.schema, inner.path));
      return { name, schema: asSchema(key), isRequired: schema.required?.includes(name) === true, maps };
    });
  found(root, "");
  for (let next = open.shift(); next !== undefined; next = open.shift()) next();
  return [...known.values()];
}

interface Growing extends DescribedMap {
  readonly paths: string[];
  readonly keys: DescribedKey[];
}

interface Place {
  readonly root: JsonSchema;
  readonly path: string;
}

/** The maps with keys of their own that a value may be or hold. */
function mapsIn(schema: JsonSchema, place: Place): readonly { readonly schema: JsonSchema; readonly path: string }[] {
  const { root, path } = place;
  const meant = resolved(schema, root);
  if (meant.anyOf !== undefined) return meant.anyOf.flatMap((form) => mapsIn(asSchema(form), place));
  if (meant.properties !== undefined) return [{ schema: meant, path }];
  if (meant.type === "array") return mapsIn(asSchema(meant.items), { root, path: `${path}[]` });
  return meant.type === "object" ? mapsIn(asSchema(meant.additionalProperties), { root, path: `${path}.<name>` }) : [];
}

/**
 * What a reference stands for. The map it leads to is the same wherever it is named from, so what is said of that place
 * stays out.
 */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : asSchema(root.$defs?.[name]);
}

/** JSON Schema writes some as `true`, and lists of them for tuples; neither holds a map. */
export function asSchema(schema: unknown): JsonSchema {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema) ? (schema as JsonSchema) : {};
}

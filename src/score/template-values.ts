/**
 * Values on their way into a template. The engine takes plain objects, and those know only text as keys; a map with
 * whole numbers as keys, as in `focus[instance]`, goes in as a literal in front of the template instead.
 */
export function literalPrelude(variables: ReadonlyMap<string, unknown>): string {
  const numbered = [...variables].filter(([, value]) => hasNumberKeys(value));
  return numbered.map(([name, value]) => `{% set ${name} = ${literal(value)} %}`).join("");
}

export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...(value as Map<unknown, unknown>)].map(([key, inner]) => [String(key), plainValue(inner)]));
}

function hasNumberKeys(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNumberKeys);
  if (!(value instanceof Map)) return false;
  return [...(value as Map<unknown, unknown>)].some(([key, inner]) => typeof key === "number" || hasNumberKeys(inner));
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (value instanceof Map) {
    const pairs = [...(value as Map<unknown, unknown>)].map(([key, inner]) => `${literal(key)}: ${literal(inner)}`);
    return `{${pairs.join(", ")}}`;
  }
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return String(value);
  return JSON.stringify(typeof value === "number" ? String(value) : value);
}

import type { Usage } from "../../sheet/cost/usage.ts";

/** Untrusted JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parsing a longer line would block everything else. */
const longestLine = 16 * 1024 * 1024;

/** `null`: no JSON object. */
export function fieldsIn(line: string): Fields | null {
  if (line.length > longestLine) return null;
  try {
    return asFields(JSON.parse(line));
  } catch {
    return null;
  }
}

export function asFields(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** `null`: missing. Own keys only, not `constructor`. */
export function valueAt(value: unknown, ...way: readonly string[]): unknown {
  let found = value;
  for (const key of way) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return null;
    found = (found as Fields)[key];
  }
  return found;
}

export function textAt(value: unknown, ...way: readonly string[]): string | null {
  const found = valueAt(value, ...way);
  return typeof found === "string" ? found : null;
}

export function numberAt(value: unknown, ...way: readonly string[]): number | null {
  const found = valueAt(value, ...way);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

export function listAt(value: unknown, ...way: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...way);
  return Array.isArray(found) ? found : [];
}

export function countAt(value: unknown, ...way: readonly string[]): number {
  return Math.max(0, numberAt(value, ...way) ?? 0);
}

/** HTTP status. */
export function statusAt(value: unknown, ...way: readonly string[]): number | null {
  const found = numberAt(value, ...way);
  return found !== null && Number.isInteger(found) && found >= 100 && found <= 599 ? found : null;
}

/** Token counts at these places: input, output, cache read and cache write. */
export function usageAt(value: unknown, places: readonly string[], usd: number | null): Usage {
  const [inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0] = places.map((place) =>
    countAt(value, ...place.split(".")),
  );
  return { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, usd };
}

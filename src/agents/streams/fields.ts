/** An object of JSON that somebody else wrote: nothing of it may be taken for granted. */
export type Fields = Readonly<Record<string, unknown>>;

/** What no agent prints for a reason; to parse it would hold up everything else. */
const longestLine = 16 * 1024 * 1024;

/** The object that a line is; `null`: it is none. */
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

/** `null`: the way ends before. Own keys only: `constructor` leads nowhere. */
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

/** A count that is missing is none. */
export function countAt(value: unknown, ...way: readonly string[]): number {
  return Math.max(0, numberAt(value, ...way) ?? 0);
}

/** Of HTTP. */
export function statusAt(value: unknown, ...way: readonly string[]): number | null {
  const found = numberAt(value, ...way);
  return found !== null && Number.isInteger(found) && found >= 100 && found <= 599 ? found : null;
}

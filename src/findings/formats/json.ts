/** Reads untrusted JSON: a missing value, or one of another type, is nothing. */

/** `undefined`: no JSON. */
export function jsonIn(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

export function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export function get(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, key) => {
    const fields = record(found);
    return fields !== null && Object.hasOwn(fields, key) ? fields[key] : undefined;
  }, value);
}

export function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Those entries of a list that are objects. */
export function records(value: unknown): readonly unknown[] {
  return array(value).filter((item) => record(item) !== null);
}

export function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function whole(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
}

/** A line or column, also as text: they count from 1, and tools write 0 for unknown. */
export function counted(value: unknown): number | null {
  return whole(typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value) || null;
}

/** Of a tool that counts from 0. */
export function countedFrom0(value: unknown): number | null {
  const number = whole(value);
  return number === null ? null : number + 1;
}

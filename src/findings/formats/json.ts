/** Reads untrusted JSON: a missing value, or one of another kind, is nothing. */

export function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export function get(value: unknown, key: string): unknown {
  const fields = record(value);
  return fields !== null && Object.hasOwn(fields, key) ? fields[key] : undefined;
}

export function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function whole(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
}

/** A line or a column: they count from 1. */
export function counted(value: unknown): number | null {
  return whole(value) || null;
}

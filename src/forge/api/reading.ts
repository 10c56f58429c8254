import { unreachable } from "./complaint.ts";

/** JSON that a server sent: nothing in it is taken for granted. */
export interface Reading {
  at(key: string): Reading;
  items(): readonly Reading[];
  /** `null`: absent, or of another type. */
  text(key: string): string | null;
  number(key: string): number | null;
  flag(key: string): boolean | null;
  requireText(key: string): string;
  requireNumber(key: string): number;
}

function readingOf(value: unknown): Reading {
  const fields = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const field = (key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);
  const text = (key: string): string | null => {
    const found = field(key);
    return typeof found === "string" ? found : null;
  };
  const number = (key: string): number | null => {
    const found = field(key);
    return Number.isSafeInteger(found) ? (found as number) : null;
  };
  return {
    at: (key) => readingOf(field(key)),
    items: () => (Array.isArray(value) ? value.map(readingOf) : []),
    text,
    number,
    flag: (key) => {
      const found = field(key);
      return typeof found === "boolean" ? found : null;
    },
    requireText: (key) => text(key) ?? missing(key),
    requireNumber: (key) => number(key) ?? missing(key),
  };
}

function missing(key: string): never {
  throw unreachable(`the answer has no ${key}: this is not the API of such a server`);
}

export function parsed(text: string, host: string): Reading {
  if (text.trim() === "") return readingOf(null);
  try {
    return readingOf(JSON.parse(text) as unknown);
  } catch {
    throw unreachable(
      `${host} answered with something that is no JSON`,
      "Check for a proxy or a login page in between.",
    );
  }
}

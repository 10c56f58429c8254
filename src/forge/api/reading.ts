import { TuttiError } from "../../base/error.ts";

/** JSON that a server sent: nothing in it is taken for granted. */
export interface Reading {
  at(key: string): Reading;
  items(): readonly Reading[];
  /** `null`: not there, or something else. */
  text(key: string): string | null;
  number(key: string): number | null;
  flag(key: string): boolean | null;
  readonly isNothing: boolean;
  /** What nothing can be done without. */
  requireText(key: string): string;
  requireNumber(key: string): number;
}

function readingOf(value: unknown): Reading {
  const fields = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const field = (key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);
  const reading: Reading = {
    at: (key) => readingOf(field(key)),
    items: () => (Array.isArray(value) ? value.map(readingOf) : []),
    text: (key) => {
      const text = field(key);
      return typeof text === "string" ? text : null;
    },
    number: (key) => {
      const number = field(key);
      return typeof number === "number" && Number.isSafeInteger(number) ? number : null;
    },
    flag: (key) => {
      const flag = field(key);
      return typeof flag === "boolean" ? flag : null;
    },
    isNothing: value === undefined || value === null,
    requireText: (key) => reading.text(key) ?? missing(key),
    requireNumber: (key) => reading.number(key) ?? missing(key),
  };
  return reading;
}

function missing(key: string): never {
  throw new TuttiError("forge.unreachable", `the answer has no ${key}: this is not the API of such a server`, {
    audience: "environment",
  });
}

export function parsed(text: string, host: string): Reading {
  if (text.trim() === "") return readingOf(null);
  try {
    return readingOf(JSON.parse(text) as unknown);
  } catch {
    throw new TuttiError("forge.unreachable", `${host} answered with something that is no JSON`, {
      audience: "environment",
      hint: "Check for a proxy or a login page in between.",
    });
  }
}

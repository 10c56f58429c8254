import { clip } from "../../base/text.ts";
import type { z } from "zod";
import type { ScoreDocument } from "./document.ts";
import type { KeyPath } from "./place.ts";
import { suggestion } from "./nearest.ts";
import type { Problem } from "./problem.ts";

/** Problems that the schema found, in the terms of a score. */
export function problemsOf(issues: readonly z.core.$ZodIssue[], document: ScoreDocument): readonly Problem[] {
  return issues.slice(0, maxIssues).flatMap((issue): readonly Problem[] => {
    const path = issue.path.filter((step) => typeof step !== "symbol");
    if (issue.code === "unrecognized_keys") return unknownKeys(issue, path, document);
    // A wrong key of a map is reported at the key itself.
    const part = issue.code === "invalid_key" ? "key" : "value";
    const code = path.includes("validations") || path.includes("preconditions") ? "V008" : "V011";
    return [
      { code, at: document.positionOf(path, part), path, message: messageOf(issue, valueAt(document.value, path)) },
    ];
  });
}

// More than anybody reads; a hostile file has a hundred thousand.
const maxIssues = 200;

/** The schema's message has one line for each key, up to a number (see `strict`). */
function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  parent: KeyPath,
  document: ScoreDocument,
): readonly Problem[] {
  const messages = issue.message.split("\n");
  return issue.keys.slice(0, messages.length).map((key, index) => {
    const path = [...parent, key];
    return { code: "V012", at: document.positionOf(path, "key"), path, message: messages[index] ?? "unknown key" };
  });
}

function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return expected(typeNames[issue.expected] ?? issue.expected, value);
    case "invalid_value": {
      const values = issue.values.map(String);
      return `${expected(`one of ${values.join(", ")}`, value)}${typeof value === "string" ? suggestion(value, values) : ""}`;
    }
    case "too_small":
      if (issue.origin !== "number") return "must not be empty";
      return `must be ${issue.inclusive === false ? "more than" : "at least"} ${String(issue.minimum)}`;
    case "too_big":
      return issue.origin === "number"
        ? `must be at most ${String(issue.maximum)}`
        : `must not be longer than ${String(issue.maximum)}`;
    case "invalid_key":
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message;
  }
}

function expected(what: string, value: unknown): string {
  return value === undefined ? `is missing: expected ${what}` : `expected ${what}, found ${found(value)}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map of keys",
  record: "a map of keys",
};

function found(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map of keys";
  return JSON.stringify(typeof value === "string" ? clip(value, 40) : value);
}

function valueAt(root: unknown, path: KeyPath): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

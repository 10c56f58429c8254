import type { z } from "zod";
import type { ScoreDocument } from "../source/document.ts";
import { problemsOf } from "../source/issues.ts";
import type { KeyPath } from "../source/place.ts";
import type { Problem } from "../source/problem.ts";
import { mozartScore } from "./schema.ts";
import type { MozartScore } from "./schema.ts";
import { comesLater } from "./words.ts";

/** A score in Mozart's own words. Keys that Mozart never had, or that Tutti does not read, are left out and told. */
export function readMozart(document: ScoreDocument): {
  readonly score: MozartScore | null;
  readonly problems: readonly Problem[];
} {
  const first = mozartScore.safeParse(document.value);
  if (first.success) return { score: first.data, problems: [] };
  const unknown = first.error.issues.filter((issue) => issue.code === "unrecognized_keys");
  const warnings = problemsOf(unknown, document).map(warning);
  const second = mozartScore.safeParse(without(document.value, unknown));
  if (second.success) return { score: second.data, problems: warnings };
  return { score: null, problems: [...warnings, ...problemsOf(second.error.issues, document)] };
}

function warning(problem: Problem): Problem {
  const key = String(problem.path.at(-1));
  const code = problem.message.startsWith("unknown key") ? "V401" : comesLater(key) ? "V403" : "V402";
  return { ...problem, code, message: `is not read: ${problem.message}` };
}

/** The value without the keys that were not recognised. */
function without(value: unknown, unknown: readonly z.core.$ZodIssueUnrecognizedKeys[]): unknown {
  const copy = structuredClone(value);
  for (const issue of unknown) {
    const owner = at(copy, issue.path as KeyPath);
    if (typeof owner === "object" && owner !== null) for (const key of issue.keys) Reflect.deleteProperty(owner, key);
  }
  return copy;
}

function at(root: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[step] : undefined,
    root,
  );
}

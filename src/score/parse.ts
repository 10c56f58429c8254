import { mozartPlan } from "./mozart/plan.ts";
import { nativePlan } from "./native/plan.ts";
import type { Plan } from "./plan.ts";
import type { ScoreSource } from "./prompt.ts";
import { readDocument } from "./source/document.ts";
import { scoreError } from "./source/problem.ts";

/** Longer than any score people write; reading takes time and memory in proportion. */
export const maxScoreBytes = 1_000_000;

/** The plan that a score's text asks for. Both shapes, Tutti's own and Mozart's, end in the same plan. */
export function parseScore(text: string, source: ScoreSource): Plan {
  const start = { line: 1, column: 1 };
  if (text.length > maxScoreBytes) throw scoreError("score.invalid", source.path, [{ at: start, path: [], message: "is larger than 1 MB" }]);
  const read = readDocument(text);
  if (read.kind === "unreadable") throw scoreError("score.invalid", source.path, read.problems);
  const { document } = read;
  const { value } = document;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw scoreError("score.invalid", source.path, [{ at: start, path: [], message: "expected a map with the key sheets" }]);
  }
  return isMozart(value) ? mozartPlan({ document, source }) : nativePlan({ document, source });
}

function isMozart(score: object): boolean {
  return !("sheets" in score) && ("sheet" in score || "prompt" in score);
}

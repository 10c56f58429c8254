import type { Score } from "../schema/score.ts";
import type { KeyPath } from "../source/place.ts";

/**
 * A text of a score and how it is read: filled in, as a condition, as a regular expression with templates in it, or as
 * it is.
 */
export interface ScoreText {
  readonly path: KeyPath;
  readonly text: string;
  readonly kind: "template" | "condition" | "pattern" | "plain";
}

/** All texts of a score, those of its variables and its description left out. */
export function* textsOf(score: Score): Generator<ScoreText> {
  for (const [key, value] of Object.entries(score)) {
    if (!notTexts.has(key)) yield* textsIn(value, [key]);
  }
}

const notTexts = new Set(["name", "description", "variables", "target", "isolation"]);
const conditions = new Set(["when", "skip_when", "that"]);
const plain = new Set(["id", "after", "agent", "workspace", "prompt_file", "directory", "as", "format"]);

function* textsIn(value: unknown, path: KeyPath): Generator<ScoreText> {
  if (typeof value === "string") yield { path, text: value, kind: kindOf(path, value) };
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* textsIn(item, [...path, index]);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...path, key]);
}

function kindOf(path: KeyPath, text: string): ScoreText["kind"] {
  const key = path.findLast((step) => typeof step === "string") ?? "";
  if (path[0] === "landing")
    return path[1] === "pull_request" && (key === "title" || key === "body") ? "template" : "plain";
  if (path[path[0] === "sheets" ? 2 : 0] === "commit") return "template";
  if (path[0] === "agents" || path.includes("agent") || plain.has(key)) return "plain";
  if (conditions.has(key)) return "condition";
  // A file with a template in its name is one that is read late.
  if (key === "file" && !text.includes("{")) return "plain";
  return key === "pattern" ? "pattern" : "template";
}

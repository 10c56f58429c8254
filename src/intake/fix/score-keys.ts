import { diagnoseScore } from "../../score/parse.ts";
import type { ScoreDocument } from "../../score/source/document.ts";
import { isError, type Problem } from "../../score/source/problem.ts";

/** What a project's file says in a score's own words, which come to stand in the score as they are. */
const keys = ["commit", "agent", "fallbacks"] as const;

/**
 * What is wrong with these words although each is of the right kind, such as a template that means nothing, told where
 * it stands in the project's file: the score that it would be told of later is one that nobody has written.
 */
export function problemsInScore(document: ScoreDocument): readonly Problem[] {
  const { value } = document;
  const said = keys.flatMap((key) => (isTable(value) && Object.hasOwn(value, key) ? [[key, value[key]] as const] : []));
  if (said.length === 0) return [];
  const score = {
    agent: "scripted",
    ...Object.fromEntries(said),
    sheets: [{ id: "fix", title: "a.ts", prompt: "mend" }],
  };
  const { problems } = diagnoseScore(JSON.stringify(score), { path: "", baseDir: "/" });
  return problems.filter(isOfFile).map((problem) => ({ ...problem, at: document.positionOf(problem.path) }));
}

/** Which agents there are is not known here, and is asked about before anything else is. */
function isOfFile(problem: Problem): boolean {
  return isError(problem) && problem.code !== "V018" && keys.some((key) => key === problem.path[0]);
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

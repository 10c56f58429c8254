import { buildPlan } from "../build/build.ts";
import type { ScoreSource } from "../build/source.ts";
import { maxScoreBytes } from "../parse.ts";
import type { Plan } from "../plan/plan.ts";
import { score as schema } from "../schema/score.ts";
import { exactMap, readDocument } from "../source/document.ts";
import { problemsOf } from "../source/issues.ts";
import { isError } from "../source/problem.ts";
import type { Problem } from "../source/problem.ts";
import { reportOn } from "../source/report.ts";

/** What a written score will mean to whoever plays it; `plan` is `null` when they would refuse it. */
export interface ReadBack {
  readonly plan: Plan | null;
  readonly problems: readonly Problem[];
}

/** Reads a text that was just made from a score. It may name the agents that the score it was made from could. */
export function readBack(text: string, source: ScoreSource, foreignAgents: ReadonlySet<string>): ReadBack {
  if (new TextEncoder().encode(text).length > maxScoreBytes) {
    return {
      plan: null,
      problems: [{ code: "V020", at: { line: 1, column: 1 }, path: [], message: "is larger than 1 MB" }],
    };
  }
  const opened = readDocument(text);
  if (opened.kind === "unreadable") return { plan: null, problems: opened.problems };
  const { document } = opened;
  const parsed = schema.safeParse(document.value);
  if (!parsed.success) return { plan: null, problems: problemsOf(parsed.error.issues, document) };
  const report = reportOn(document);
  const plan = buildPlan(
    { score: parsed.data, variables: exactMap(document, ["variables"]), foreignAgents },
    source,
    report,
  );
  return { plan, problems: report.problems.filter(isError) };
}

import { exactMap } from "../source/document.ts";
import type { ScoreDocument } from "../source/document.ts";
import type { Report } from "../source/report.ts";

const builtIn = ["sheet", "title", "name"];

/** The score's own variables for its prompts, with keys of maps as they were written. */
export function variablesOf(document: ScoreDocument, report: Report): ReadonlyMap<string, unknown> {
  const variables = exactMap(document, ["variables"]);
  for (const name of builtIn) {
    if (variables.has(name)) report(["variables", name], "is a variable that every prompt has already", "key");
  }
  return variables;
}

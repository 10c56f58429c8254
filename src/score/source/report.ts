import type { ScoreDocument } from "./document.ts";
import type { KeyPath } from "./place.ts";
import type { Problem } from "./problem.ts";

/** Gathers problems, so that a person gets them all at once. */
export interface Report {
  readonly problems: Problem[];
  (path: KeyPath, message: string, part?: "key" | "value"): void;
}

export function reportOn(document: ScoreDocument): Report {
  const problems: Problem[] = [];
  const report = (path: KeyPath, message: string, part: "key" | "value" = "value"): void => {
    problems.push({ at: document.positionOf(path, part), path, message });
  };
  return Object.assign(report, { problems });
}

import { TuttiError } from "../../base/error.ts";
import { type Problem, problemLine } from "../../score/source/problem.ts";

/** One thing that is wrong with a profile. */
export interface ProfileProblem {
  readonly path: string;
  /** One line, the file and the place in it first. */
  readonly message: string;
}

/** More than this in one message help nobody. */
const maxShown = 20;

/** One error that says all that is wrong. */
export function profileError(problems: readonly ProfileProblem[]): TuttiError {
  const rest = problems.length - maxShown;
  const lines = [
    ...problems.slice(0, maxShown).map(({ message }) => message),
    ...(rest > 0 ? [`and ${String(rest)} more`] : []),
  ];
  return new TuttiError("agent.bad_profile", ["the agents can't be told from their profiles:", ...lines].join("\n  "), {
    audience: "user",
    hint: "docs/agents.md has every key; tutti agents check shows all that is wrong.",
  });
}

export function inFile(path: string, problems: readonly Problem[]): readonly ProfileProblem[] {
  // The codes are those of scores, and explained there.
  return problems.map((problem) => ({ path, message: problemLine(problem, path).replace(/ \[V\d+\]$/, "") }));
}

export function ofFile(path: string, message: string): ProfileProblem {
  return { path, message: `${path}: ${message}` };
}

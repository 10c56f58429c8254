import { firstLines } from "../../base/text.ts";
import { TuttiError } from "../../base/error.ts";
import { type Problem, problemLine } from "../../score/source/problem.ts";

export interface ProfileProblem {
  readonly path: string;
  /** One line that begins with the file and place. */
  readonly message: string;
}

const maxShown = 20;

export function profileError(problems: readonly ProfileProblem[]): TuttiError {
  const lines = firstLines(
    problems.map(({ message }) => message),
    maxShown,
  );
  return new TuttiError("agent.bad_profile", ["some agent profiles are not valid:", ...lines].join("\n  "), {
    audience: "user",
    hint: "docs/agents.md has every key; tutti agents check shows all that is wrong.",
  });
}

export function inFile(path: string, problems: readonly Problem[]): readonly ProfileProblem[] {
  // The codes are explained in the docs of scores only.
  return problems.map((problem) => ({ path, message: problemLine(problem, path).replace(/ \[V\d+\]$/, "") }));
}

export function ofFile(path: string, message: string): ProfileProblem {
  return { path, message: `${path}: ${message}` };
}

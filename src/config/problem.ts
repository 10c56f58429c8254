import { firstLines, visible } from "../base/text.ts";
import { TuttiError } from "../base/error.ts";

/** One thing that is wrong with what people wrote. */
export interface ConfigProblem {
  /** `file:line:column`, a variable or an option. */
  readonly where: string;
  readonly source: "file" | "environment" | "flag";
  readonly message: string;
}

/** More than this in one message are of no help. */
const maxShown = 20;

/** One error that says all that is wrong. Variables alone keep the code that they had before there was a file. */
export function configError(problems: readonly ConfigProblem[]): TuttiError {
  const [first] = problems;
  if (first !== undefined && problems.every(({ source }) => source === "environment")) {
    return new TuttiError("settings.invalid", problems.map(problemLine).join("\n  "), {
      audience: "user",
      hint: `Change it, or unset it to use the default: unset ${first.where}`,
    });
  }
  const lines = firstLines(problems.map(problemLine), maxShown);
  return new TuttiError(
    "config.invalid",
    ["the settings are not valid, and none of them was taken:", ...lines].join("\n  "),
    {
      audience: "user",
      hint: "docs/config.md has every key; tutti config check shows all that is wrong.",
    },
  );
}

export function problemLine({ where, message }: ConfigProblem): string {
  return `${where} ${visible(message)}`;
}

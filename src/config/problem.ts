import { TuttiError } from "../base/error.ts";

/** One thing that is wrong with what people wrote. */
export interface ConfigProblem {
  /** `file:line:column`, a variable or an option. */
  readonly where: string;
  readonly source: "file" | "environment" | "flag";
  readonly message: string;
}

/** More than this in one message help nobody. */
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
  const rest = problems.length - maxShown;
  const lines = [...problems.slice(0, maxShown).map(problemLine), ...(rest > 0 ? [`and ${String(rest)} more`] : [])];
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

/** What was written is part of many messages: what would break the line or speak to a terminal is written out. */
function visible(message: string): string {
  return message.replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

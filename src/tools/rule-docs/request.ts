import { array, get, text } from "../../findings/formats/json.ts";

/** The input of the program that asks packages, as JSON. */
export interface DocsRequest {
  readonly package: "eslint" | "stylelint";
  /** How the tool is started: the package lies there, or is found from the working folder. */
  readonly program: string;
  readonly rules: readonly DocsRule[];
}

export interface DocsRule {
  readonly code: string;
  /** Relative to the working folder. */
  readonly file: string;
}

export function requestIn(json: string): DocsRequest | null {
  const value = parsed(json);
  const [name, program] = [text(get(value, "package")), text(get(value, "program"))];
  if ((name !== "eslint" && name !== "stylelint") || program === null) return null;
  const rules = array(get(value, "rules")).flatMap((rule) => {
    const [code, file] = [text(get(rule, "code")), text(get(rule, "file"))];
    return code === null || file === null ? [] : [{ code, file }];
  });
  return { package: name, program, rules };
}

/** Passes on what is said of a rule, as soon as it is known. */
export type Tell = (code: string, said: string) => void;

/** In characters; prompts show half of it at most. */
export const longestAnswer = 8_192;

/**
 * A rule and what is said of it, as a line of what the program writes: where it ends early, what it had by then is
 * there.
 */
export function answerLine(code: string, said: string): string {
  return `${JSON.stringify([code, said.slice(0, longestAnswer).toWellFormed()])}\n`;
}

/** The program's output, which may be incomplete. */
export function answersIn(lines: string): ReadonlyMap<string, string> {
  const pairs = lines.split("\n").flatMap((line): readonly (readonly [string, string])[] => {
    const [code, said] = array(parsed(line)).map(text);
    return typeof code === "string" && typeof said === "string" ? [[code, said]] : [];
  });
  return new Map(pairs);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

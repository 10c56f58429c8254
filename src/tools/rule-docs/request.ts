import { array, get, jsonIn, text } from "../../findings/formats/json.ts";

export interface DocsRequest {
  readonly package: "eslint" | "stylelint";
  /** The package lies beside it, or is found from the working folder. */
  readonly program: string;
  readonly rules: readonly DocsRule[];
}

export interface DocsRule {
  readonly code: string;
  readonly file: string;
}

export function requestIn(json: string): DocsRequest | null {
  const value = jsonIn(json);
  const [name, program] = [text(get(value, "package")), text(get(value, "program"))];
  if ((name !== "eslint" && name !== "stylelint") || program === null) return null;
  const rules = array(get(value, "rules")).flatMap((rule) => {
    const [code, file] = [text(get(rule, "code")), text(get(rule, "file"))];
    return code === null || file === null ? [] : [{ code, file }];
  });
  return { package: name, program, rules };
}

/** Called as soon as a text is known. */
export type Tell = (code: string, said: string) => void;

/** Characters; prompts show at most half. */
export const longestAnswer = 8_192;

/** A line each, so that an early end keeps earlier answers. */
export function answerLine(code: string, said: string): string {
  return `${JSON.stringify([code, said.slice(0, longestAnswer).toWellFormed()])}\n`;
}

/** The output may be incomplete. */
export function answersIn(lines: string): ReadonlyMap<string, string> {
  const pairs = lines.split("\n").flatMap((line): readonly (readonly [string, string])[] => {
    const [code, said] = array(jsonIn(line)).map(text);
    return typeof code === "string" && typeof said === "string" ? [[code, said]] : [];
  });
  return new Map(pairs);
}

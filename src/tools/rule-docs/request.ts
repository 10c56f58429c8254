import { array, get, text } from "../../findings/formats/json.ts";

/** What the program that asks packages is told on its input, as JSON. */
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
  /** The same for people. */
  readonly shown: string;
}

export function requestIn(json: string): DocsRequest | null {
  const value = parsed(json);
  const [name, program] = [text(get(value, "package")), text(get(value, "program"))];
  if ((name !== "eslint" && name !== "stylelint") || program === null) return null;
  const rules = array(get(value, "rules")).flatMap((rule) => {
    const [code, file, shown] = [text(get(rule, "code")), text(get(rule, "file")), text(get(rule, "shown"))];
    return code === null || file === null || shown === null ? [] : [{ code, file, shown }];
  });
  return { package: name, program, rules };
}

/** What the program wrote: pairs of a code and what is said of it. */
export function answersIn(json: string): ReadonlyMap<string, string> {
  const pairs = array(parsed(json)).flatMap((pair): readonly (readonly [string, string])[] => {
    const [code, said] = array(pair).map(text);
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

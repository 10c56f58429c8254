import { array, get, text } from "../../findings/formats/json.ts";

/** A request: a command, or a call of ESLint through its package. */
export type Request = { readonly kind: "command"; readonly argv: readonly string[] } | EslintRequest;

export interface EslintRequest {
  readonly kind: "eslint";
  /** Its program: the package is the one that this belongs to. */
  readonly eslint: string;
  /** Rules that it is to leave alone; `""`: what it says by itself, without a rule. */
  readonly without: readonly string[];
  /** Where it runs, relative to the working folder; the files are as seen from there. */
  readonly folder: string;
  readonly files: readonly string[];
}

/** Each a word of JSON. What stands behind them is the path of a prompt, which this agent has no use for. */
export function requestsIn(args: readonly string[]): readonly Request[] | null {
  const requests = args.filter((arg) => /^[[{]/.test(arg)).map(requestIn);
  return requests.length === 0 ? null : requests.every((request) => request !== null) ? requests : null;
}

function requestIn(json: string): Request | null {
  try {
    const value: unknown = JSON.parse(json);
    if (Array.isArray(value)) return isWords(value) && value.length > 0 ? { kind: "command", argv: value } : null;
    const [eslint, folder] = [text(get(value, "eslint")), text(get(value, "folder"))];
    const [without, files] = [array(get(value, "without")), array(get(value, "files"))];
    return eslint === null || folder === null || !isWords(without) || !isWords(files)
      ? null
      : { kind: "eslint", eslint, without, folder, files };
  } catch {
    return null;
  }
}

function isWords(values: readonly unknown[]): values is readonly string[] {
  return values.every((value) => typeof value === "string");
}

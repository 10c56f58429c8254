import { array, get, jsonIn, text } from "../../findings/formats/json.ts";

export type Request = { readonly kind: "command"; readonly argv: readonly string[] } | EslintRequest;

export interface EslintRequest {
  readonly kind: "eslint";
  /** Its program; the package is the one it belongs to. */
  readonly eslint: string;
  /** Rules to skip; `""`: messages without a rule. */
  readonly without: readonly string[];
  /** Relative to the working folder; `files` are relative to it. */
  readonly folder: string;
  readonly files: readonly string[];
}

/** JSON words; a prompt's path follows, unused here. */
export function requestsIn(args: readonly string[]): readonly Request[] | null {
  const requests = args.filter((arg) => /^[[{]/.test(arg)).map(requestIn);
  return requests.length === 0 ? null : requests.every((request) => request !== null) ? requests : null;
}

function requestIn(json: string): Request | null {
  const value = jsonIn(json);
  if (Array.isArray(value)) return isWords(value) && value.length > 0 ? { kind: "command", argv: value } : null;
  const [eslint, folder] = [text(get(value, "eslint")), text(get(value, "folder"))];
  const [without, files] = [array(get(value, "without")), array(get(value, "files"))];
  return eslint === null || folder === null || !isWords(without) || !isWords(files)
    ? null
    : { kind: "eslint", eslint, without, folder, files };
}

function isWords(values: readonly unknown[]): values is readonly string[] {
  return values.every((value) => typeof value === "string");
}

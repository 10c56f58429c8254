import type { Meaning } from "../score/source/shape.ts";

/** How the value of a secret is found; the value itself is never written down. */
export type SecretReference =
  /** A variable of the terminal. */
  | { readonly kind: "env"; readonly name: string }
  /** What a program prints. */
  | { readonly kind: "command"; readonly argv: readonly [string, ...string[]] }
  /** An entry of the desktop's keyring. */
  | { readonly kind: "keyring"; readonly service: string; readonly account: string };

const variable = /^[A-Za-z_]\w*$/;

/** `env:NAME`, `command:PROGRAM ARGUMENT…`, `keyring:SERVICE/ACCOUNT`. */
export function secretReference(written: string): Meaning<SecretReference> {
  const [, kind = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(written) ?? [];
  switch (kind) {
    case "env":
      return variable.test(rest)
        ? { kind: "means", value: { kind: "env", name: rest } }
        : { kind: "wrong", why: "names no variable after env:" };
    case "command": {
      const [program, ...args] = wordsIn(rest) ?? [];
      return program === undefined
        ? { kind: "wrong", why: "names no program after command:, or has a quote without its end" }
        : { kind: "means", value: { kind: "command", argv: [program, ...args] } };
    }
    case "keyring": {
      const [, service, account] = /^([^/\p{Cc}]+)\/([^\p{Cc}]+)$/u.exec(rest) ?? [];
      return service === undefined || account === undefined
        ? { kind: "wrong", why: "must be keyring:SERVICE/ACCOUNT" }
        : { kind: "means", value: { kind: "keyring", service, account } };
    }
    default:
      // The value may be the secret itself: it is not repeated.
      return {
        kind: "wrong",
        why: "must be a reference, never the secret itself: env:NAME, command:PROGRAM ARGUMENT… or keyring:SERVICE/ACCOUNT",
      };
  }
}

/** Words of a command line without a shell: blanks part them, quotes hold them together. `null`: a quote is open. */
function wordsIn(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (const sign of line) {
    if (quote !== "") {
      if (sign === quote) quote = "";
      else word = `${word ?? ""}${sign}`;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = `${word ?? ""}${sign}`;
  }
  if (quote !== "") return null;
  return word === null ? words : [...words, word];
}

export interface VariablesRead {
  readonly variables: Readonly<Record<string, string>>;
  /** Line and what is wrong with it. */
  readonly faults: readonly { readonly line: number; readonly why: string }[];
}

/** The text of a file of variables: `NAME=value` a line; blank lines and those that begin with # are skipped. */
export function variablesIn(text: string): VariablesRead {
  const variables: Record<string, string> = {};
  const faults: { line: number; why: string }[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const equals = line.indexOf("=");
    const name = line.slice(0, Math.max(0, equals)).trim();
    const why = faultOf(equals, name);
    if (why !== null) faults.push({ line: at + 1, why });
    else variables[name] = line.slice(equals + 1);
  }
  return { variables, faults };
}

function faultOf(equals: number, name: string): string | null {
  if (equals === -1) return "has no =";
  if (name === "") return "has no name before =";
  if (!variable.test(name)) return `${JSON.stringify(name)} is not a name of a variable`;
  return name.startsWith("TUTTI_") ? "names that begin with TUTTI_ are Tutti's" : null;
}

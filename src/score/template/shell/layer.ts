/**
 * What a place in a shell's text stands in, from the outside in. Only what decides how a value must be quoted is told
 * apart: quotes, substitutions, comments and here-documents of POSIX shells and bash.
 */
export type Layer =
  | CommandLayer
  | { readonly kind: "double" | "single" | "backtick" | "comment" }
  /** `$'…'`, which bash and other shells read differently. */
  | { readonly kind: "ansi" }
  /** `${…}` with its text so far. */
  | { readonly kind: "parameter"; written: string }
  /** `$((…))` and `((…))`. */
  | { readonly kind: "arithmetic"; parens: number }
  | DocumentLayer;

/** Commands, with the words of the one that is being written. */
export interface CommandLayer {
  readonly kind: "command";
  /** Whether a `)` ends it. */
  readonly isSubstitution: boolean;
  parens: number;
  words: string[];
  /** The word that is being written; `null` between words. */
  word: string | null;
  /** Whether a value that is no whole number stands in this command. */
  hasText: boolean;
  /** Whether a `[[` was not closed yet. */
  isInTest: boolean;
  /** The words of all commands of this line. */
  line: readonly string[];
}

export interface DocumentLayer {
  readonly kind: "document";
  readonly end: string;
  readonly isQuoted: boolean;
  readonly dropsTabs: boolean;
  /** The words of the line that it belongs to. */
  reader: readonly string[];
  /** The line that is being written. */
  line: string;
}

export function commandLayer(isSubstitution: boolean): CommandLayer {
  return { kind: "command", isSubstitution, parens: 0, words: [], word: null, hasText: false, isInTest: false, line: [] };
}

/** The innermost commands that a place belongs to. */
export function commandOf(layers: readonly Layer[]): CommandLayer {
  const found = layers.findLast((layer) => layer.kind === "command");
  return found?.kind === "command" ? found : commandLayer(false);
}

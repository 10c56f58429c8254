import type { Use, Word } from "./word.ts";

/**
 * The layers around a place in a shell's text, from the outside in. Only those that decide how a value must be quoted
 * are told apart: quotes, substitutions, comments and here-documents of POSIX shells and bash.
 */
export type Layer =
  | CommandLayer
  | { readonly kind: "double" | "single" | "comment" }
  /** `…` with its text so far. */
  | { readonly kind: "backtick"; written: string }
  /** `$'…'`, which bash and other shells read differently. */
  | { readonly kind: "ansi" }
  /** `${…}` with its text so far. */
  | { readonly kind: "parameter"; written: string }
  /** `$((…))` and `((…))`. */
  | { readonly kind: "arithmetic"; parens: number; written: string }
  | DocumentLayer;

/** Commands, with the words of the one that is being written. */
export interface CommandLayer {
  readonly kind: "command";
  /** Whether a `)` ends it. */
  readonly isSubstitution: boolean;
  parens: number;
  words: Word[];
  /** The word that is being written; `null` between words. */
  word: Word | null;
  /** The role of the next word: a redirection's target is no word of the command. */
  next: Use["place"];
  /** Whether the target that comes next is written to. */
  isWriting: boolean;
  targets: { readonly path: string; readonly isWritten: boolean }[];
  /** The values of this command. */
  uses: Use[];
  /** Whether what was printed before it is its input. */
  isPiped: boolean;
  /** Whether a `[[` was not closed yet. */
  isInTest: boolean;
  /** The commands of this line. */
  line: readonly (readonly Word[])[];
  /** All that it says, for the word that it stands in. */
  said: string;
}

export interface DocumentLayer {
  readonly kind: "document";
  readonly end: string;
  readonly isQuoted: boolean;
  readonly dropsTabs: boolean;
  /** The commands of the line that it belongs to. */
  reader: readonly (readonly Word[])[];
  /** The line that is being written. */
  line: string;
  /** The lines before it. */
  body: string;
  values: string[];
}

export function commandLayer(isSubstitution: boolean): CommandLayer {
  return {
    kind: "command",
    isSubstitution,
    parens: 0,
    words: [],
    word: null,
    next: "word",
    isWriting: false,
    targets: [],
    uses: [],
    isPiped: false,
    isInTest: false,
    line: [],
    said: "",
  };
}

/** The innermost commands that a place belongs to. */
export function commandOf(layers: readonly Layer[]): CommandLayer {
  const found = layers.findLast((layer) => layer.kind === "command");
  return found?.kind === "command" ? found : commandLayer(false);
}

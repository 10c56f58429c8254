import type { Use } from "./word.ts";

/** What the word that a value stands in is to its program. */
export type Place =
  /** An argument that stays one. */
  | "data"
  /** Something that it may run, in its own language or as a command. */
  | "code"
  /** Something that it takes for one of its options, and these run or delete something. */
  | "option"
  /** Something that the shell calculates with. */
  | "number"
  /** A shell's text, with the values in it as NUL. */
  | { readonly shell: string; readonly hasExpansion: boolean };

export type Spot = Pick<Use, "index" | "prefix" | "value">;

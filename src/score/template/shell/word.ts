/**
 * A word of a command as the shell sees it, without its quotes. A value stands in it as NUL, which no command can hold.
 */
export interface Word {
  text: string;
  /** Whether the shell puts something else in its place, such as `$x` or `$(…)`. */
  hasExpansion: boolean;
}

export const valueMark = "\0";

/** Where a value that is no whole number stands in a command. */
export interface Use {
  /** Which word it is part of. */
  readonly index: number;
  /** What the word says before it. */
  readonly prefix: string;
  readonly value: string;
  /** A `target` names a file, a `here` is given to the program as its input. */
  readonly place: "word" | "target" | "here";
  /** It stands in a substitution inside the word: what the word holds is not known. */
  readonly isNested: boolean;
}

export function literal(word: Word | undefined): string | null {
  return word === undefined || word.hasExpansion || word.text.includes(valueMark) ? null : word.text;
}

export function baseOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}

export const wholeNumber = /^-?\d+$/;
/** Means the same in every quoting, and in none. */
export const harmless = /^[\w@%+=:,./-]*$/;
export const assignment = /^([A-Za-z_]\w*)\+?=/;

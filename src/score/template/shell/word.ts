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
  /** The part of the word before it. */
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
export const assignment = /^([A-Za-z_]\w*)\+?=/;

/** How a value gets to where it can't be run. */
export const advice =
  "hand it over as data: as an argument behind the text (sh -c '… \"$1\" …' sh {{ value }}), in a variable of the environment, or write the command as a list";

const reserved = new Set("! { } if then else elif fi while until do done esac time function".split(" "));

/** Where the program's name stands, behind words of the shell and assignments. */
export function programAt(words: readonly Word[]): number {
  const at = words.findIndex((word) => !reserved.has(word.text) && !assignment.test(word.text));
  return at === -1 ? words.length : at;
}

/** How a program uses the word that a value stands in. */
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

/** The way to a value: keys of maps and places in lists. */
export type KeyPath = readonly (string | number)[];

/** A place in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

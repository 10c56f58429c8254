export type DialectName = "sqlite" | "postgres";

/** The values that a column takes. */
export type Value = string | number | null;

/**
 * The differences between databases. A statement has `?` for each value, or `?1`; those of one transaction are run in
 * the order of the calls, and none waits for the answer of another.
 */
export interface Dialect {
  /** Rows with `key` and `value`, from a value that is a list in JSON. */
  readonly list: string;
  readonly prepare: (text: string) => (...values: readonly Value[]) => void;
  /** Which successors are recorded. */
  readonly successors: KnownSuccessors;
}

export interface KnownSuccessors {
  has(id: string): boolean;
  /** Recorded in this transaction. */
  add(id: string): void;
}

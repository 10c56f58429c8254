export type Variables = Readonly<Record<string, string | undefined>>;

export interface ContainerPlace {
  readonly folder: string;
  /** For what programs keep outside the folder: their home and temporary files lie there. */
  readonly state: string;
  /** The git dir whose objects the folder's repository borrows. */
  readonly store: string;
  /** More folders that programs write in. */
  readonly write: readonly string[];
  readonly leased: readonly number[];
  /** Of the terminal that the work came from: it says which engine is meant, and where logins lie. */
  readonly env: Variables;
  readonly cancel?: AbortSignal | undefined;
}

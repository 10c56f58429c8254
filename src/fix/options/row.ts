export interface FixRow {
  /** As commander declares it; absent: the file alone has it. */
  readonly flag?: string;
  /** In `.tutti/fix.yaml`; absent: the command line alone has it. */
  readonly key?: string;
  readonly takes?: Takes;
  /** The name of the key's own schema, where the file may say more than the flag. */
  readonly inFile?: "tools" | "tests" | "agent" | "agents" | "cost" | "commit";
  /** The value that the flag of a switch sets; absent: true. */
  readonly means?: false;
  readonly usual?: unknown;
  /** The values of the command line are added to those of the file. */
  readonly adds?: true;
  /** For `--help` and docs/fix.md. */
  readonly about: string;
}

export type Takes =
  | "switch"
  | "text"
  | "texts"
  | "duration"
  | "money"
  /** A whole number from 1. */
  | { readonly most: number }
  | { readonly oneOf: readonly string[] };

export type ValueOf<T> = T extends "switch"
  ? boolean
  : T extends "text"
    ? string
    : T extends "texts"
      ? readonly string[]
      : T extends { readonly oneOf: readonly (infer Word)[] }
        ? Word
        : number;

/** Where the flag and the file say nothing. */
export function defaultWords({ usual, takes }: FixRow): string | null {
  return (typeof usual === "number" || typeof usual === "string") && takes !== undefined ? String(usual) : null;
}

import type { Kind, Value } from "../kinds.ts";

/** One key: all that is said of it anywhere, in messages, in docs/config.md and to the engine, comes from here. */
export interface KeyEntry<T extends Value> {
  readonly kind: Kind<T> & { readonly word?: string };
  readonly default: T;
  /** The environment variable; some are older than the file, and keep their names. */
  readonly variable: string;
  /** How that variable is read, where it is not read as the key. */
  readonly inVariable?: Pick<Kind<T>, "wanted" | "readText">;
  /**
   * Who may say it. A project's file is part of what is cloned, so it speaks of the jobs of that repository only: it
   * must not be able to change what the conductor does for others.
   */
  readonly scope: "machine" | "project";
  /** Whether a reload is enough, or the conductor has to start again. */
  readonly applies: "reload" | "restart";
  readonly about: string;
}

/** The defaults of a key that only the machine's own settings may set. */
export const machine = { scope: "machine", applies: "reload" } as const;

export function entry<T extends Value>(
  kind: KeyEntry<T>["kind"],
  rest: NoInfer<Omit<KeyEntry<T>, "kind">>,
): KeyEntry<T> {
  return { kind, ...rest };
}

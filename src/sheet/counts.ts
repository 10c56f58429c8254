import type { EpochMs, SheetId } from "../base/ids.ts";
import type { Drawn } from "./events/drawn.ts";
import type { Review } from "./verdict.ts";
import { type Spending, nothingSpentYet } from "./cost/usage.ts";

/** Counters of the whole life of a sheet; they live in the journal, so a restart does not forget them. */
export interface Counts {
  readonly attempts: number;
  /** Attempts that cost the retry budget. */
  readonly failures: number;
  readonly completions: number;
  /** How often a reviewer sent it back; absent: never. */
  readonly reviews?: number;
  /** The last review; absent: no reviewer was asked. */
  readonly review?: Review;
  readonly rateLimits: number;
  readonly quotas: number;
  /** The limits and quotas that it meets one after the other, without work in between; `null`: none. */
  readonly limited: Limited | null;
  readonly interruptions: number;
  /** Faults of Tutti or the machine in a row; an attempt that meets none begins the count anew. */
  readonly faults: number;
  readonly conflicts: number;
  /** Collisions with work of others while it ran, the last few; absent: none. */
  readonly collisions?: readonly KnownCollision[];
  /** How often its pull request sent it back. */
  readonly returns: number;
  /** How often the next agent took over, which is also which of them it is with. */
  readonly fallbacks: number;
  /** The choices made before its first attempt; absent: none, or a person had it tried anew. */
  readonly drawn?: Drawn;
  readonly spent: Spending;
  /** Why earlier attempts did not do, a line each, the last few. */
  readonly tried: readonly string[];
}

/** Work of a sheet that changed the same places as that of others. */
export interface KnownCollision {
  /** `null`: what landed. */
  readonly with: SheetId | null;
  /** As people read them. */
  readonly paths: readonly string[];
  /** `waits`: it stops, and continues on top of the other once that has landed. */
  readonly how: "shown" | "told" | "waits";
}

export interface Limited {
  /** From here on its patience counts. */
  readonly since: EpochMs;
  readonly times: number;
}

export const noCounts: Counts = {
  attempts: 0,
  failures: 0,
  completions: 0,
  rateLimits: 0,
  quotas: 0,
  limited: null,
  interruptions: 0,
  faults: 0,
  conflicts: 0,
  returns: 0,
  fallbacks: 0,
  spent: nothingSpentYet,
  tried: [],
};

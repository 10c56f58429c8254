import { firstFew } from "../../../base/text.ts";
import type { EpochMs } from "../../../base/ids.ts";
import type { HoldReason } from "../../../sheet/state.ts";

/** The queue of one target. */
export interface QueueView {
  /** Top of the repository, or its git folder where it is bare. */
  readonly repository: string;
  /** Full name of the ref. */
  readonly target: string;
  readonly isPaused: boolean;
  readonly pausedAt: EpochMs | null;
  /** How many results the next test of gates covers; `null`: there was none yet, or no conductor runs. */
  readonly window: number | null;
  /** Why the required gates are unknown, so that nothing lands; `null`: they are known. */
  readonly problem: string | null;
  /** In the order in which they would land. */
  readonly entries: readonly QueueRow[];
  /** Results that wait for a person's word. */
  readonly held: readonly QueueRow[];
}

export interface QueueRow {
  /** From 1; `null`: it is not in the line. */
  readonly place: number | null;
  readonly job: string;
  readonly sheet: string;
  readonly title: string;
  /** `paused`: its queue is, or its job. */
  readonly state: "waiting" | "testing" | "landing" | "paused" | "held";
  /** Since when it is in this state by the journal; of one that is tested, since when it waits. */
  readonly since: EpochMs | null;
  /** Gates that it has to pass by the target as it is now, as `gates.list` has them, and what they said. */
  readonly gates: readonly QueueGate[];
  /** Why it is held or paused, as a sentence. */
  readonly why: string | null;
  readonly held: Held | null;
}

/** Why a result waits for a person's word: its score says so, or something else. */
export type Held = { readonly kind: "approval" } | HoldReason;

export interface QueueGate {
  readonly name: string;
  readonly state: "waiting" | "running" | "passed" | "failed";
  /** How long it ran. */
  readonly ms: number | null;
}

export interface QueueChange {
  readonly repository: string;
  readonly target: string;
  readonly isPaused: boolean;
  /** Whether it was paused before this. */
  readonly wasPaused: boolean;
  /** `job/sheet` each. */
  readonly first: readonly string[];
  /** Jobs that go on because of it. */
  readonly resumed: readonly string[];
  /** Jobs that should, and can't. */
  readonly stuck: readonly { readonly job: string; readonly why: string }[];
}

export interface Ejected {
  readonly job: string;
  readonly sheet: string;
  readonly title: string;
  readonly target: string;
}

/** Why a result waits, as a sentence. */
export function heldWords(held: Held): string {
  switch (held.kind) {
    case "approval":
      return "its score wants a person's approval";
    case "protected":
      return `it changes protected paths: ${firstFew(held.paths, 10)}`;
    case "unfiltered":
      return `Tutti runs no filters, and these were stored without theirs: ${firstFew(held.paths, 10)}`;
    case "ejected":
      return `${held.by} took it out of the queue`;
  }
}

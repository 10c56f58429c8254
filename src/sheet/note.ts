import type { ContextId, EpochMs } from "../base/ids.ts";

/** What is written into the journal although it changes no state: so that whoever comes later can read it too. */
export type NoteEvent =
  /** Something a person should know. */
  | { readonly kind: "notice"; readonly at: EpochMs; readonly text: string }
  | { readonly kind: "context-destroyed"; readonly at: EpochMs; readonly context: ContextId; readonly path: string }
  | { readonly kind: "conductor-started"; readonly at: EpochMs; readonly version: string; readonly pid: number; readonly epoch: number }
  /** What a start found: jobs that go on by themselves, and those that are left for a person. */
  | { readonly kind: "conductor-recovered"; readonly at: EpochMs; readonly resumed: number; readonly left: number }
  | { readonly kind: "conductor-reloaded"; readonly at: EpochMs; readonly changed: readonly string[] }
  | { readonly kind: "conductor-stopping"; readonly at: EpochMs; readonly why: string };

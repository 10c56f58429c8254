import type { ContextId, EpochMs, JobId } from "../../base/ids.ts";
import type { TroubleCode } from "../trouble/trouble.ts";

/** Rows that are written into the journal although they change no state: so that later readers find them too. */
export type NoteEvent =
  /** Something a person should know. */
  | { readonly kind: "notice"; readonly at: EpochMs; readonly text: string }
  /** Whether more may be sent to an agent, after what the last ones met. */
  | {
      readonly kind: "agent-gate";
      readonly at: EpochMs;
      readonly agent: string;
      /** The account, or the account and its model. */
      readonly key: string;
      /** `budget`: what it may use in a day is used up. */
      readonly state: "limited" | "stopped" | "faulty" | "probing" | "open" | "budget";
      readonly until: EpochMs | null;
      readonly code: TroubleCode | null;
      readonly detail: string | null;
    }
  /** A step that follows the end of a job or a sheet, and how far it has come. */
  | {
      readonly kind: "successor";
      readonly at: EpochMs;
      readonly successor: string;
      readonly state: "waiting" | "held" | "running" | "started" | "succeeded" | "failed" | "unknown" | "refused";
      readonly what: string;
      /** The job that it started. */
      readonly started: JobId | null;
      readonly why: string | null;
    }
  /** Of a schedule. */
  | {
      readonly kind: "schedule";
      readonly at: EpochMs;
      readonly schedule: string;
      readonly what: "added" | "started" | "skipped" | "paused" | "resumed" | "removed";
      readonly started: JobId | null;
      readonly why: string | null;
    }
  | { readonly kind: "context-destroyed"; readonly at: EpochMs; readonly context: ContextId; readonly path: string }
  | {
      readonly kind: "conductor-started";
      readonly at: EpochMs;
      readonly version: string;
      readonly pid: number;
      readonly epoch: number;
    }
  /** The jobs that a start found: those that go on by themselves, and those that are left for a person. */
  | { readonly kind: "conductor-recovered"; readonly at: EpochMs; readonly resumed: number; readonly left: number }
  | { readonly kind: "conductor-reloaded"; readonly at: EpochMs; readonly changed: readonly string[] }
  | { readonly kind: "conductor-stopping"; readonly at: EpochMs; readonly why: string };

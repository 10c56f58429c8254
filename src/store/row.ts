import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import { describeFailure, droppedWords } from "../sheet/describe.ts";
import type { Healing } from "../sheet/healing/record.ts";
import type { NoteEvent } from "../sheet/events/note.ts";
import type { SheetState } from "../sheet/state.ts";
import type { Entry } from "./entry.ts";

export interface JournalRow {
  readonly position: number;
  /** `null`: of the conductor. */
  readonly job: JobId | null;
  readonly sheet: SheetId | null;
  readonly about: "job" | "sheet" | "note";
  readonly kind: string;
  readonly at: EpochMs;
  /** The event without `kind`, `at` and a job's plan, which may be large. */
  readonly body: object;
  /** `null`: about no sheet, or written by an earlier version. */
  readonly after: After | null;
}

export interface After {
  readonly state: string;
  readonly why: string | null;
}

export type Journaled =
  | Extract<Entry, { about: "job" | "sheet" | "note" | "successor" }>
  | (Extract<Entry, { about: "gate" | "schedule" }> & { readonly event: NoteEvent });

export function rowOf(
  entry: Journaled,
  written: { readonly position: number; readonly body: object; readonly after: After | null },
): JournalRow {
  const { position, body, after } = written;
  return {
    position,
    job: entry.about === "gate" || entry.about === "schedule" ? null : entry.job,
    sheet: entry.about === "job" || entry.about === "gate" || entry.about === "schedule" ? null : entry.sheet,
    about: entry.about === "job" || entry.about === "sheet" ? entry.about : "note",
    kind: entry.event.kind,
    at: entry.event.at,
    body: entry.about === "job" ? withoutPlan(body) : body,
    after,
  };
}

export function withoutPlan(body: object): object {
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]: [string, unknown]) => {
      if (key === "job" || key === "plan") return [];
      return [[key, key === "healing" ? withoutPatch(value as Healing) : value]];
    }),
  );
}

/** It holds parts of a plan. */
function withoutPatch(healing: Healing): Healing {
  const { patch: _, ...undo } = healing.undo ?? {};
  return { ...healing, undo: healing.undo === null ? null : undo };
}

export function afterOf(entry: Journaled): After | null {
  return entry.about === "sheet" ? { state: entry.next.kind, why: whyOf(entry.next) } : null;
}

function whyOf(state: SheetState): string | null {
  if (state.kind === "failed") return describeFailure(state.reason);
  if (state.kind === "cancelled") return state.isDropped === true ? droppedWords : null;
  return state.kind === "waiting" ? state.why : null;
}

const notes: Readonly<Record<NoteEvent["kind"], true>> = {
  notice: true,
  "agent-gate": true,
  successor: true,
  schedule: true,
  "context-destroyed": true,
  "conductor-started": true,
  "conductor-recovered": true,
  "conductor-reloaded": true,
  "conductor-stopping": true,
};

/** No event of a job or a sheet has the name of a note. */
export const noteKinds: readonly string[] = Object.keys(notes);

export function aboutOf(row: { readonly kind: string; readonly sheet: string | null }): JournalRow["about"] {
  if (noteKinds.includes(row.kind)) return "note";
  return row.sheet === null ? "job" : "sheet";
}

import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import { describeFailure } from "../sheet/describe.ts";
import { type Job, landingRef } from "../sheet/job.ts";
import { type SheetState, fresh } from "../sheet/state.ts";

/** A job as people and programs see it; field names are stable. */
export interface JobView {
  readonly id: JobId;
  readonly name: string;
  /** `interrupted`: it was being played by a Tutti that is gone. */
  readonly status: "running" | "interrupted" | "paused" | "finished";
  readonly why: string | null;
  readonly repository: string;
  readonly target: string;
  /** Where results land now; differs from the target after a diversion. */
  readonly landsOn: string;
  readonly diverted: string | null;
  readonly isolation: string;
  readonly createdAt: EpochMs;
  readonly counts: {
    readonly sheets: number;
    readonly landed: number;
    readonly done: number;
    readonly skipped: number;
    readonly failed: number;
    readonly blocked: number;
    readonly running: number;
    readonly waiting: number;
  };
  readonly sheets: readonly SheetView[];
  /** Tutti's bare repository, in which kept work can be looked at; only in `status`. */
  readonly store?: string | null;
}

export interface SheetView {
  readonly id: string;
  readonly title: string;
  /** The state, with `blocked` for a sheet that waits for one that failed and `interrupted` for one that ran when its Tutti died. */
  readonly state: string;
  readonly attempts: number;
  readonly commit: string | null;
  readonly level: string | null;
  /** Why it waits, failed or is blocked, as a sentence. */
  readonly why: string | null;
  /** The work of a sheet that did not land, as a commit in Tutti's store. */
  readonly kept: string | null;
  /** The folder with prompt and output of the last attempt; only in `status`. */
  readonly logs?: string | null;
  /** What the last capture does not hold, each with the reason; only in `status`. */
  readonly leftOut?: readonly string[];
}

export interface JobFacts {
  readonly states: ReadonlyMap<SheetId, SheetState>;
  /** Sheet → the one that failed before it. */
  readonly blocked: ReadonlyMap<SheetId, SheetId>;
  /** Whether the Tutti that plays it is alive. */
  readonly isPlayed: boolean;
}

export function jobView(job: Job, facts: JobFacts): JobView {
  const sheets = job.plan.sheets.map((sheet) => sheetView(sheet, facts.states.get(sheet.id) ?? fresh, facts));
  const count = (...kinds: readonly string[]): number => sheets.filter((sheet) => kinds.includes(sheet.state)).length;
  return {
    id: job.id,
    name: job.plan.name,
    status: job.status.kind === "running" && !facts.isPlayed ? "interrupted" : job.status.kind,
    why: job.status.kind === "paused" ? job.status.why : null,
    repository: job.repository.top ?? job.repository.commonDir,
    target: job.target,
    landsOn: landingRef(job),
    diverted: job.diverted?.why ?? null,
    isolation: job.plan.isolation,
    createdAt: job.createdAt,
    counts: {
      sheets: sheets.length,
      landed: count("landed"),
      done: count("done"),
      skipped: count("skipped"),
      failed: count("failed", "cancelled"),
      blocked: count("blocked"),
      running: count("running", "interrupted", "captured", "landing"),
      waiting: count("waiting"),
    },
    sheets,
  };
}

function sheetView(sheet: { id: SheetId; title: string }, state: SheetState, facts: JobFacts): SheetView {
  const blockedBy = facts.blocked.get(sheet.id);
  return {
    id: sheet.id,
    title: sheet.title,
    state: stateName(state, facts, blockedBy),
    attempts: "counts" in state ? state.counts.attempts : 0,
    commit: state.kind === "landed" ? state.commit : null,
    level: state.kind === "landed" ? state.level : null,
    why: whyOf(state, blockedBy),
    kept: state.kind === "failed" || state.kind === "cancelled" ? state.kept : null,
  };
}

/** What the journal says, unless it can't be true any more: nothing runs without a Tutti that plays it. */
function stateName(state: SheetState, facts: JobFacts, blockedBy: SheetId | undefined): string {
  if (state.kind === "waiting" && blockedBy !== undefined) return "blocked";
  return state.kind === "running" && !facts.isPlayed ? "interrupted" : state.kind;
}

function whyOf(state: SheetState, blockedBy: SheetId | undefined): string | null {
  switch (state.kind) {
    case "failed":
      return describeFailure(state.reason);
    case "skipped":
      return state.why;
    case "waiting":
      if (blockedBy !== undefined) return `waits for ${blockedBy}, which did not succeed`;
      return state.why === "fresh" ? null : state.why;
    default:
      return null;
  }
}

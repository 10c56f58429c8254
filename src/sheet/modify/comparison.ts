import type { SheetId } from "../../base/ids.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import { type Job, isOngoing } from "../job.ts";
import { type SheetState, fresh } from "../state.ts";
import type { Legible } from "./meaning.ts";

/** A job and the plan that is to be its own, side by side. */
export interface Comparison {
  readonly job: Job;
  readonly now: Legible;
  readonly next: Legible;
  /** Sheets of both, in the order of the new plan. */
  readonly pairs: readonly Pair[];
  readonly added: readonly SheetPlan[];
  readonly removed: readonly SheetPlan[];
  readonly stateOf: (sheet: SheetId) => SheetState;
  readonly standingOf: (sheet: SheetId) => Standing;
}

export interface Pair {
  readonly was: SheetPlan;
  readonly is: SheetPlan;
}

/**
 * `over`: it stays as it was. `busy`: an attempt at it, or its landing, is under way. `open`: the next attempt is still
 * to come.
 */
export type Standing = "over" | "busy" | "open";

interface Sides {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  readonly now: Legible;
  readonly next: Legible;
}

export function comparisonOf({ job, states, now, next }: Sides): Comparison {
  const before = new Map(now.plan.sheets.map((sheet) => [sheet.id, sheet]));
  const after = new Set(next.plan.sheets.map(({ id }) => id));
  const stateOf = (id: SheetId): SheetState => states.get(id) ?? fresh;
  return {
    job,
    now,
    next,
    pairs: next.plan.sheets.flatMap((is) => {
      const was = before.get(is.id);
      return was === undefined ? [] : [{ was, is }];
    }),
    added: next.plan.sheets.filter(({ id }) => !before.has(id)),
    removed: now.plan.sheets.filter(({ id }) => !after.has(id)),
    stateOf,
    standingOf: (id) => standing(stateOf(id), isOngoing(job)),
  };
}

function standing({ kind }: SheetState, isPlayed: boolean): Standing {
  switch (kind) {
    case "landed":
    case "done":
    case "skipped":
      return "over";
    // A result that waits to land was judged by the old validations, and its receipt will speak of those.
    case "captured":
    case "landing":
    case "proposed":
      return isPlayed ? "busy" : "over";
    // Where no process plays the job nothing runs: what the journal still calls so goes back to waiting first.
    case "running":
      return isPlayed ? "busy" : "open";
    case "waiting":
    case "failed":
    case "cancelled":
      return "open";
  }
}

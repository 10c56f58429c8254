import type { EpochMs, SheetId } from "../base/ids.ts";
import type { Plan, SheetPlan } from "../score/plan.ts";
import { isGood } from "../sheet/outcome.ts";
import { fresh } from "../sheet/state.ts";
import type { SheetState } from "../sheet/state.ts";

interface Situation {
  readonly plan: Plan;
  /** A sheet that is not here has not had an event yet. */
  readonly states: ReadonlyMap<SheetId, SheetState>;
  readonly now: EpochMs;
  /** How many sheets may run at once. */
  readonly limit: number;
  /** Sheets share a folder: the next one starts when the one before has come to rest. */
  readonly isExclusive: boolean;
}

export interface Next {
  /** To be started now, in this order. */
  readonly start: readonly SheetId[];
  /** When the next sheet may start that only waits for its time. */
  readonly wakeAt: EpochMs | null;
}

/**
 * Which sheets may start now: those whose dependencies are good and whose time has come, in the order of the plan, up
 * to the limit. The order of the plan starves nobody: a sheet ahead runs only as often as its budgets allow.
 */
export function startable({ plan, states, now, limit, isExclusive }: Situation): Next {
  const stateOf = (id: SheetId): SheetState => states.get(id) ?? fresh;
  const start: SheetId[] = [];
  const waits: EpochMs[] = [];
  const isBusy = (sheet: SheetPlan): boolean => busyKinds.has(stateOf(sheet.id).kind);
  let free = isExclusive ? Math.min(limit, plan.sheets.some(isBusy) ? 0 : 1) : limit - count(plan, (sheet) => stateOf(sheet.id).kind === "running");

  for (const sheet of plan.sheets) {
    const state = stateOf(sheet.id);
    if (state.kind !== "waiting" || !sheet.after.every((id) => isGood(stateOf(id)))) continue;
    if (state.notBefore !== null && state.notBefore > now) waits.push(state.notBefore);
    else if (free > 0) {
      start.push(sheet.id);
      free -= 1;
    }
  }

  return { start, wakeAt: earliest(waits) };
}

const busyKinds = new Set<SheetState["kind"]>(["running", "captured", "landing"]);

function count(plan: Plan, test: (sheet: SheetPlan) => boolean): number {
  let found = 0;
  for (const sheet of plan.sheets) if (test(sheet)) found += 1;
  return found;
}

function earliest(times: readonly EpochMs[]): EpochMs | null {
  let first: EpochMs | null = null;
  for (const time of times) if (first === null || time < first) first = time;
  return first;
}

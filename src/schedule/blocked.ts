import type { SheetId } from "../base/ids.ts";
import type { Plan, SheetPlan } from "../score/plan/plan.ts";
import type { SheetState } from "../sheet/state.ts";

export interface Blocked {
  readonly sheet: SheetId;
  /** The sheet that failed or was cancelled, however many others lie between. */
  readonly by: SheetId;
}

/** Waiting sheets that wait in vain, in the order of the plan. */
export function blockedSheets(plan: Plan, stateOf: (id: SheetId) => SheetState): readonly Blocked[] {
  const dead = plan.sheets
    .filter((sheet) => isDead(stateOf(sheet.id)) && !isReplaceable(plan, sheet, stateOf))
    .map((sheet) => sheet.id);
  if (dead.length === 0) return [];
  const failed = plan.stopOnFailure ? dead.find((id) => stateOf(id).kind === "failed") : undefined;
  if (failed !== undefined)
    return plan.sheets.flatMap(({ id }) => (stateOf(id).kind === "waiting" ? [{ sheet: id, by: failed }] : []));

  const dependents = dependentsOf(plan);
  const causes = new Map<SheetId, SheetId>();
  for (const cause of dead) {
    const waitInVain = (id: SheetId): readonly SheetId[] =>
      (dependents.get(id) ?? []).filter((next) => !causes.has(next) && stateOf(next).kind === "waiting");
    const open = [cause];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const next of waitInVain(id)) {
        causes.set(next, cause);
        open.push(next);
      }
    }
  }
  return plan.sheets.flatMap(({ id }) => {
    const by = causes.get(id);
    return by === undefined ? [] : [{ sheet: id, by }];
  });
}

function isDead(state: SheetState): boolean {
  return state.kind === "failed" || state.kind === "cancelled";
}

/** Whether another sheet that it competes with may still do its work. */
function isReplaceable({ sheets }: Plan, { contest }: SheetPlan, stateOf: (id: SheetId) => SheetState): boolean {
  if (contest === undefined) return false;
  return sheets.some((other) => other.contest?.group === contest.group && !isDead(stateOf(other.id)));
}

function dependentsOf(plan: Plan): ReadonlyMap<SheetId, readonly SheetId[]> {
  const dependents = new Map<SheetId, SheetId[]>();
  for (const sheet of plan.sheets) {
    for (const id of sheet.after) {
      const list = dependents.get(id);
      if (list === undefined) dependents.set(id, [sheet.id]);
      else list.push(sheet.id);
    }
  }
  return dependents;
}

import type { SheetId } from "../base/ids.ts";
import type { Plan, SheetPlan } from "../score/plan.ts";
import type { SheetState } from "../sheet/state.ts";

/** Sheets whose work a sheet builds on, in the order of the plan. */
export interface Upstream {
  /** Those that ended well, with the attempt that did it. */
  readonly finished: readonly { readonly sheet: SheetPlan; readonly attempt: number }[];
  /** Numbers of those that were skipped. */
  readonly skipped: readonly number[];
}

/**
 * What comes before a sheet, however far back. Only what it waits for counts: what it is told must not depend on which
 * of its neighbours happened to be quicker.
 */
export function upstreamOf(plan: Plan, sheet: SheetPlan, stateOf: (id: SheetId) => SheetState): Upstream {
  const byId = new Map(plan.sheets.map((other) => [other.id, other]));
  const seen = new Set<SheetId>();
  const open = [...sheet.after];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(byId.get(id)?.after ?? []));
  }
  const before = plan.sheets.filter(({ id }) => seen.has(id));
  return {
    finished: before.flatMap((other) => {
      const state = stateOf(other.id);
      return state.kind === "landed" || state.kind === "done" ? [{ sheet: other, attempt: state.attempt }] : [];
    }),
    skipped: before.filter(({ id }) => stateOf(id).kind === "skipped").map(({ numbers }) => numbers.sheet_num),
  };
}

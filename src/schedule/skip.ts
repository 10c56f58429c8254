import type { SheetId } from "../base/ids.ts";
import { sheetValues } from "../score/build/scope.ts";
import { holds } from "../score/expression/condition.ts";
import type { Value } from "../score/expression/value.ts";
import type { Plan, SheetPlan } from "../score/plan.ts";
import { variableValues } from "../score/template/values.ts";
import { isGood } from "../sheet/outcome.ts";
import type { SheetState } from "../sheet/state.ts";

export type Skip = { readonly kind: "play" } | { readonly kind: "skip"; readonly why: string } | { readonly kind: "impossible"; readonly why: string };

/** Whether a sheet that could start is to be passed over, as things stand. */
export function skipOf(plan: Plan, sheet: SheetPlan, stateOf: (id: SheetId) => SheetState): Skip {
  const condition = sheet.skipWhen;
  if (condition === null) return { kind: "play" };
  const answer = holds(condition, {
    ...(sheetValues(plan.name, sheet) as Readonly<Record<string, Value>>),
    sheets: sheetRecords(plan, stateOf),
    ...variableValues(plan.variables),
  });
  if (answer.kind === "impossible") return { kind: "impossible", why: `skip_when can't be told: ${answer.why}` };
  return answer.kind === "yes" ? { kind: "skip", why: `skip_when: ${condition.text}` } : { kind: "play" };
}

/** What conditions may ask of other sheets, by id and by number. */
function sheetRecords(plan: Plan, stateOf: (id: SheetId) => SheetState): ReadonlyMap<string | number, Value> {
  const records = new Map<string | number, Value>();
  for (const sheet of plan.sheets) {
    const state = stateOf(sheet.id);
    const attempts = "counts" in state ? state.counts.attempts : 0;
    const record = {
      state: state.kind,
      status: mozartStatus(state),
      validation_passed: isGood(state) && state.kind !== "skipped",
      attempts,
      attempt_count: attempts,
    };
    records.set(sheet.id, record);
    records.set(sheet.numbers.sheet_num, record);
  }
  return records;
}

/** Mozart's five words for how a sheet is. */
function mozartStatus(state: SheetState): string {
  if (state.kind === "waiting") return "pending";
  if (state.kind === "landed" || state.kind === "done") return "completed";
  if (state.kind === "cancelled") return "failed";
  return state.kind === "failed" || state.kind === "skipped" ? state.kind : "in_progress";
}

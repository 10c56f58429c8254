import type { SheetId } from "../base/ids.ts";
import { sheetValues } from "../score/build/scope.ts";
import { holds } from "../score/expression/condition.ts";
import type { Value } from "../score/expression/value.ts";
import type { Plan, SheetPlan } from "../score/plan/plan.ts";
import { conditionValues } from "../score/template/variables.ts";
import { isGood } from "../sheet/outcome.ts";
import { type SheetState, fresh } from "../sheet/state.ts";

export type Skip =
  | { readonly kind: "play" }
  | { readonly kind: "skip"; readonly why: string }
  | { readonly kind: "impossible"; readonly why: string };

/** Whether a sheet that could start is to be passed over, as things stand. */
export function skipOf(plan: Plan, sheet: SheetPlan, records: Records): Skip {
  const condition = sheet.skipWhen;
  if (condition === null) return { kind: "play" };
  const answer = holds(condition, {
    ...(sheetValues(plan.name, sheet) as Readonly<Record<string, Value>>),
    sheets: records.all,
    job: jobRecord(plan, sheet, records),
    ...conditionValues(plan.variables),
  });
  if (answer.kind === "impossible") return { kind: "impossible", why: `skip_when can't be told: ${answer.why}` };
  return answer.kind === "yes" ? { kind: "skip", why: `skip_when: ${condition.text}` } : { kind: "play" };
}

/**
 * The values of other sheets that conditions may ask for, kept up to date event by event: no start looks at the whole
 * plan.
 */
export interface Records {
  /** The state of a sheet is now this one. */
  note(sheet: SheetId, state: SheetState): void;
  /** By id and by number. */
  readonly all: ReadonlyMap<string | number, Value>;
}

/** Empty, and free, for a plan in which no sheet asks. A sheet that is not among the states has not had an event yet. */
export function makeRecords(plan: Plan, states: ReadonlyMap<SheetId, SheetState>): Records {
  const asked = plan.sheets.some(({ skipWhen }) => skipWhen !== null) ? plan.sheets : [];
  const numbers = new Map(asked.map(({ id, numbers: { sheet_num: number } }) => [id, number]));
  const all = new Map<string | number, Value>();
  const note = (sheet: SheetId, state: SheetState): void => {
    const number = numbers.get(sheet);
    if (number === undefined) return;
    const record = recordOf(state);
    all.set(sheet, record).set(number, record);
  };
  for (const { id } of asked) note(id, states.get(id) ?? fresh);
  return { note, all };
}

/**
 * The job while a sheet could start. A value that takes a look at every sheet is made only when a condition asks for
 * it.
 */
function jobRecord(plan: Plan, { numbers }: SheetPlan, { all }: Records): Value {
  return {
    job_name: plan.name,
    status: "running",
    total_sheets: numbers.total_sheets,
    get last_completed_sheet() {
      const completed = [...all].filter(([, record]) => (record as { readonly status: string }).status === "completed");
      return completed.reduce((last, [key]) => (typeof key === "number" ? Math.max(last, key) : last), 0);
    },
    sheets: all,
  };
}

function recordOf(state: SheetState): Value {
  const attempts = "counts" in state ? state.counts.attempts : 0;
  return {
    state: state.kind,
    status: mozartStatus(state),
    validation_passed: isGood(state) && state.kind !== "skipped",
    attempts,
    attempt_count: attempts,
  };
}

/** Mozart's five words for how a sheet is. */
function mozartStatus(state: SheetState): string {
  if (state.kind === "waiting") return "pending";
  if (state.kind === "landed" || state.kind === "done") return "completed";
  if (state.kind === "cancelled") return "failed";
  return state.kind === "failed" || state.kind === "skipped" ? state.kind : "in_progress";
}

import type { SheetId } from "../../base/ids.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { Recipe } from "../../score/plan/recipe.ts";
import type { Rule } from "../../score/plan/rule.ts";

/** Changes to a plan, by place. The opposite of a patch is a patch. */
export interface PlanPatch {
  readonly rules?: readonly (readonly [place: number, rule: Rule])[];
  readonly texts?: readonly (readonly [place: number, text: Plan["texts"][number]])[];
  readonly after?: readonly (readonly [sheet: SheetId, after: readonly SheetId[]])[];
  /** `null`: none. */
  readonly prepare?: Recipe | null;
}

export function patched(plan: Plan, { rules = [], texts = [], after = [], prepare }: PlanPatch): Plan {
  const edges = new Map(after);
  const { prepare: was, ...rest } = plan;
  const recipe = prepare === undefined ? was : (prepare ?? undefined);
  return {
    ...rest,
    rules: replaced(plan.rules, rules),
    texts: replaced(plan.texts, texts),
    sheets: plan.sheets.map((sheet) => ({ ...sheet, after: edges.get(sheet.id) ?? sheet.after })),
    ...(recipe === undefined ? {} : { prepare: recipe }),
  };
}

function replaced<T>(all: readonly T[], some: readonly (readonly [number, T])[]): readonly T[] {
  const by = new Map(some);
  return all.map((item, place) => by.get(place) ?? item);
}

/** Of a plan that is not patched yet. */
export function inverseOf(plan: Plan, { rules, texts, after, prepare }: PlanPatch): PlanPatch {
  const sheets = new Map(plan.sheets.map((sheet) => [sheet.id, sheet.after]));
  const at = <T>(all: readonly T[], some: readonly (readonly [number, T])[]): readonly (readonly [number, T])[] =>
    some.flatMap(([place]) => {
      const item = all[place];
      return item === undefined ? [] : [[place, item] as const];
    });
  return {
    ...(rules === undefined ? {} : { rules: at(plan.rules, rules) }),
    ...(texts === undefined ? {} : { texts: at(plan.texts, texts) }),
    ...(after === undefined ? {} : { after: after.map(([sheet]) => [sheet, sheets.get(sheet) ?? []] as const) }),
    ...(prepare === undefined ? {} : { prepare: plan.prepare ?? null }),
  };
}

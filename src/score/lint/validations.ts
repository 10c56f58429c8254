import { firstFew } from "../../base/text.ts";
import type { RuleTable } from "../build/rules.ts";
import type { Placed } from "../build/sheets/expand.ts";
import type { ScoreSource } from "../build/source.ts";
import type { TextTable } from "../build/texts/texts.ts";
import type { Plan, SheetPlan } from "../plan/plan.ts";
import { keyPathOf, weakness } from "../rules/rule.ts";
import type { Score } from "../schema/score.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";

/** The input of all checks: a score that could be read, the plan it became, and where the parts of the plan come from. */
export interface Look {
  readonly score: Score;
  readonly variables: ReadonlyMap<string, unknown>;
  readonly plan: Plan;
  readonly source: ScoreSource;
  /** By place of the sheet in the plan. */
  readonly placed: readonly Placed[];
  readonly rules: Pick<RuleTable, "originOf">;
  readonly texts: Pick<TextTable, "originOf">;
  readonly report: Report;
}

/** Rules that prove less than they seem to. */
export function lintValidations(look: Look): void {
  const { plan, report, rules } = look;
  const used = new Set(plan.sheets.flatMap((sheet) => sheet.validations));
  const applied = new Set([...used, ...plan.sheets.flatMap((sheet) => sheet.preconditions)]);
  for (const [place, rule] of plan.rules.entries()) {
    if (!applied.has(place))
      report("V501", [...rules.originOf(place), "when"], "holds for no sheet: this rule is never applied");
    const weak = weakness(rule.check);
    if (weak !== null) report("V106", [...rules.originOf(place), ...keyPathOf(rule.check, weak.key)], weak.why);
  }
  if (used.size === 0) {
    report("V203", ["validations"], "no validations: any result lands if the agent exits with 0");
    return;
  }
  lintKinds(look, [...used]);
  lintUnvalidated(look);
}

function lintKinds({ plan, report, rules: table }: Look, used: readonly number[]): void {
  const rules = used.flatMap((place) => plan.rules[place] ?? []);
  const first: KeyPath = table.originOf(used[0] ?? 0);
  if (rules.every(({ check }) => check.kind === "file_exists"))
    report("V205", first, "all validations are file_exists: they say nothing about what is in the files");
  const lowest = rules.reduce((least, { stage }) => Math.min(least, stage), Number.POSITIVE_INFINITY);
  if (lowest > 1) report("V504", [...first, "stage"], `no validation is in a stage before ${String(lowest)}`);
}

/** Sheets that nothing validates while others are. */
function lintUnvalidated({ plan, placed, report }: Look): void {
  const bare = plan.sheets.flatMap((sheet, place) => (sheet.validations.length === 0 ? [{ sheet, place }] : []));
  const [first] = bare;
  if (first === undefined) return;
  report("V503", ["sheets", placed[first.place]?.index ?? 0], `no validation applies to ${shares(bare, plan)}`);
}

function shares(bare: readonly { readonly sheet: SheetPlan }[], plan: Plan): string {
  const names = bare.map(({ sheet }) => sheet.id);
  return `${String(bare.length)} of ${String(plan.sheets.length)} sheets: ${firstFew(names, 3)}`;
}

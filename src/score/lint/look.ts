import type { Placed } from "../build/sheets/expand.ts";
import type { RuleTable } from "../build/rules.ts";
import type { ScoreSource } from "../build/source.ts";
import type { TextTable } from "../build/texts/texts.ts";
import type { Plan } from "../plan/plan.ts";
import type { Score } from "../schema/score.ts";
import type { Report } from "../source/report.ts";

/** What is looked at: a score that could be read, the plan it became, and where the parts of the plan come from. */
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

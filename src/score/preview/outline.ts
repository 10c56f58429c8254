import { sampleWorkspace } from "../build/check.ts";
import type { Plan } from "../plan/plan.ts";
import type { Scene } from "../resolve/scene.ts";
import {
  type AgentPreview,
  type IsolationPreview,
  type LandingPreview,
  agentPreview,
  distinctAgents,
  isolationPreview,
  landingPreview,
} from "./settings.ts";
import { type FollowsPreview, followsPreview } from "../follow/preview.ts";
import { recipeLines } from "./recipe.ts";
import { planShape } from "./shape.ts";

/** A plan as a whole. */
export interface PlanOutline {
  readonly name: string;
  readonly description: string | null;
  readonly target: string | null;
  readonly isolation: IsolationPreview;
  readonly parallel: number;
  readonly landing: LandingPreview;
  readonly cost: CostPreview;
  /** `stand_in`: the folder is made when the job starts, and this is only a placeholder for it. */
  readonly workspace: { readonly path: string; readonly stand_in: boolean };
  /** Stand-in for the sheets' contexts, which are made when they start. */
  readonly worktree: string;
  /** How the score asks for contexts to be prepared, as lines. */
  readonly prepare: readonly string[];
  readonly follows: FollowsPreview;
  readonly totals: PlanTotals;
  readonly agents: readonly AgentPreview[];
  readonly rules: readonly RuleOutline[];
}

/** In US dollars; `null`: no limit. */
interface CostPreview {
  readonly per_sheet_usd: number | null;
  readonly per_job_usd: number | null;
  readonly warn_at: number;
}

export interface PlanTotals {
  readonly sheets: number;
  readonly stages: number;
  readonly preconditions: number;
  readonly validations: number;
  readonly agents: number;
  /** Sheets on the longest way from the first to the last. */
  readonly longest_chain: number;
  /** Most sheets that have the same number of others before them. */
  readonly widest_level: number;
}

interface RuleOutline {
  readonly rule: number;
  readonly kind: string;
  readonly stage: number;
  /** How many sheets it applies to. */
  readonly sheets: number;
}

export function outlineOf(plan: Plan, scene: Scene): PlanOutline {
  return {
    name: plan.name,
    description: plan.description,
    target: plan.target,
    isolation: isolationPreview(plan.isolation),
    parallel: plan.parallel,
    landing: landingPreview(plan.landing),
    cost: { per_sheet_usd: plan.cost.perSheetUsd, per_job_usd: plan.cost.perJobUsd, warn_at: plan.cost.warnAt },
    workspace: { path: scene.workspace, stand_in: scene.workspace === sampleWorkspace },
    worktree: scene.worktree,
    prepare: recipeLines(plan.prepare),
    follows: followsPreview(plan),
    totals: planTotals(plan),
    agents: agentsOf(plan).map(agentPreview),
    rules: rulesOf(plan),
  };
}

export function planTotals(plan: Plan): PlanTotals {
  const { levels } = planShape(plan);
  return {
    sheets: plan.sheets.length,
    stages: plan.sheets[0]?.numbers.total_stages ?? 0,
    preconditions: new Set(plan.sheets.flatMap((sheet) => sheet.preconditions)).size,
    validations: new Set(plan.sheets.flatMap((sheet) => sheet.validations)).size,
    agents: agentsOf(plan).length,
    longest_chain: levels.length,
    widest_level: levels.reduce((most, level) => Math.max(most, level.length), 0),
  };
}

function agentsOf(plan: Plan): ReturnType<typeof distinctAgents> {
  // Those who would only take over come behind those who play.
  const fallbacks = new Set(plan.sheets.map((sheet) => sheet.fallbacks));
  return distinctAgents([...plan.sheets.map(({ agent }) => agent), ...[...fallbacks].flat()]);
}

function rulesOf(plan: Plan): readonly RuleOutline[] {
  const counts = plan.rules.map(() => 0);
  for (const { preconditions, validations } of plan.sheets)
    for (const place of [...preconditions, ...validations]) counts[place] = (counts[place] ?? 0) + 1;
  return plan.rules.map(({ check, stage }, rule) => ({ rule, kind: check.kind, stage, sheets: counts[rule] ?? 0 }));
}

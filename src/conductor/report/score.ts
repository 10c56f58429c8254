import type { ScoreAnswer, ScoreOutline } from "../../api/contract/score.ts";
import { diagnoseText, type ScoreAsText, type ScoreOptions } from "../../score/load.ts";
import { shownAgent } from "../../score/plan/agents/agent-plan.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { planShape } from "../../score/preview/shape.ts";
import { inOrder, isError, pathText, type Problem, severityOf } from "../../score/source/problem.ts";

/** As `tutti validate` and `tutti run --dry-run` see it, for a text that lies in no file. */
export function checkScore(score: ScoreAsText, options: ScoreOptions): ScoreAnswer {
  const { plan, problems } = diagnoseText(score, options);
  return {
    problems: inOrder(problems).map(viewed),
    plan: plan === null || problems.some(isError) ? null : outlined(plan),
  };
}

function viewed(problem: Problem): ScoreAnswer["problems"][number] {
  const { code, at, path, message, file } = problem;
  const where = { line: at.line, column: at.column, path: pathText(path), file: file ?? null };
  return { severity: severityOf(problem), code, ...where, message };
}

function outlined(plan: Plan): ScoreOutline {
  const { longestChain } = planShape(plan);
  return {
    name: plan.name,
    parallel: plan.parallel,
    isolation: plan.isolation.level,
    target: plan.target,
    longestChain: longestChain.flatMap((place) => plan.sheets[place]?.id ?? []),
    sheets: plan.sheets.map(({ id, title, after, agent, fallbacks, validations }) => ({
      ...{ id, title, after, validations: validations.length },
      agents: [agent, ...fallbacks].map(shownAgent),
    })),
  };
}

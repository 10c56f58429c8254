import { checkIds } from "../identity.ts";
import { knownAgents } from "../known-agents.ts";
import { lintPlan } from "../lint/lint.ts";
import { oneLine } from "../one-line.ts";
import { resolvedPath, stemOf } from "../paths.ts";
import type { CostPlan, Plan, SheetPlan } from "../plan.ts";
import type { Score } from "../schema/score.ts";
import type { Report } from "../source/report.ts";
import { makeEngine } from "../template/engine.ts";
import { templateVariables } from "../template/values.ts";
import { castOf } from "./agents.ts";
import { checkPlan } from "./check.ts";
import { effortFor } from "./effort.ts";
import { expandSheets } from "./expand.ts";
import { fileTable } from "./files.ts";
import { isolationPlan } from "./isolation.ts";
import { landingPlan } from "./landing.ts";
import { linkSheets } from "./links.ts";
import { messageTable } from "./messages.ts";
import { ruleTable } from "./rules.ts";
import { scopesOf } from "./scope.ts";
import { sheetMaker } from "./sheets.ts";
import type { ScoreSource } from "./source.ts";
import { textTable } from "./texts.ts";
import { checkVariables } from "./variables.ts";

/** A score in Tutti's own shape, whoever wrote it. */
export interface ReadScore {
  readonly score: Score;
  /** With the keys of maps as they were written. */
  readonly variables: ReadonlyMap<string, unknown>;
  /** Agents that the score may name although nothing here can run them. */
  readonly foreignAgents: ReadonlySet<string>;
}

const usualParallel = 4;

/** The plan a score asks for; `null` when something is wrong with it, which is told. */
export function buildPlan(read: ReadScore, source: ScoreSource, report: Report): Plan | null {
  const { score, variables } = read;
  const name = score.name ?? oneLine(stemOf(source.path));
  checkVariables(variables, report);
  const placed = expandSheets(score.sheets, report);
  checkIds(
    placed.map(({ id }) => id),
    (place, message) => {
      report("V014", ["sheets", placed[place]?.index ?? 0, "id"], message);
    },
  );
  const after = linkSheets(placed, report);
  const agents = castOf(
    {
      named: score.agents,
      baseDir: source.baseDir,
      profiles: source.agents ?? knownAgents,
      foreign: read.foreignAgents,
    },
    report,
  );
  const scopes = scopesOf(name, variables);
  const texts = textTable(source, report);
  const files = fileTable(source, report);
  const rules = ruleTable({ scope: scopes.rules, report, findAgent: agents.find });
  const messages = messageTable();
  const engine = makeEngine(templateVariables(variables));
  const effort = effortFor(placed.length, engine, report);
  const make = sheetMaker(score, { name, agents, scopes, texts, files, rules, messages, engine, effort, report });
  const made = placed.flatMap((sheet, place) => {
    const plan = make(sheet, after[place] ?? []);
    return plan === null ? [] : [{ placed: sheet, plan }];
  });
  const sheets = made.map(({ plan }): SheetPlan => plan);
  if (sheets.length === 0) return null;

  const { cross_sheet: cross } = score;
  const isolation = isolationPlan(score.isolation, source.baseDir);
  const plan: Plan = {
    version: 6,
    name,
    description: score.description ?? null,
    sheets,
    target: score.target ?? null,
    isolation,
    parallel: score.parallel ?? usualParallel,
    stopOnFailure: score.stop_on_failure ?? false,
    workspace: score.workspace === undefined ? null : resolvedPath(source.baseDir, score.workspace),
    variables: templateVariables(variables),
    texts: texts.all(),
    files: files.all(),
    rules: rules.all(),
    crossSheet:
      cross === undefined
        ? null
        : { outputs: cross.outputs, files: cross.files, lookback: cross.lookback, maxChars: cross.max_chars },
    cost: costPlan(score.cost),
    landing: landingPlan(score.landing, isolation.level, report),
    messages: messages.all(),
  };
  // Sheets that could not be made have been told of; what is wrong with the others is worth knowing at the same time.
  checkPlan(plan, { texts, files, rules, messages, placed: made.map((sheet) => sheet.placed), report, engine, effort });
  if (report.hasErrors()) return null;
  lintPlan({ score, variables, plan, source, placed, rules, texts, report });
  return plan;
}

function costPlan(written: Score["cost"]): CostPlan {
  return {
    perSheetUsd: written?.per_sheet ?? null,
    perJobUsd: written?.per_job ?? null,
    warnAt: written?.warn_at ?? 0.8,
  };
}

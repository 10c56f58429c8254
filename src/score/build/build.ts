import { messageOf } from "../../base/error.ts";
import { nameOf } from "../../base/names.ts";
import { oneLine } from "../../base/text.ts";
import { knownAgents } from "../known-agents.ts";
import { lintPlan } from "../lint/lint.ts";
import { resolvedPath, stemOf } from "../match/paths.ts";
import { hasAuto, withRouting } from "../plan/agents/with-routing.ts";
import { sandboxPlan } from "./sandbox.ts";
import type { CostPlan, IsolationPlan, Plan, SheetPlan } from "../plan/plan.ts";
import { checkContests } from "../contest/check.ts";
import type { WrittenIsolation } from "../schema/contexts/isolation.ts";
import { wishOf } from "../notifications/schema.ts";
import type { Score } from "../schema/score.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import { scoreEngine, templateVariables } from "../template/variables.ts";
import { type Agents, castOf } from "./agents/agents.ts";
import { checkVariables } from "./check/variables.ts";
import { checkPlan, effortFor } from "./check.ts";
import { landingPlan } from "./landing.ts";
import { routingOf } from "./agents/routing.ts";
import { checkFollows, concertPlan, followPlan, lifecyclePlan } from "../follow/build.ts";
import { ruleTable } from "./rules.ts";
import { scopesOf } from "./scope.ts";
import { expandSheets } from "./sheets/expand.ts";
import { linkSheets } from "./sheets/links.ts";
import { sheetMaker } from "./sheets/sheets.ts";
import type { ScoreSource } from "./source.ts";
import { fileTable } from "./texts/files.ts";
import { containerPlan } from "./container.ts";
import { recipeOf } from "./recipe.ts";
import { messageTable } from "./texts/messages.ts";
import { textTable } from "./texts/texts.ts";

/** A score in Tutti's own shape, native or translated. */
export interface ReadScore {
  readonly score: Score;
  /** With the keys of maps as they were written. */
  readonly variables: ReadonlyMap<string, unknown>;
  /** Agents that the score may name although nothing here can run them. */
  readonly foreignAgents: ReadonlySet<string>;
}

const usualParallel = 4;

/** The plan of a score; `null` after reporting errors. */
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
  const engine = scoreEngine(templateVariables(variables));
  const effort = effortFor(placed.length, engine, report);
  const make = sheetMaker(score, {
    name,
    baseDir: source.baseDir,
    agents,
    scopes,
    tables: { texts, files, rules, messages },
    engine,
    effort,
    report,
  });
  const made = placed.flatMap((sheet, place) => {
    const plan = make(sheet, after[place] ?? []);
    return plan === null ? [] : [{ placed: sheet, plan }];
  });
  const sheets = made.map(({ plan }): SheetPlan => plan);
  if (sheets.length === 0) return null;

  const isolation = isolationPlan(score.isolation, source.baseDir);
  checkContests(score, isolation, report);
  const unrouted: Plan = {
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
    crossSheet: crossSheetPlan(score.cross_sheet),
    cost: costPlan(score.cost),
    landing: landingPlan(score.landing, isolation.level, report),
    messages: messages.all(),
    ...optionalKeys(score, source.baseDir, report),
  };
  const plan = routedPlan(unrouted, score.routing, { find: agents.find, report });
  // Errors report the sheets that could not be made; faults of the others are useful at the same time.
  checkPlan(plan, { texts, files, rules, messages, placed: made.map((sheet) => sheet.placed), report, engine, effort });
  checkFollows(plan, (place) => made[place]?.placed.index ?? 0, { score, source, engine, report });
  if (report.hasErrors()) return null;
  lintPlan({ score, variables, plan, source, placed, rules, texts, report });
  return plan;
}

/** Sheets without an agent get those of the routing. */
function routedPlan(
  plan: Plan,
  written: Score["routing"],
  { find, report }: { readonly find: Agents["find"]; readonly report: Report },
): Plan {
  if (written === undefined) return plan;
  const wrong = (path: KeyPath, why: string): void => {
    report("V011", path, why);
  };
  if (!hasAuto(plan))
    wrong(["routing"], "chooses for no sheet: each names its agent; leave agent out, or write agent: auto");
  const routing = routingOf(written, { path: ["routing"], find, wrong });
  return routing === null ? plan : withRouting(plan, routing);
}

/** Keys that a plan has only where the score has them. */
function optionalKeys(score: Score, baseDir: string, report: Report): Partial<Plan> {
  const follows = followPlan(score, baseDir);
  return {
    ...preparePlan(score, report),
    ...sandboxPlan(score.sandbox),
    ...(score.learning === undefined ? {} : { learning: score.learning }),
    ...(score.notifications === undefined ? {} : { notifications: score.notifications.map(wishOf) }),
    ...healingPlan(score.healing),
    ...(follows === undefined ? {} : { follows }),
    ...(score.concert === undefined ? {} : { concert: concertPlan(score.concert) }),
    ...(score.workspace_lifecycle === undefined
      ? {}
      : { lifecycle: lifecyclePlan(score.workspace_lifecycle, baseDir) }),
  };
}

function preparePlan({ prepare, container }: Score, report: Report): Pick<Plan, "prepare"> {
  const image = container === undefined ? undefined : containerPlan(container);
  if (prepare === undefined && image === undefined) return {};
  const recipe = recipeOf(prepare ?? {}, (path, why) => report("V011", path, why));
  return { prepare: image === undefined ? recipe : { ...recipe, container: image } };
}

function crossSheetPlan(cross: Score["cross_sheet"]): Plan["crossSheet"] {
  if (cross === undefined) return null;
  return { outputs: cross.outputs, files: cross.files, lookback: cross.lookback, maxChars: cross.max_chars };
}

function healingPlan(written: Score["healing"]): Pick<Plan, "healing"> {
  if (written === undefined || written.mode === "off") return {};
  return { healing: { mode: written.mode, without: written.without } };
}

function costPlan(written: Score["cost"]): CostPlan {
  return {
    perSheetUsd: written?.per_sheet ?? null,
    perJobUsd: written?.per_job ?? null,
    warnAt: written?.warn_at ?? 0.8,
  };
}

const minuteMs = 60_000;

function isolationPlan(written: WrittenIsolation, baseDir: string): IsolationPlan {
  return {
    level: written.enabled ? written.mode : "none",
    per: written.per,
    folder: written.worktree_base === undefined ? null : resolvedPath(baseDir, written.worktree_base),
    branchPrefix: written.branch_prefix ?? null,
    sourceBranch: written.source_branch ?? null,
    objects: written.clone.objects,
    cleanupOnSuccess: written.cleanup_on_success,
    cleanupOnFailure: written.cleanup_on_failure,
    lock: written.lock_during_execution,
    fallback: written.fallback_on_error,
    // The smallest fraction still means to look now and then, not never.
    borrow: written.borrow,
    snapshotEveryMs:
      written.snapshot_minutes === 0 ? null : Math.max(1, Math.round(written.snapshot_minutes * minuteMs)),
  };
}

/** Reports ids that can't be, and those that are there twice. Different ids never share a name in paths and refs. */
function checkIds(ids: readonly string[], report: (index: number, message: string) => void): void {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) report(index, `there is another sheet ${JSON.stringify(id)}`);
    seen.add(id);
    const fault = faultOf(id);
    if (fault !== null) report(index, fault);
  }
}

function faultOf(id: string): string | null {
  try {
    nameOf(id);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

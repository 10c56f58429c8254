import { TuttiError } from "../../base/error.ts";
import { branchName, clip, plural, visible } from "../../base/text.ts";
import { readSettings } from "../../config/read.ts";
import { durationText } from "../../score/duration.ts";
import { shownAgent } from "../../score/plan/agents/agent-plan.ts";
import { recipeOver } from "../../score/plan/recipe.ts";
import { followLines } from "../../score/follow/preview.ts";
import { recipeLines } from "../../score/preview/recipe.ts";
import { landsResults, playsOneByOne } from "../../score/plan/isolation.ts";
import type { Plan, SheetPlan } from "../../score/plan/plan.ts";
import { landingPreview } from "../../score/preview/settings.ts";
import { type PlanShape, planShape, type SheetGroup, sheetGroups } from "../../score/preview/shape.ts";
import { triedPreview } from "../../score/preview/tried.ts";
import { exitCodes } from "../exit-codes.ts";
import { settingFrom, uncountedHere } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { graphLines, linkNamer } from "./preview/graph.ts";
import { costLines, landingWords, triedLines, uncountedLines } from "./preview/landing-lines.ts";
import { printWithPlan, totals } from "./validate-report.ts";

interface DryRunOptions {
  readonly score: string;
  /** Whose agents count. */
  readonly folder: string;
  readonly parallel?: number;
  /** By its id or its number. */
  readonly startSheet?: string;
  readonly json?: true;
}

/** How contexts would be prepared; none where nothing is installed, or where sheets work in the folder itself. */
async function preparationIn(plan: Plan, folder: string): Promise<readonly string[]> {
  if (!landsResults(plan.isolation)) return [];
  const { settings, recipe } = await readSettings({ env: process.env, project: folder });
  const { preparationLine } = await import("../../doctor/preparation.ts");
  const { home } = settingFrom(process.env);
  const line = await preparationLine({ home, env: process.env, folder, choice: settings["prepare.way"] });
  return [...(line === null ? [] : [line]), ...recipeLines(recipeOver(plan.prepare, recipe))];
}

/** Shows what a score would do. Nothing is run, made or written, and no repository is needed. */
export async function dryRun(terminal: Terminal, plan: Plan, options: DryRunOptions): Promise<number> {
  const parallel = options.parallel ?? plan.parallel;
  const uncounted = await uncountedHere(plan, options.folder);
  const prepared = await preparationIn(plan, options.folder);
  if (options.json === true)
    printWithPlan(
      terminal,
      { score: options.score, uncounted_agents: uncounted, preparation: prepared, tried_on_base: triedPreview(plan) },
      { plan: { ...plan, parallel }, options: {} },
    );
  else
    for (const line of [
      ...dryRunLines(terminal, plan, parallel),
      ...uncountedLines(terminal, uncounted),
      ...prepared.map(visible),
      ...skippedLines(plan, options.startSheet),
      "Nothing was run.",
    ])
      terminal.out(line);
  return exitCodes.good;
}

function dryRunLines(terminal: Terminal, plan: Plan, parallel: number): readonly string[] {
  const groups = sheetGroups(plan);
  const shape = planShape(plan);
  return [
    `${terminal.bold(visible(plan.name))}: ${totals(plan)}; ${placeWords(plan)}`,
    ...(plan.description === null
      ? []
      : [terminal.dim(`  ${visible(plan.description.trim().split("\n", 1)[0] ?? "")}`)]),
    "",
    ...tableLines(terminal, plan, groups),
    "",
    ...graphLines(plan, { groups, shape }),
    "",
    `${atOnce(plan, parallel, shape)}; longest chain: ${chainText(plan, shape.longestChain)}`,
    ...costLines(plan.cost),
    ...followLines(plan).map(visible),
    ...triedLines(plan),
  ];
}

/** The sheets before the one that a job is to begin at. */
function skippedLines({ sheets }: Plan, name: string | undefined): readonly string[] {
  if (name === undefined) return [];
  const first = sheets.findIndex(({ id }) => id === name);
  const place = first >= 0 ? first : Number(name) - 1;
  const sheet = sheets[place];
  if (sheet === undefined)
    throw new TuttiError("cli.usage", `the score has no sheet ${name}`, {
      audience: "user",
      hint: "Name one by its id or its number.",
    });
  return [`begins at ${visible(sheet.id)}: ${plural(place, "sheet")} before it ${place === 1 ? "is" : "are"} skipped`];
}

/** Where the sheets work, and what becomes of it. */
function placeWords({ isolation, target, landing: how }: Plan): string {
  if (!landsResults(isolation)) return "in the repository itself (isolation: none); nothing lands";
  const branch = visible(target === null ? "the branch checked out" : branchName(target));
  const landing = how.pullRequest === null ? `landing on ${branch}` : `a pull request for each sheet into ${branch}`;
  return `${landing}${landingWords(landingPreview(how))}, contexts: ${isolation.level}, one per ${isolation.per}`;
}

function atOnce({ isolation }: Plan, parallel: number, { levels }: PlanShape): string {
  if (playsOneByOne(isolation)) return "one sheet after the other, since they share a folder";
  const widest = levels.reduce((most, level) => Math.max(most, level.length), 0);
  return `at most ${Math.min(parallel, widest)} at once (parallel: ${parallel}; the widest level has ${plural(widest, "sheet")})`;
}

const mostInChain = 6;

function chainText(plan: Plan, chain: readonly number[]): string {
  const names = chain.map((place) => visible(plan.sheets[place]?.id ?? ""));
  const cut = names.length <= mostInChain ? names : [...names.slice(0, mostInChain - 2), "…", names.at(-1) ?? ""];
  return `${plural(chain.length, "sheet")} (${cut.join(" → ")})`;
}

const mostRows = 60;
const heads = ["#", "sheet", "title", "agent", "after", "validations", "timeout"] as const;
/** No wider than this, so that the row of a long title is still one line. */
const widths = [6, 28, 36, 24, 28, 11, 10];

/** One row for each sheet; of very many only the first. */
function tableLines(terminal: Terminal, plan: Plan, groups: readonly SheetGroup[]): readonly string[] {
  const nameLinks = linkNamer(plan, groups);
  const rows = plan.sheets.slice(0, mostRows).map((sheet) => cellsOf(sheet, nameLinks(sheet.after, 2)));
  const rest = plan.sheets.length - rows.length;
  const clipped = [heads, ...rows].map((row) => row.map((cell, column) => clip(cell, widths[column] ?? 0)));
  const needed = widths.map((_, column) => Math.max(...clipped.map((row) => row[column]?.length ?? 0)));
  const lines = clipped.map((row) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padStart(needed[0] ?? 0) : cell.padEnd(needed[column] ?? 0))).join("  ")}`.trimEnd(),
  );
  const [head = "", ...body] = lines;
  return [
    terminal.dim(head),
    ...body,
    ...(rest > 0 ? [terminal.dim(`  … and ${rest} more sheets (--json has all of them)`)] : []),
  ];
}

function cellsOf(sheet: SheetPlan, after: string): readonly string[] {
  const { id, title, numbers, validations, timeoutMs } = sheet;
  const checks = validations.length === 0 ? "none" : String(validations.length);
  return [
    String(numbers.sheet_num),
    visible(id),
    title === id ? "" : visible(title),
    visible(agentWords(sheet)),
    after,
    checks,
    durationText(timeoutMs),
  ];
}

function agentWords({ agent, fallbacks }: SheetPlan): string {
  return [agent, ...fallbacks].map(shownAgent).join(" → ");
}

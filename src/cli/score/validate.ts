import { visible } from "../../base/text.ts";
import { TuttiError } from "../../base/error.ts";
import type { SheetId } from "../../base/ids.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { followLines } from "../../score/follow/preview.ts";
import { recipeLines } from "../../score/preview/recipe.ts";
import { outlineOf } from "../../score/preview/outline.ts";
import { type PreviewOptions, sceneOf, sheetPreviews } from "../../score/preview/preview.ts";
import { suggestion } from "../../score/source/nearest.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { exitCodeOf, type Fixing, type Inspected, inspectFile } from "./inspect.ts";
import { costLines, triedLines } from "./preview/landing-lines.ts";
import { folderLines, sheetLines } from "./preview/preview-lines.ts";
import { printReports, reportLines } from "./validate-report.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("<files...>", "scores to check")
    .option("-v, --verbose", "also show notes, and what each sheet does")
    .option("--sheet <sheet>", "show what this sheet (id or number) does")
    .option("--strict", "treat warnings as errors")
    .option("--fix", "repair what can be repaired with certainty")
    .option("-n, --dry-run", "with --fix: show the repairs and change nothing")
    .option("--json", "print JSON, with the prompt and validations of every sheet")
    .action(perform(validate));
};

interface ValidateOptions {
  readonly files: readonly string[];
  readonly json?: true;
  readonly verbose?: true;
  /** Warnings count as errors. */
  readonly strict?: true;
  /** An id or a number: show only this sheet. */
  readonly sheet?: string;
  readonly fix?: true;
  /** Only show what would be fixed. */
  readonly dryRun?: true;
}

export async function validate(terminal: Terminal, options: ValidateOptions): Promise<number> {
  const fixing: Fixing = options.fix !== true ? "no" : options.dryRun === true ? "show" : "write";
  const files: Inspected[] = [];
  for (const file of options.files) files.push(await inspectFile(file, fixing));
  requireSheet(files, options.sheet);
  const onlyOf = (plan: Plan): PreviewOptions =>
    options.sheet === undefined ? {} : { only: chosen(plan, options.sheet) };
  if (options.json === true) printReports(terminal, files, onlyOf);
  else for (const inspected of files) printFile(terminal, inspected, { ...options, fixing, onlyOf });
  return Math.max(...files.map((inspected) => exitCodeOf(inspected, options.strict === true)));
}

interface Printing extends ValidateOptions {
  readonly fixing: Fixing;
  readonly onlyOf: (plan: Plan) => PreviewOptions;
}

function printFile(terminal: Terminal, inspected: Inspected, { fixing, onlyOf, verbose, sheet }: Printing): void {
  for (const line of reportLines(terminal, inspected, { fixing, isVerbose: verbose === true })) terminal.out(line);
  const plan = inspected.found.shape === "missing" ? null : inspected.found.plan;
  if (plan === null || (verbose !== true && sheet === undefined)) return;
  const only = onlyOf(plan);
  for (const line of [
    ...folderLines(outlineOf(plan, sceneOf(plan, only))),
    ...[
      ...recipeLines(plan.prepare).map(visible),
      ...costLines(plan.cost),
      ...followLines(plan).map(visible),
      ...triedLines(plan),
    ].map((words) => `  ${words}`),
  ])
    terminal.out(line);
  for (const preview of sheetPreviews(plan, only)) for (const line of sheetLines(terminal, preview)) terminal.out(line);
}

function chosen(plan: Plan, wanted: string): ReadonlySet<SheetId> {
  const byId = plan.sheets.filter(({ id }) => id === wanted);
  const found = byId.length > 0 ? byId : plan.sheets.filter(({ numbers }) => String(numbers.sheet_num) === wanted);
  return new Set(found.map(({ id }) => id));
}

/** A sheet that no file has is a typing mistake, and nothing of it could be shown. */
function requireSheet(files: readonly Inspected[], wanted: string | undefined): void {
  if (wanted === undefined) return;
  const plans = files.flatMap(({ found }) => (found.shape === "missing" || found.plan === null ? [] : [found.plan]));
  if (plans.length === 0 || plans.some((plan) => chosen(plan, wanted).size > 0)) return;
  const ids = plans.flatMap((plan) => plan.sheets.map(({ id }) => id));
  throw new TuttiError("cli.usage", `there is no sheet ${JSON.stringify(wanted)}${suggestion(wanted, ids)}`, {
    audience: "user",
    hint: "Give the id of a sheet, or its number.",
  });
}

import { existsSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { TuttiError } from "../../../base/error.ts";
import { plural, visible } from "../../../base/text.ts";
import { openDesk } from "../../../landing/merge/alone/desk.ts";
import { mergeFiles } from "../../../landing/merge/alone/merge-files.ts";
import { type MergeOutcome, mergeRevisions } from "../../../landing/merge/alone/merge-revisions.ts";
import { exitCodes } from "../../exit-codes.ts";
import { prose } from "../../terminal/prose.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Declare } from "../../tree/command.ts";
import { jsonOption, repoOption } from "../../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("<base>", "revision that both sides started from, or a file")
    .argument("<a>", "one side")
    .argument("<b>", "the other side")
    .option("--check <command>", "command that the merged tree must pass; repeatable", more, [])
    .option("--budget <merges>", "how many merges are tested at most", count, usualBudget)
    .option("-o, --output <file>", "of files: write the merge to this file (default: print it)")
    .addOption(repoOption)
    .addOption(jsonOption)
    .action(perform(merge));
};

const usualBudget = 24;

interface Options {
  readonly base: string;
  readonly a: string;
  readonly b: string;
  readonly check: readonly string[];
  readonly budget: number;
  readonly output?: string;
  readonly repo: string;
  readonly json?: true;
}

/** Merges three revisions or three files as a landing would; nothing but the merge is written. */
async function merge(terminal: Terminal, options: Options): Promise<number> {
  const { base, a: ours, b: theirs } = options;
  if ([base, ours, theirs].every(isFile)) return mergeTexts(terminal, options);
  if (options.output !== undefined) throw wrong("--output is for three files: a merge of revisions is a tree");
  const folder = resolve(options.repo);
  const wish = { folder, sides: { base, ours, theirs }, checks: options.check, budget: options.budget };
  const outcome = await mergeRevisions(openDesk(process.env), wish);
  if (options.json === true) terminal.out(JSON.stringify(outcome));
  else tellOutcome(terminal, outcome);
  return outcome.kind === "merged" ? exitCodes.good : exitCodes.failed;
}

async function mergeTexts(terminal: Terminal, { base, a: ours, b: theirs, check, output }: Options): Promise<number> {
  if (check.length > 0) throw wrong("--check needs three revisions: commands run in a folder with the merged tree");
  const wish = { folder: process.cwd(), files: { base, ours, theirs }, path: ours };
  const merged = await mergeFiles(openDesk(process.env), wish);
  if (output === undefined) terminal.out(merged.text.toString("utf8").replace(/\n$/, ""));
  else writeFileSync(output, merged.text);
  if (merged.kind === "merged") return exitCodes.good;
  terminal.err(`${plural(merged.regions, "region")} left to resolve, between <<<<<<< and >>>>>>>`);
  return exitCodes.failed;
}

/** The tree alone goes to the output: scripts commit it. */
function tellOutcome(terminal: Terminal, outcome: MergeOutcome): void {
  for (const { way, reason, why } of outcome.fallen) terminal.err(`✗ ${way} (${reason}): ${prose(why)}`);
  if (outcome.kind === "merged") {
    const { way, reason, paths, tree } = outcome;
    terminal.err(`✓ ${way} (${reason})${paths.length === 0 ? "" : `: ${paths.map(visible).join(", ")}`}`);
    terminal.out(tree);
    return;
  }
  const { paths, unjudged, rests } = outcome;
  if (paths.length > 0) terminal.err(`Conflict in ${paths.map(visible).join(", ")}`);
  for (const { path, regions, lines } of rests)
    terminal.err(`  ${visible(path)}: ${plural(regions, "region")} with ${plural(lines, "line")} left to resolve`);
  if (unjudged > 0)
    terminal.err(
      `${plural(unjudged, "merge")} kept what both sides wrote in an order that was chosen: name a --check to test them`,
    );
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function more(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function count(value: string): number {
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value);
  throw wrong(`--budget is a number of merges, from 1 to 999, not ${JSON.stringify(value)}`);
}

function wrong(message: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint: "See tutti merge --help." });
}

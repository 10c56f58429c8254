import { resolve } from "node:path";
import type { StrayList, StrayOutcome, StrayRow } from "../../api/contract/context.ts";
import { TuttiError } from "../../base/error.ts";
import { plural, shellWord, visible } from "../../base/text.ts";
import { ask, keepContexts } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { isAgreed } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { dryRunOption, jsonOption, repoOption, yesOption } from "../tree/options.ts";
import { ignoredLines, strayLines } from "./lines.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument(
      "[paths...]",
      "only these, wherever they are (default: worktrees of the repository, and clones where tools put them)",
    )
    .addOption(repoOption)
    .option(
      "--in <folder...>",
      "look for clones here (default: where tools put them, such as .worktrees/ and REPO-worktrees/)",
    )
    .addOption(dryRunOption)
    .option("--keep", "capture, but remove nothing")
    .option("--force", "include locked ones; never one that a process works in")
    .addOption(yesOption)
    .addOption(jsonOption)
    .action(perform(adoptWorktrees));
};

interface AdoptOptions {
  readonly paths: readonly string[];
  readonly repo: string;
  readonly in?: readonly string[];
  readonly dryRun?: true;
  readonly keep?: true;
  readonly force?: true;
  readonly yes?: true;
  readonly json?: true;
}

async function adoptWorktrees(terminal: Terminal, options: AdoptOptions): Promise<number> {
  const request = {
    folder: resolve(options.repo),
    search: options.in?.map((folder) => resolve(folder)) ?? null,
    paths: options.paths.length === 0 ? null : options.paths.map((path) => resolve(path)),
    isForced: options.force === true,
  };
  const found = await ask(terminal, (tutti) => tutti.call("context.strays", request));
  requireAll(request.paths, found);
  const wanted = found.strays.filter((row) => row.stays === null || options.keep === true);
  if (options.json !== true) showPlan(terminal, found, options);
  const isDone = options.dryRun === true || wanted.length === 0;
  const question = `Capture ${plural(wanted.length, "stray")} and remove ${wanted.length === 1 ? "it" : "them"}?`;
  const isToAct = !isDone && (options.keep === true || (await isAgreed(terminal, options, question)));
  const outcomes = isToAct
    ? await keepContexts(terminal, (tutti) =>
        tutti.call("context.adopt", { ...request, names: wanted.map((row) => row.name), keep: options.keep === true }),
      )
    : [];
  if (options.json === true) terminal.out(JSON.stringify({ ...found, outcomes }));
  else for (const line of outcomes.flatMap((outcome) => outcomeLines(terminal, outcome))) terminal.out(line);
  if (!isDone && !isToAct) return exitCodes.usage;
  const isAllWell = outcomes.every((outcome) => outcome.removed || (options.keep === true && outcome.stays === null));
  const isAllTaken = request.paths === null || options.dryRun === true || wanted.length === found.strays.length;
  return isAllWell && isAllTaken ? exitCodes.good : exitCodes.failed;
}

function requireAll(paths: readonly string[] | null, found: StrayList): void {
  if (paths === null || found.strays.length >= new Set(paths).size) return;
  const known = new Set(found.strays.map((row) => row.path));
  const missing = paths.find((path) => !known.has(path)) ?? paths[0] ?? "";
  throw new TuttiError("cli.usage", `${missing} is no stray worktree or clone of ${found.repository}`, {
    audience: "user",
    hint: "tutti worktree adopt --dry-run shows those that are found; --in FOLDER looks in other folders too.",
  });
}

function showPlan(terminal: Terminal, found: StrayList, options: AdoptOptions): void {
  const now = Date.now();
  if (found.strays.length === 0)
    terminal.out(`No stray worktrees or clones of ${visible(found.repository)} were found.`);
  for (const row of found.strays) {
    for (const line of strayLines(row, now, row.stays === null && options.keep !== true)) terminal.out(line);
    terminal.out(`  ${verdictWords(terminal, row, options)}`);
  }
  if (found.isCut) terminal.out("Not every folder was looked at: there are too many. Name one with --in FOLDER.");
}

function verdictWords(terminal: Terminal, row: StrayRow, { keep }: AdoptOptions): string {
  if (keep === true) return "would be captured, and stay";
  if (row.stays !== null) return terminal.yellow(`stays: ${visible(row.stays)}`);
  if (row.link === "gone") return "what git noted of it would be captured and removed";
  const would =
    row.onlyHere === null ? "would be removed if everything in it can be captured" : "would be captured and removed";
  if (row.kind === "worktree") return row.branch === null || row.head === null ? would : `${would}; its branch stays`;
  return `${would}; its commits are kept, with the names of the branches and tags on them; its remotes, hooks and configuration are not`;
}

function outcomeLines(terminal: Terminal, outcome: StrayOutcome): readonly string[] {
  const what = visible(outcome.path ?? outcome.name);
  const captured = [
    ...(outcome.snapshot === null ? [] : [`  captured as ${outcome.snapshot}`]),
    ...(outcome.commits === 0 ? [] : [`  ${plural(outcome.commits, "commit")} of its own kept`]),
    ...ignoredLines(outcome.ignored, outcome.removed),
    ...(outcome.ignored.commit === null
      ? []
      : [`  the ignored files are in commit ${outcome.ignored.commit} of Tutti's store`]),
    ...(outcome.snapshot === null
      ? []
      : [`  to bring it back: tutti restore ${shellWord(outcome.sheet)} --job adopted`]),
  ];
  if (outcome.removed)
    return [
      `${terminal.green("removed")} ${what}`,
      ...captured,
      `  for a while it lies in ${visible(outcome.trash ?? "the trash")}`,
    ];
  if (outcome.stays === null) return [`${terminal.green("captured")} ${what}`, ...captured];
  return [`${terminal.yellow("stays")} ${what}: ${visible(outcome.stays)}`, ...captured];
}

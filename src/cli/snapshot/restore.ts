import { resolve } from "node:path";
import type { RestoredView, RestoreTarget } from "../../api/contract/sheet.ts";
import { TuttiError } from "../../base/error.ts";
import { shellWord, visible } from "../../base/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { playInFront } from "../play.ts";
import { environmentHere } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { aimed, type AimOptions, nameOf, requestFrom } from "./lines.ts";

export const declare: Declare = (command, perform) => {
  aimed(command)

    .description("Restore a snapshot to a folder, to a branch, or as the start of a new attempt.")
    .option("--to <folder>", "new or empty folder (default: ./SHEET-n)")
    .option("--branch <name>", "new branch of the repository")
    .option("--attempt", "start a new attempt of the sheet from the snapshot")
    .action(perform(restore));
};

interface RestoreOptions extends AimOptions {
  readonly to?: string;
  readonly branch?: string;
  readonly attempt?: true;
}

export async function restore(terminal: Terminal, options: RestoreOptions): Promise<number> {
  requireOneTarget(options);
  if (options.attempt === true) return tryAgainFrom(terminal, options);
  const view = await ask(terminal, (tutti) =>
    tutti.call("sheet.restore", { ...requestFrom(options), to: targetFrom(options) }),
  );
  if (options.json === true) terminal.out(JSON.stringify(view));
  else terminal.out(sentence(view));
  return exitCodes.good;
}

function requireOneTarget(options: RestoreOptions): void {
  const named = [options.to, options.branch, options.attempt].filter((target) => target !== undefined);
  if (named.length <= 1) return;
  throw new TuttiError("cli.usage", "a snapshot is restored to one place at a time", {
    audience: "user",
    hint: "Choose one of --to, --branch and --attempt.",
  });
}

function targetFrom(options: RestoreOptions): RestoreTarget {
  return options.branch === undefined
    ? { kind: "folder", path: options.to === undefined ? null : resolve(options.to) }
    : { kind: "branch", name: options.branch };
}

function sentence(view: RestoredView): string {
  const what = `Snapshot ${view.number} of ${nameOf(view.sheet)}`;
  return view.branch === null
    ? `${what} is in ${visible(view.folder ?? "")}`
    : `${what} is on the branch ${view.branch}. Look at it with: git log -p -1 ${shellWord(view.branch)}`;
}

/** The sheet is played again, and its agent finds the snapshot's files. */
async function tryAgainFrom(terminal: Terminal, options: RestoreOptions): Promise<number> {
  return playInFront(terminal, { json: options.json === true }, async (tutti, key) => {
    const { job, sheet, number } = await tutti.call("sheet.attempt-from", requestFrom(options));
    return tutti.call("sheet.retry", {
      job,
      sheet,
      from: `${sheet}@${number}`,
      environment: environmentHere(),
      key,
    });
  });
}

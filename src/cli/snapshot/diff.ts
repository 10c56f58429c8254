import type { DiffView } from "../../api/contract/sheet.ts";
import { visible } from "../../base/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { aimed, type AimOptions, changes, patchLines, requestFrom, size, statLines } from "./lines.ts";

export const declare: Declare = (command, perform) => {
  aimed(command)

    .description("Show the changes of a snapshot against its base or, with SHEET@m..n, against another snapshot.")
    .option("--stat", "print every file with its line counts")
    .option("--name-only", "print only file names")
    .action(perform(diff));
};

interface DiffOptions extends AimOptions {
  readonly stat?: true;
  readonly nameOnly?: true;
}

export async function diff(terminal: Terminal, options: DiffOptions): Promise<number> {
  const withText = options.stat !== true && options.nameOnly !== true;
  const view = await ask(terminal, (tutti) => tutti.call("sheet.diff", { ...requestFrom(options), withText }));
  if (options.json === true) terminal.out(JSON.stringify(view));
  else for (const block of blocks(terminal, view, options)) terminal.out(block);
  return exitCodes.good;
}

function blocks(terminal: Terminal, view: DiffView, options: DiffOptions): readonly string[] {
  if (view.files.length === 0) return options.nameOnly === true ? [] : ["Nothing is different."];
  if (options.nameOnly === true) return view.files.map((file) => visible(file.path));
  if (view.text === null) return [...statLines(terminal, view.files), ` ${changes(totalOf(view))}`];
  // At once: a line at a time would be half a million writes for a large one.
  const patch = patchLines(terminal, view.text).join("\n");
  return view.droppedBytes === 0
    ? [patch]
    : [patch, terminal.yellow(`[cut here: ${size(view.droppedBytes)} more; --stat shows every file]`)];
}

function totalOf(view: DiffView): { files: number; insertions: number; deletions: number } {
  const sum = (numbers: readonly (number | null)[]): number =>
    numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
  return {
    files: view.files.length,
    insertions: sum(view.files.map((file) => file.insertions)),
    deletions: sum(view.files.map((file) => file.deletions)),
  };
}

import type { SnapshotsView, SnapshotView } from "../../api/contract/sheet.ts";
import { plural, shellWord, visible } from "../../base/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { shortName, shortSha } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { aimed, type AimOptions, changes, nameOf, requestFrom, size, time } from "./lines.ts";

export const declare: Declare = (command, perform) => {
  aimed(command)
    .description("List the snapshots of a sheet or, with --workspace, of the workspace of a job.")
    .action(perform(snapshots));
};

export async function snapshots(terminal: Terminal, options: AimOptions): Promise<number> {
  const view = await ask(terminal, (tutti) => tutti.call("sheet.snapshots", requestFrom(options)));
  if (options.json === true) terminal.out(JSON.stringify(view));
  else for (const line of lines(terminal, view, options.job)) terminal.out(line);
  return exitCodes.good;
}

function lines(terminal: Terminal, view: SnapshotsView, job: string | undefined): readonly string[] {
  const name = nameOf(view.sheet);
  const newest = view.snapshots.at(-1);
  if (newest === undefined) return [`No snapshots of ${name} in ${view.job} yet.`];
  const rows = view.snapshots.map((snapshot) => cells(snapshot, view.sheet === null));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const which = view.sheet === null ? `--workspace @${newest.number}` : shellWord(`${view.sheet}@${newest.number}`);
  const aim = job === undefined ? which : `${which} --job ${shellWord(job)}`;
  return [
    `${terminal.bold(name)} of ${view.job}: ${plural(view.snapshots.length, "snapshot")}`,
    ...rows.map((row) =>
      `  ${row.map((cell, column) => (column === 0 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join("  ")}`.trimEnd(),
    ),
    terminal.dim(`Look at one: tutti diff ${aim}   Bring one back: tutti restore ${aim}`),
  ];
}

function cells(snapshot: SnapshotView, isWorkspace: boolean): readonly string[] {
  const attempt = `attempt ${snapshot.attempt}`;
  return [
    `@${snapshot.number}`,
    time(snapshot.at),
    isWorkspace ? `${shortName(snapshot.sheet)}, ${attempt}` : attempt,
    visible(snapshot.why),
    changes(snapshot),
    size(snapshot.bytes),
    shortSha(snapshot.commit),
    snapshot.leftOut === 0 ? "" : `${snapshot.leftOut} left out`,
  ];
}

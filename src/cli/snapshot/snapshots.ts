import type { SnapshotsView, SnapshotView } from "../../api/contract/sheet.ts";
import { plural, shellWord, visible } from "../../base/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { ago, shortName, shortSha } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { aimed, type AimOptions, changes, nameOf, requestFrom, size } from "./lines.ts";

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
  const which = view.sheet === null ? `--workspace @${newest.number}` : shellWord(`${view.sheet}@${newest.number}`);
  const aim = job === undefined ? which : `${which} --job ${shellWord(job)}`;
  return [
    `${terminal.bold(name)} of ${view.job}: ${plural(view.snapshots.length, "snapshot")}`,
    ...tableLines(terminal, {
      columns,
      rows: view.snapshots.map((snapshot) => ({ cells: cells(snapshot, view.sheet === null) })),
      indent: "  ",
    }),
    terminal.dim(`Look at one: tutti diff ${aim}   Bring one back: tutti restore ${aim}`),
  ];
}

const columns = [
  { head: "SNAPSHOT" },
  { head: "TAKEN" },
  { head: "BY", rank: 3 },
  { head: "WHY", rank: 1 },
  { head: "CHANGES" },
  { head: "SIZE", rank: 4 },
  { head: "COMMIT", rank: 2 },
  { head: "LEFT OUT" },
];

function cells(snapshot: SnapshotView, isWorkspace: boolean): readonly string[] {
  const attempt = `attempt ${snapshot.attempt}`;
  return [
    `@${snapshot.number}`,
    ago(snapshot.at),
    isWorkspace ? `${shortName(snapshot.sheet)}, ${attempt}` : attempt,
    visible(snapshot.why),
    changes(snapshot),
    size(snapshot.bytes),
    shortSha(snapshot.commit),
    snapshot.leftOut === 0 ? "" : String(snapshot.leftOut),
  ];
}

import type { ShownSnapshot } from "../../api/contract/sheet.ts";
import { type AimOptions, requestFrom, aimed } from "./aim.ts";
import { changes, nameOf, size, statLines, time } from "./lines.ts";
import { exitCodes } from "../exit-codes.ts";
import { asking } from "../look.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { clip, count, shellWord, shortSha, shown } from "../terminal/prose.ts";
import type { Declare } from "../tree/command.ts";

export const declare: Declare = (command, perform) => {
  aimed(command)
    .option("--name-only", "print only file names")
    .option("--stat", "print every file with its line counts (the default)")
    .action(perform(show));
};

interface ShowOptions extends AimOptions {
  readonly nameOnly?: true;
}

export async function show(terminal: Terminal, options: ShowOptions): Promise<number> {
  const view = await asking(terminal, (tutti) => tutti.call("sheet.show", requestFrom(options)));
  if (options.json === true) terminal.out(JSON.stringify(view));
  else if (options.nameOnly === true) for (const file of view.files) terminal.out(shown(file.path));
  else for (const line of lines(terminal, view)) terminal.out(line);
  return exitCodes.good;
}

const widest = 120;

function lines(terminal: Terminal, view: ShownSnapshot): readonly string[] {
  const { snapshot } = view;
  return [
    `${terminal.bold(`${nameOf(view.sheet)}@${String(snapshot.number)}`)} of ${view.job}`,
    `  taken     ${time(snapshot.at)}, attempt ${String(snapshot.attempt)}${view.sheet === null ? ` of ${shown(snapshot.sheet)}` : ""} (${shown(snapshot.why)})`,
    `  commit    ${snapshot.commit}`,
    `  base      ${snapshot.base ?? "none"}`,
    `  changed   ${changes(snapshot)}, ${size(snapshot.bytes)}`,
    ...leftOutLines(view),
    ...view.agentCommits.map(
      ({ commit, subject }) => `  agent's   ${shortSha(commit)} ${clip(shown(subject), widest)}`,
    ),
    `  look      git --git-dir=${shellWord(view.store)} show ${shortSha(snapshot.commit)}`,
    ...(view.files.length === 0 ? [] : ["", ...statLines(terminal, view.files)]),
  ];
}

/** Of a snapshot that is not the end of an attempt only the number is known. */
function leftOutLines({ sheet, snapshot, leftOut }: ShownSnapshot): readonly string[] {
  if (snapshot.leftOut === 0) return [];
  if (leftOut.length === 0)
    return [
      `  left out  ${count(snapshot.leftOut, "path")}${sheet === null ? "" : " (tutti status names those of the last attempt)"}`,
    ];
  const rest = snapshot.leftOut - leftOut.length;
  return [
    ...leftOut.map((item) => `  left out  ${shown(item)}`),
    ...(rest > 0 ? [`  left out  … ${String(rest)} more`] : []),
  ];
}

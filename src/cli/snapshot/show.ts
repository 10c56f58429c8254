import type { ShownSnapshot } from "../../api/contract/sheet.ts";
import { clip, plural, shellWord, visible } from "../../base/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { shortSha } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { aimed, type AimOptions, changes, nameOf, requestFrom, size, statLines, time } from "./lines.ts";

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
  const view = await ask(terminal, (tutti) => tutti.call("sheet.show", requestFrom(options)));
  if (options.json === true) terminal.out(JSON.stringify(view));
  else if (options.nameOnly === true) for (const file of view.files) terminal.out(visible(file.path));
  else for (const line of lines(terminal, view)) terminal.out(line);
  return exitCodes.good;
}

const widest = 120;

function lines(terminal: Terminal, view: ShownSnapshot): readonly string[] {
  const { snapshot } = view;
  return [
    `${terminal.bold(`${nameOf(view.sheet)}@${snapshot.number}`)} of ${view.job}`,
    `  taken     ${time(snapshot.at)}, attempt ${snapshot.attempt}${view.sheet === null ? ` of ${visible(snapshot.sheet)}` : ""} (${visible(snapshot.why)})`,
    `  commit    ${snapshot.commit}`,
    `  base      ${snapshot.base ?? "none"}`,
    `  changed   ${changes(snapshot)}, ${size(snapshot.bytes)}`,
    ...leftOutLines(view),
    ...view.agentCommits.map(
      ({ commit, subject }) => `  agent's   ${shortSha(commit)} ${clip(visible(subject), widest)}`,
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
      `  left out  ${plural(snapshot.leftOut, "path")}${sheet === null ? "" : " (tutti status names those of the last attempt)"}`,
    ];
  const rest = snapshot.leftOut - leftOut.length;
  return [
    ...leftOut.map((item) => `  left out  ${visible(item)}`),
    ...(rest > 0 ? [`  left out  … ${rest} more`] : []),
  ];
}

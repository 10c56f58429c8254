import { shownTool } from "../fix/settings/folder.ts";
import type { PreparedTool } from "../fix/model.ts";
import { flat, oneLine } from "../score/one-line.ts";
import type { PreparedTools, UnusedTool } from "./prepare.ts";
import { rulesWords } from "./rule-docs/questions.ts";

/** For `--explain`: what is run, with which configuration, and what is not run and why. */
export function explainTools({ tools, unused }: PreparedTools): readonly string[] {
  // Those that a person has to do something about come first.
  const rest = [...unused].sort((a, b) => Number(b.isWanted) - Number(a.isWanted));
  return [...tools.flatMap(toolLines), ...(rest.length === 0 ? [] : ["not used:", ...rest.map(unusedLine)])];
}

function toolLines(tool: PreparedTool): readonly string[] {
  return [
    `${oneLine(shownTool(tool))}${tool.version === null ? "" : ` ${oneLine(tool.version)}`}`,
    `  because       ${oneLine(tool.because)}`,
    `  configured by ${tool.config === null ? "nothing: its own defaults" : oneLine(tool.config)}`,
    `  found by      ${oneLine(tool.foundBy)}`,
    ...(tool.folder === "" ? [] : [`  runs in       ${oneLine(tool.folder)}`]),
    `  command       ${commandLine([...tool.argv, ...tool.everything])}`,
    `  rules         ${rulesWords(tool)}`,
    `  looks at      ${tool.looksAt.length === 0 ? "what it likes" : oneLine(tool.looksAt.join(" "))}`,
    ...(tool.fixArgv === null ? [] : [`  mends with    ${commandLine(tool.fixArgv)}`]),
  ];
}

function unusedLine({ name, why, hint }: UnusedTool): string {
  return `  ${oneLine(name)}: ${flat(why)}${hint === null ? "" : `. ${flat(hint)}`}`;
}

/** As somebody could type it. */
function commandLine(argv: readonly string[]): string {
  return flat(
    argv
      .map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
      .join(" "),
  );
}

import { duration, flat, oneLine, plural } from "../../base/text.ts";
import type { PreparedTools, UnusedTool } from "../../tools/prepare.ts";
import { rulesWords } from "../../tools/rule-docs/questions.ts";
import type { PreparedTool } from "../model.ts";
import { shownTool } from "../tool-folder.ts";
import type { CollectProgress } from "./collect.ts";
import type { FixMade } from "./prepare.ts";

type ToolEnd = Extract<CollectProgress, { readonly kind: "ended" }>;

export function isToolEnd(progress: CollectProgress): progress is ToolEnd {
  return progress.kind === "ended";
}

export function toolWords({ tool, collected }: ToolEnd): string {
  const took = duration(collected.tookMs);
  if (collected.kind === "failed") return `${shownTool(tool)} failed (${took}): ${collected.why}`;
  return `${shownTool(tool)}: ${plural(collected.findings.length, "finding")} (${took})`;
}

export function explained({ tools, tests, unseen, decided: { options, said } }: FixMade): readonly string[] {
  const tested = tests.flatMap((test) =>
    test.kind === "usable"
      ? [`  ${test.name}: ${test.command.join(" ")} (because of ${test.because})`]
      : [`  ${test.name}: can't be run: ${test.why}`],
  );
  const named = [...said].flatMap(([key, source]) =>
    source === "default" ? [] : [`  ${key}: ${JSON.stringify(options[key])} (${source})`],
  );
  return [
    ...explainTools(tools),
    ...unseen,
    `tests: ${options.tests}${options.testCommand === null ? "" : `, by ${JSON.stringify(options.testCommand.run)}`}`,
    ...tested,
    ...(named.length === 0 ? [] : ["set by the command line or the file:", ...named]),
  ];
}

/** For `--explain`: tools with their configuration, and why others are not used. */
export function explainTools({ tools, unused }: PreparedTools): readonly string[] {
  // Tools that need a person come first.
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
    `  looks at      ${tool.looksAt.length === 0 ? "its own choice" : oneLine(tool.looksAt.join(" "))}`,
    ...(tool.fixArgv === null ? [] : [`  fixes with    ${commandLine(tool.fixArgv)}`]),
  ];
}

function unusedLine({ name, why, hint }: UnusedTool): string {
  return `  ${oneLine(name)}: ${flat(why)}${hint === null ? "" : `. ${flat(hint)}`}`;
}

function commandLine(argv: readonly string[]): string {
  return flat(
    argv
      .map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
      .join(" "),
  );
}

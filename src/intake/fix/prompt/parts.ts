import type { Tally } from "../../../findings/tally.ts";
import type { Strategy } from "../../../score/strategy.ts";
import type { Group, PreparedTool } from "../model.ts";
import { checkCommands } from "./check.ts";
import { count } from "./count.ts";
import { type Sources, excerpts } from "./excerpt.ts";
import { listed, toolShown } from "./findings.ts";
import { guidance, type Known } from "./guidance.ts";
import { history } from "./history.ts";
import type { Part } from "./part.ts";
import { cut, fenced, quoted, sizeOf } from "./quote.ts";
import { dataNote, placeNote, procedure, rules } from "./texts.ts";

/** What the prompts of one sheet are made of. */
export interface PromptMaterial extends Known {
  readonly group: Group;
  /** Those that said its findings. */
  readonly tools: readonly PreparedTool[];
  readonly context: Sources;
  readonly tried: readonly Tally[];
  /** How many bytes of findings and code all prompts of the sheet may take together, about. */
  readonly room: number;
}

const all: readonly Strategy[] = ["minimal", "normal", "detailed", "verbose"];
const [smallExcerpt, largeExcerpt] = [3, 12];

/** In their order. The last is said by all strategies. */
export function partsOf(material: PromptMaterial): readonly Part[] {
  const { group, tools, context, tried, room } = material;
  const list = listed(group.findings, room * 0.35);
  const around = (lines: number, share: number): string | null =>
    excerpts(list.full, context, { around: lines, room: room * share });
  const shared = (levels: readonly Strategy[], text: string): readonly Part[] => [{ levels, text, shared: true }];
  const own = (levels: readonly Strategy[], text: string): readonly Part[] => [{ levels, text, shared: false }];
  return [
    ...own(all, introduction(group, tools)),
    ...shared(all, `## Findings\n\n${dataNote}\n\n${placeNote}`),
    ...own(all, list.text),
    ...titled(["normal", "detailed"], codeTitle, around(smallExcerpt, 0.25)),
    ...titled(["verbose"], codeTitle, around(largeExcerpt, 0.4)),
    ...guidance(group, tools, material),
    ...titled(["verbose"], historyTitle, history(group.findings, tried)),
    ...shared(all, rules),
    ...shared(["verbose"], procedure),
    ...own(all, `## How to check\n\nFrom the top of the checkout:\n\n${checkCommands(group, tools)}`),
  ];
}

const codeTitle =
  "## The code around them\n\nAs it was at that commit; the lines that are marked have findings, by their numbers above.";
const historyTitle =
  "## What was tried before\n\nWith findings of these kinds, in earlier jobs. Where little was mended, the way that suggests itself did not do: look for another.";

function titled(levels: readonly Strategy[], title: string, text: string | null): readonly Part[] {
  if (text === null) return [];
  return [
    { levels, text: title, shared: true },
    { levels, text, shared: false },
  ];
}

/** In bytes. */
const longestList = 1_500;

function introduction({ name, files, findings }: Group, tools: readonly PreparedTool[]): string {
  const names = [...new Set(tools.map((tool) => toolShown(tool.name).replaceAll("`", "'")))].join(", ");
  let left = longestList;
  const fitting = files.map(quoted).filter((file) => (left -= sizeOf(file)) >= 0);
  const more = files.length > fitting.length ? [`and ${count(files.length - fitting.length, "file")} more`] : [];
  const list = files.length === 1 ? [] : [fenced([...fitting, ...more].join("\n"))];
  const task = `Mend ${count(findings.length, "finding")} of ${names} in ${count(files.length, "file")}, so that the tools report them no more, and nothing new.`;
  return [`# Mend findings: ${quoted(cut(name, 200))}`, task, ...list].join("\n\n");
}

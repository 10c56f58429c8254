import { withModel } from "../../../api/contract/agents.ts";
import { costWords } from "../../../api/contract/cost.ts";
import type { BackView, ReviewItem, TrialView } from "../../../api/contract/review.ts";
import { changes, size, statLines } from "../../snapshot/lines.ts";
import { patchLines } from "../../snapshot/patch.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { branchName, count, prose, seconds, shellWord, shortName, shortSha, shown } from "../../terminal/prose.ts";

export interface ItemHow {
  readonly now: number;
  /** Where it stands among those to be gone through. */
  readonly place: { readonly number: number; readonly of: number };
}

/** All that a person has to know of a result, but for what it changes line by line. */
export function itemLines(terminal: Terminal, item: ReviewItem, { now, place }: ItemHow): readonly string[] {
  const waits = item.since === null ? "" : `, for ${seconds(now - item.since)}`;
  const cost = costWords(item.cost);
  const total = { files: item.files.length + item.moreFiles, insertions: item.insertions, deletions: item.deletions };
  return [
    terminal.bold(`${String(place.number)}/${String(place.of)}  ${shown(item.title)}`),
    `  ${shortName(item.sheet)} of ${shown(item.job)}, attempt ${String(item.attempt)}, by ${shown(withModel(item))}${cost === null ? "" : `, ${cost}`}`,
    `  to land on ${shown(branchName(item.target))}; waits${waits}: ${prose(item.why)}`,
    ...item.validations.map(({ description, passed, reason }) =>
      validationLine(terminal, { description, passed, reason }),
    ),
    ...(item.validations.length === 0 ? [`  ${terminal.yellow("?")} it has no validations`] : []),
    ...item.flags.map((flag) => `  ${terminal.yellow("!")} ${prose(flag)}`),
    ...statLines(terminal, item.files).map((line) => ` ${line}`),
    ...(item.moreFiles > 0 ? [`  and ${count(item.moreFiles, "more file")}`] : []),
    `  ${changes(total)}`,
  ];
}

function validationLine(
  terminal: Terminal,
  { description, passed, reason }: ReviewItem["validations"][number],
): string {
  if (passed) return `  ${terminal.green("✓")} ${shown(description)}`;
  return `  ${terminal.red("✗")} ${shown(description)}${reason === "" ? "" : `: ${prose(reason.slice(0, 300))}`}`;
}

/** What it changes, line by line; `most`: no more lines than that. */
export function diffLines(terminal: Terminal, item: ReviewItem, most: number | null): readonly string[] {
  if (item.text === null || item.text === "") return [];
  const lines = patchLines(terminal, item.text);
  const shownLines = most === null ? lines : lines.slice(0, most);
  const more = lines.length - shownLines.length;
  return [
    ...shownLines,
    ...(more > 0 ? [terminal.dim(`[${count(more, "more line")}: v shows all of it]`)] : []),
    ...(item.droppedBytes > 0
      ? [
          terminal.yellow(
            `[cut here: ${size(item.droppedBytes)} more; tutti diff ${shellWord(item.sheet)} --stat shows every file]`,
          ),
        ]
      : []),
  ];
}

export function trialLines(terminal: Terminal, { sheet, path, commit, from }: TrialView): readonly string[] {
  return [
    `${shown(path)} shows ${shown(sheet)} on top of its target, as ${shortSha(commit)} (HEAD is detached).`,
    `Go back to ${from.branch === null ? shortSha(from.commit) : shown(branchName(from.branch))} with: ${terminal.bold("tutti review --back")}`,
  ];
}

export function backLine({ path, branch, commit, moved }: BackView): string {
  const where = branch === null ? shortSha(commit) : shown(branchName(branch));
  return moved ? `${shown(path)} is back on ${where}.` : `${shown(path)} is on ${where} already; nothing was switched.`;
}

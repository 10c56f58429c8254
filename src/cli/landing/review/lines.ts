import { withModel } from "../../../api/contract/agents.ts";
import { costWords } from "../../../api/contract/cost/cost.ts";
import type { BackView, ReviewItem, TrialView } from "../../../api/contract/landing/review.ts";
import { branchName, duration, plural, shellWord, visible } from "../../../base/text.ts";
import { changes, patchLines, size, statLines } from "../../snapshot/lines.ts";
import type { conflictLines } from "../three-sides.ts";
import { prose, shortName, shortSha } from "../../terminal/prose.ts";
import type { Terminal } from "../../terminal/terminal.ts";

interface ItemHow {
  readonly now: number;
  /** Where it stands among those to be gone through. */
  readonly place: { readonly number: number; readonly of: number };
}

/** All that a person has to know of a result, but for what it changes line by line. */
export function itemLines(terminal: Terminal, item: ReviewItem, { now, place }: ItemHow): readonly string[] {
  const waits = item.since === null ? "" : `, for ${duration(now - item.since)}`;
  const cost = costWords(item.cost);
  const total = { files: item.files.length + item.moreFiles, insertions: item.insertions, deletions: item.deletions };
  return [
    terminal.bold(`${place.number}/${place.of}  ${visible(item.title)}`),
    `  ${shortName(item.sheet)} of ${visible(item.job)}, attempt ${item.attempt}, by ${visible(withModel(item))}${cost === null ? "" : `, ${cost}`}`,
    `  to land on ${visible(branchName(item.target))}; waits${waits}: ${prose(item.why)}`,
    ...item.validations.map(({ description, passed, reason }) =>
      validationLine(terminal, { description, passed, reason }),
    ),
    ...(item.validations.length === 0 ? [`  ${terminal.yellow("?")} it has no validations`] : []),
    ...item.flags.map((flag) => `  ${terminal.yellow("!")} ${prose(flag)}`),
    ...statLines(terminal, item.files).map((line) => ` ${line}`),
    ...(item.moreFiles > 0 ? [`  and ${plural(item.moreFiles, "more file")}`] : []),
    `  ${changes(total)}`,
  ];
}

function validationLine(
  terminal: Terminal,
  { description, passed, reason }: ReviewItem["validations"][number],
): string {
  if (passed) return `  ${terminal.green("✓")} ${visible(description)}`;
  return `  ${terminal.red("✗")} ${visible(description)}${reason === "" ? "" : `: ${prose(reason.slice(0, 300))}`}`;
}

export function reviewedSides({ target, conflicts = [] }: ReviewItem): Parameters<typeof conflictLines>[1] {
  return { conflicts, names: { ours: branchName(target), theirs: "this result" } };
}

/** The changes of a result, line by line; `most`: no more lines than that. */
export function diffLines(terminal: Terminal, item: ReviewItem, most: number | null): readonly string[] {
  if (item.text === null || item.text === "") return [];
  const lines = patchLines(terminal, item.text);
  const shownLines = most === null ? lines : lines.slice(0, most);
  const more = lines.length - shownLines.length;
  return [
    ...shownLines,
    ...(more > 0 ? [terminal.dim(`[${plural(more, "more line")}: v shows all of it]`)] : []),
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
    `${visible(path)} shows ${visible(sheet)} on top of its target, as ${shortSha(commit)} (HEAD is detached).`,
    `Go back to ${from.branch === null ? shortSha(from.commit) : visible(branchName(from.branch))} with: ${terminal.bold("tutti review --back")}`,
  ];
}

export function backLine({ path, branch, commit, moved }: BackView): string {
  const where = branch === null ? shortSha(commit) : visible(branchName(branch));
  return moved
    ? `${visible(path)} is back on ${where}.`
    : `${visible(path)} is on ${where} already; nothing was switched.`;
}

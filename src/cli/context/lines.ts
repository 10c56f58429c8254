import { branchName, firstFew, plural, visible } from "../../base/text.ts";
import type { ContextRow, IgnoredView, LockView, StrayRow, WorktreeRow } from "../../api/contract/context.ts";
import { size } from "../snapshot/lines.ts";
import { ago, shortSha } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

const minuteMs = 60_000;

/** How long ago, in the one unit that matters. */
function ageWords(at: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at) / minuteMs));
  if (minutes < 60) return plural(minutes, "minute");
  return minutes < 48 * 60 ? plural(Math.floor(minutes / 60), "hour") : plural(Math.floor(minutes / 60 / 24), "day");
}

export function lockWords(lock: LockView): string {
  const owner = { alive: "alive", dead: "dead", unknown: "owner unknown" }[lock.owner];
  const who = lock.pid === null ? owner : `process ${lock.pid}, ${owner}`;
  return lock.why === "" ? `locked (${who})` : `locked (${who}): ${visible(lock.why)}`;
}

export function contextLines(row: ContextRow, now: number): readonly string[] {
  const room = row.bytes === null ? (row.state === "gone" ? "" : "  in place") : `  ${size(row.bytes)}`;
  const branch = row.branch === null ? "" : `  ${branchName(row.branch)}`;
  return [
    `${row.id}  ${row.level}  ${row.state}${room}  ${ageWords(row.madeAt, now)} old${branch}`,
    `  ${visible(row.path)}`,
    ...(row.lock === null ? [] : [`  ${lockWords(row.lock)}`]),
  ];
}

/** The same as a table of many. */
export function contextTable(terminal: Terminal, rows: readonly ContextRow[], now: number): readonly string[] {
  return tableLines(terminal, {
    columns: [
      { head: "CONTEXT" },
      { head: "LEVEL", rank: 2 },
      { head: "STATE" },
      { head: "SIZE", rank: 3 },
      { head: "MADE", rank: 1 },
      { head: "BRANCH" },
    ],
    rows: rows.map((row) => ({
      cells: [
        row.id,
        row.level,
        row.state,
        row.bytes === null ? (row.state === "gone" ? "" : "in place") : size(row.bytes),
        ago(row.madeAt, now),
        row.branch === null ? "" : visible(branchName(row.branch)),
      ],
      below: [`  ${visible(row.path)}`, ...(row.lock === null ? [] : [`  ${lockWords(row.lock)}`])],
    })),
  });
}

function whereWords(row: Pick<WorktreeRow, "branch" | "head">): string {
  if (row.branch === null) return `detached at ${row.head === null ? "nothing" : shortSha(row.head)}`;
  return row.head === null || /^0+$/.test(row.head)
    ? `on ${visible(branchName(row.branch))}, which is not there`
    : visible(branchName(row.branch));
}

export function worktreeLines(row: WorktreeRow): readonly string[] {
  const where = whereWords(row);
  const room = row.bytes === null ? "" : `  ${size(row.bytes)}`;
  const link = row.link === "whole" ? "" : `  ${linkWords(row.link)}`;
  return [
    `${visible(row.path)}  ${where}${room}${row.isMain ? "  main checkout" : ""}${link}`,
    ...(row.lock === null ? [] : [`  ${lockWords(row.lock)}`]),
  ];
}

function linkWords(link: string): string {
  const words: Readonly<Record<string, string>> = {
    moved: "moved by hand",
    loose: "git has no notes of it",
    gone: "its folder is gone",
    replaced: "something else lies in its place",
    unseen: "its folder can't be looked at",
  };
  return words[link] ?? link;
}

/** A stray with what would be captured of it. */
export function strayLines(row: StrayRow, now: number, isGoing: boolean): readonly string[] {
  const where = whereWords(row);
  const used = row.usedAt === null ? "" : `, last written ${ago(row.usedAt, now)}`;
  const link = row.link === "whole" ? "" : `; ${linkWords(row.link)}`;
  return [
    `${row.kind} ${visible(row.path ?? row.name)}`,
    `  ${where}, ${size(row.bytes)}${used}${link}`,
    `  ${contentWords(row)}`,
    ...ignoredLines(row.ignoredFiles, isGoing),
    ...(row.lock === null ? [] : [`  ${lockWords(row.lock)}`]),
  ];
}

const mostNamed = 10;

/** Reports the files that git ignores; none of them may be removed without a message. */
export function ignoredLines({ kept, left }: IgnoredView, isGoing: boolean): readonly string[] {
  return [
    ...(kept.length === 0 ? [] : [`  ignored, captured all the same: ${someOf(kept)}`]),
    ...(left.length === 0
      ? []
      : [`  ignored, not captured: ${isGoing ? "for a while in the trash: " : ""}${someOf(left)}`]),
  ];
}

function someOf(names: readonly string[]): string {
  return `${firstFew(names.map(visible), mostNamed)} (${names.length})`;
}

function contentWords(row: StrayRow): string {
  const own = row.kind === "clone" ? "that this repository does not have" : "on no branch";
  const parts = [
    [row.ownCommits, `commit ${own}`, `commits ${own}`],
    [row.changed, "changed file", "changed files"],
    [row.untracked, "untracked file", "untracked files"],
    [row.staged, "staged path", "staged paths"],
    [row.ignored, "ignored path", "ignored paths"],
  ] as const;
  const known = parts
    .filter(([number]) => number !== null && number > 0)
    .map(([number, one, more]) => plural(number ?? 0, one, more));
  const unknown = parts.some(([number]) => number === null) ? ["not everything in it can be counted"] : [];
  return [...known, ...unknown].join(", ") || "nothing of its own";
}

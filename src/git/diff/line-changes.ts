import { TuttiError } from "../../base/error.ts";
import type { EditedLines, FileChange } from "../../base/line-move.ts";
import { plainDiff } from "./text.ts";
import { type Git, requireOk } from "../git.ts";

interface Ask {
  readonly from: string;
  readonly to: string;
  /** Bytes of patch to read; files beyond are `unread`. */
  readonly most?: number;
}

const mostBytes = 64 * 1024 * 1024;

// The repository's configuration must not change hunks or renames.
const comparison = [
  ...["-M50%", "-l1000", "-U0", "--inter-hunk-context=0"],
  ...["--diff-algorithm=myers", "--full-index", "--ignore-submodules=none"],
];

/**
 * The changes to the lines of each file between two trees, by the file's first name (a new file: its new one). Names
 * are latin1, lines are text. One process: the exact list of files first, then their patches in that order.
 */
export async function readLineChanges(git: Git, gitDir: string, ask: Ask): Promise<ReadonlyMap<string, FileChange>> {
  const cutAt = ask.most ?? mostBytes;
  const how = ["-r", "-z", "--raw", "-p", ...comparison, ...plainDiff.args];
  const args = ["diff-tree", ...how, "--end-of-options", ask.from, ask.to];
  const exit = await git.sealed({ gitDir, args, env: plainDiff.env, cutAt });
  const isCut = exit.droppedBytes > 0;
  // Cut output ends with a mark that is not git's.
  const printed = requireOk(exit, "comparing lines")
    .subarray(0, isCut ? cutAt : undefined)
    .toString("latin1");
  const { entries, end } = readList(printed);
  if (end === null) {
    throw uncompared(`the list of changed files alone is longer than ${String(cutAt)} bytes`);
  }
  return joined(entries, readSections(printed.slice(end), isCut), isCut);
}

function uncompared(why: string): TuttiError {
  return new TuttiError("git.failed", `comparing lines: ${why}`, { audience: "environment" });
}

interface Entry {
  readonly from: string | null;
  readonly to: string | null;
  /** A file that became a link is told as two: gone, and new. */
  readonly sections: 1 | 2;
}

/** `end`: where the patches begin; `null`: the list is incomplete. */
function readList(printed: string): { readonly entries: readonly Entry[]; readonly end: number | null } {
  const entries: Entry[] = [];
  let at = 0;
  const field = (): string | null => {
    const end = printed.indexOf("\0", at);
    if (end === -1) return null;
    const text = printed.slice(at, end);
    at = end + 1;
    return text;
  };
  while (at < printed.length) {
    const facts = field();
    if (facts === "") return { entries, end: at };
    const path = field();
    const status = facts?.split(" ").at(-1)?.[0];
    const other = status === "R" ? field() : path;
    if (path === null || other === null) return { entries, end: null };
    entries.push({
      from: status === "A" ? null : path,
      to: status === "D" ? null : other,
      sections: status === "T" ? 2 : 1,
    });
  }
  return { entries, end: entries.length === 0 ? at : null };
}

function joined(
  entries: readonly Entry[],
  sections: readonly Section[],
  isCut: boolean,
): ReadonlyMap<string, FileChange> {
  const changes = new Map<string, FileChange>();
  let at = 0;
  for (const entry of entries) {
    const own = sections.slice(at, at + entry.sections);
    at += entry.sections;
    changes.set(entry.from ?? entry.to ?? "", changeOf(entry, own, isCut));
  }
  if (isCut ? sections.length > at : sections.length !== at) {
    throw uncompared(`git listed ${String(at)} patches and printed ${String(sections.length)}`);
  }
  return changes;
}

function changeOf({ from, to, sections }: Entry, own: readonly Section[], isCut: boolean): FileChange {
  if (isCut && (own.length < sections || own.some((section) => section.isCut)))
    return { from, to, hunks: [], unread: "too-large" };
  if (own.some((section) => section.isBinary)) return { from, to, hunks: [], unread: "binary" };
  const hunks = own.flatMap((section) => section.hunks);
  return { from, to, hunks: sections === 2 ? oneOf(hunks) : hunks };
}

/** Removed lines and the new lines in their place are one region. */
function oneOf(hunks: readonly EditedLines[]): readonly EditedLines[] {
  const removed = hunks.flatMap((hunk) => hunk.removed);
  const added = hunks.flatMap((hunk) => hunk.added);
  const [oldLines, newLines] = [removed.length, added.length];
  return hunks.length === 0
    ? []
    : [{ oldStart: Math.min(1, oldLines), oldLines, newStart: Math.min(1, newLines), newLines, removed, added }];
}

/** The part of a patch about one file. */
interface Section {
  readonly hunks: readonly EditedLines[];
  readonly isBinary: boolean;
  /** The patch ended here, and there was more of it. */
  readonly isCut: boolean;
}

interface OpenSection {
  hunks: EditedLines[];
  isBinary: boolean;
  isCut: boolean;
}

interface Lines {
  /** `undefined`: there is none, or not all of it. */
  next(): string | undefined;
  /** Whether the next one begins so. */
  begins(mark: string): boolean;
}

/**
 * Sections of a patch without context (`-U0`). Names are not read: git quotes them, so none begins a line, and each
 * line of content follows a mark; so content is never taken for a header.
 */
function readSections(patch: string, isCut: boolean): readonly Section[] {
  const sections: OpenSection[] = [];
  const lines = linesOf(patch, isCut);
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const section = sections.at(-1);
    if (line.startsWith("diff --git ")) sections.push({ hunks: [], isBinary: false, isCut: false });
    else if (section === undefined) continue;
    else if (line.startsWith("Binary files ")) section.isBinary = true;
    else if (line.startsWith("@@ -")) readHunk(line, lines, section);
  }
  const last = sections.at(-1);
  if (isCut && last !== undefined) last.isCut = true;
  return sections;
}

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function readHunk(line: string, lines: Lines, section: OpenSection): void {
  const [, oldStart, oldLines = "1", newStart, newLines = "1"] = header.exec(line) ?? [];
  const hunk = {
    oldStart: Number(oldStart),
    oldLines: Number(oldLines),
    newStart: Number(newStart),
    newLines: Number(newLines),
  };
  const removed = take(lines, hunk.oldLines);
  const added = take(lines, hunk.newLines);
  section.hunks.push({ ...hunk, removed, added });
}

function take(lines: Lines, count: number): readonly string[] {
  const taken: string[] = [];
  while (taken.length < count) {
    const line = lines.next();
    if (line === undefined) break;
    taken.push(textOf(line.slice(1).replace(/\r$/, "")));
  }
  // `\ No newline at end of file` is no line of its own.
  if (lines.begins("\\")) lines.next();
  return taken;
}

/** Bytes that are not UTF-8 stay readable as far as they are ASCII. */
function textOf(bytes: string): string {
  return /[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes;
}

function linesOf(text: string, isCut: boolean): Lines {
  let at = 0;
  return {
    next() {
      const found = text.indexOf("\n", at);
      if (found === -1 && (isCut || at >= text.length)) return undefined;
      const end = found === -1 ? text.length : found;
      const line = text.slice(at, end);
      at = end + 1;
      return line;
    },
    begins: (mark) => text.startsWith(mark, at),
  };
}

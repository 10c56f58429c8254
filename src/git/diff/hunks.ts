import type { EditedLines } from "../../base/line-move.ts";

/** What a patch says of one file. */
export interface Section {
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
  /** The next line, one byte a character; `undefined`: there is none, or not all of it. */
  next(): string | undefined;
  /** Whether the next one begins so. */
  begins(mark: string): boolean;
}

/**
 * The sections of a patch without context (`-U0`), in its order. Names are not read: git quotes them, so that no name
 * begins a line, and each line of content follows a mark of its own; so nothing that a file or a name holds is taken
 * for a header.
 */
export function readSections(patch: string, isCut: boolean): readonly Section[] {
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

/** What is no UTF-8 stays readable as far as it is ASCII. */
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

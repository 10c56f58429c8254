import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import { shellWord } from "../../base/text.ts";
import { pathText, type Problem, problemLine, severityOf } from "../../score/source/problem.ts";
import { prose } from "./prose.ts";
import type { Terminal } from "./terminal.ts";

// A Mozart score may have a hundred; all of them are in `tutti validate`.
const maxShown = 10;

/** Says what is worth knowing about a score that is about to be played. */
export function showNotes(terminal: Terminal, score: string, notes: readonly Problem[]): void {
  const warnings = notes.filter((note) => severityOf(note) === "warning");
  for (const note of warnings.slice(0, maxShown))
    terminal.err(`${terminal.yellow("warning")} ${problemLine(note, score)}`);
  const rest = warnings.length - maxShown;
  if (rest > 0)
    terminal.err(`${terminal.yellow("note")} ${rest} more warnings; tutti validate ${shellWord(score)} shows all`);
}

/** The consequences of a disk with too little room, and the remedy. */
export function diskLines(terminal: Terminal, disk: DiskTrouble | null): readonly string[] {
  return disk === null ? [] : [`  ${terminal.yellow(prose(disk.what))}`, `    ${prose(disk.next)}`];
}

/** A problem of a score as programs see it; field names are stable. */
export function problemView(problem: Problem): object {
  const { code, at, path, message, file } = problem;
  return {
    code,
    severity: severityOf(problem),
    line: at.line,
    column: at.column,
    path: pathText(path),
    message,
    ...(file === undefined ? {} : { file }),
  };
}

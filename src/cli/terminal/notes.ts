import { problemLine, severityOf } from "../../score/source/problem.ts";
import type { Problem } from "../../score/source/problem.ts";
import type { Terminal } from "./terminal.ts";
import { shellWord } from "./prose.ts";

// A Mozart score may have a hundred; all of them are in `tutti validate`.
const maxShown = 10;

/** Says what is worth knowing about a score that is about to be played. */
export function showNotes(terminal: Terminal, score: string, notes: readonly Problem[]): void {
  const warnings = notes.filter((note) => severityOf(note) === "warning");
  for (const note of warnings.slice(0, maxShown))
    terminal.err(`${terminal.yellow("warning")} ${problemLine(note, score)}`);
  const rest = warnings.length - maxShown;
  if (rest > 0)
    terminal.err(
      `${terminal.yellow("note")} ${String(rest)} more warnings; tutti validate ${shellWord(score)} shows all`,
    );
}

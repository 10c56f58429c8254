import { resolve } from "node:path";
import { openScore, readScoreText } from "../../score/load.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { agentsHere } from "../setting.ts";
import { showNotes } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A score as it goes to the conductor, which reads the files it names below `baseDir`. */
export interface ScoreText {
  readonly path: string;
  readonly baseDir: string;
  readonly text: string;
}

/**
 * Builds a score once in the command too: a wrong one is refused before a conductor is started or a job is put away. The
 * conductor gets the text and builds the plan that it keeps.
 */
export async function readScoreFrom(
  terminal: Terminal,
  path: string,
  folder: string,
): Promise<{ readonly score: ScoreText; readonly plan: Plan }> {
  const { text, source } = openScore(path);
  const score = { path: resolve(path), baseDir: source.baseDir, text };
  const { plan, notes } = readScoreText({ ...score, path }, await agentsHere(folder));
  showNotes(terminal, path, notes);
  return { score, plan };
}

export async function scoreFrom(terminal: Terminal, path: string, folder: string): Promise<ScoreText> {
  return (await readScoreFrom(terminal, path, folder)).score;
}

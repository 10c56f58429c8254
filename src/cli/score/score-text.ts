import { resolve } from "node:path";
import { openScore, readScoreText } from "../../score/load.ts";
import { agentsHere } from "../agents-here.ts";
import { showNotes } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A score as it goes to the conductor, which reads the files it names below `baseDir`. */
export interface ScoreText {
  readonly path: string;
  readonly baseDir: string;
  readonly text: string;
}

/** Reads a score here first: a wrong one is refused before anything is opened or moved. */
export async function scoreFrom(terminal: Terminal, path: string, folder: string): Promise<ScoreText> {
  const { text, source } = openScore(path);
  const score = { path: resolve(path), baseDir: source.baseDir, text };
  showNotes(terminal, path, readScoreText({ ...score, path }, await agentsHere(folder)).notes);
  return score;
}

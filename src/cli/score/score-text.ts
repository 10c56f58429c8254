import { resolve } from "node:path";
import { openScore, readScoreText } from "../../score/load.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { ScoreDefaults } from "../../score/schema/defaults.ts";
import { agentsHere } from "../setting.ts";
import { showNotes } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A score as it goes to the conductor, which builds its plan and reads the files it names below `baseDir`. */
export interface ScoreText {
  readonly path: string;
  readonly shown?: string;
  readonly baseDir: string;
  readonly text: string;
}

export function scoreFrom(path: string): ScoreText {
  const { text, source } = openScore(path);
  return { path: resolve(path), shown: path, baseDir: source.baseDir, text };
}

/** The plan of a score that is only shown. */
export async function planFrom(
  terminal: Terminal,
  path: string,
  { folder, defaults }: { readonly folder: string; readonly defaults?: ScoreDefaults | undefined },
): Promise<Plan> {
  const { plan, notes } = readScoreText(scoreFrom(path), { ...(await agentsHere(folder)), defaults });
  showNotes(terminal, path, notes);
  return plan;
}

import { resolve } from "node:path";
import { readScore } from "../../score/load.ts";
import { dryRun } from "../dry-run/dry-run.ts";
import { showNotes } from "../notes.ts";
import { playInFront } from "../play.ts";
import type { Terminal } from "../terminal.ts";

export interface RunOptions {
  readonly score: string;
  readonly repo: string;
  readonly parallel?: number;
  readonly dryRun?: true;
  readonly json?: true;
}

export async function run(terminal: Terminal, options: RunOptions): Promise<number> {
  // A wrong score is refused before anything is opened or made.
  const { plan, notes } = readScore(options.score);
  showNotes(terminal, options.score, notes);
  if (options.dryRun === true) return dryRun(terminal, plan, options);
  return playInFront(terminal, options.json === true, (player, course) =>
    player.run({ plan, folder: resolve(options.repo), parallel: options.parallel ?? null }, course),
  );
}

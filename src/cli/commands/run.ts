import { resolve } from "node:path";
import { withLevel } from "../../score/isolation.ts";
import { readScore } from "../../score/load.ts";
import type { IsolationLevel } from "../../score/plan.ts";
import { requireHomeApart } from "../../daemon.ts";
import { dryRun } from "../dry-run/dry-run.ts";
import { showNotes } from "../notes.ts";
import { playInFront } from "../play.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal.ts";

export interface RunOptions {
  readonly score: string;
  readonly repo: string;
  readonly parallel?: number;
  readonly isolation?: IsolationLevel;
  /** The same as the level `none`. */
  readonly noIsolation?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export async function run(terminal: Terminal, options: RunOptions): Promise<number> {
  // A wrong score is refused before anything is opened or made.
  const { plan: written, notes } = readScore(options.score);
  const level = options.noIsolation === true ? "none" : options.isolation;
  const plan = level === undefined ? written : withLevel(written, level);
  showNotes(terminal, options.score, notes);
  if (options.dryRun === true) return dryRun(terminal, plan, options);
  await requireHomeApart(settingFrom(process.env), options.repo);
  return playInFront(terminal, { json: options.json === true }, (player, course) =>
    player.run({ plan, folder: resolve(options.repo), parallel: options.parallel ?? null }, course),
  );
}

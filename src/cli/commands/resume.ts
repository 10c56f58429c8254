import { TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { readScore } from "../../score/load.ts";
import type { Plan } from "../../score/plan.ts";
import { showNotes } from "../notes.ts";
import { playInFront } from "../play.ts";
import type { Terminal } from "../terminal.ts";

export interface ResumeOptions {
  readonly job: string | undefined;
  readonly parallel?: number;
  readonly retryFailed?: true;
  readonly infer?: true;
  /** The score of a job that is to be inferred. */
  readonly score?: string;
  readonly json?: true;
}

export async function resume(terminal: Terminal, options: ResumeOptions): Promise<number> {
  if (options.score !== undefined && options.infer !== true)
    throw new TuttiError("cli.usage", "a job keeps the plan it began with: --score is for --infer only", {
      audience: "user",
      hint: "Leave it out, or run the score as a new job.",
    });
  const request = {
    job: options.job as JobId | undefined,
    folder: process.cwd(),
    parallel: options.parallel ?? null,
    retryFailed: options.retryFailed === true,
    // A wrong score is refused before anything is opened or moved.
    ...(options.infer === true ? { infer: { plan: planFrom(terminal, options.score) } } : {}),
  };
  return playInFront(terminal, { json: options.json === true, infers: options.infer === true }, (player, course) => player.resume(request, course));
}

function planFrom(terminal: Terminal, score: string | undefined): Plan | null {
  if (score === undefined) return null;
  const { plan, notes } = readScore(score);
  showNotes(terminal, score, notes);
  return plan;
}

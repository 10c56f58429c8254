import type { JobId } from "../../base/ids.ts";
import { playInFront } from "../play.ts";
import type { Terminal } from "../terminal.ts";

export interface ResumeOptions {
  readonly job: string | undefined;
  readonly parallel?: number;
  readonly retryFailed?: true;
  readonly json?: true;
}

export function resume(terminal: Terminal, options: ResumeOptions): Promise<number> {
  const request = {
    job: options.job as JobId | undefined,
    folder: process.cwd(),
    parallel: options.parallel ?? null,
    retryFailed: options.retryFailed === true,
  };
  return playInFront(terminal, options.json === true, (player, course) => player.resume(request, course));
}

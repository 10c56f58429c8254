import type { Tutti } from "../api/contract.ts";
import type { JobSummary } from "../api/view.ts";
import { TuttiError } from "../base/error.ts";
import { isAgreed } from "./contexts/confirm.ts";
import { newKey } from "./key.ts";
import type { Terminal } from "./terminal.ts";
import { count, shellWord } from "./words.ts";

interface About {
  /** The score's file. */
  readonly score: string;
  readonly folder: string;
}

/**
 * Says when an earlier job of the same score is not finished: who runs it again may have meant to go on with that one.
 */
export async function sayUnfinished(terminal: Terminal, tutti: Tutti, about: About): Promise<void> {
  const [job] = await unfinished(tutti, about);
  if (job === undefined) return;
  const id = shellWord(job.id);
  const instead = isOngoing(job)
    ? `tutti resume ${id} watches that one`
    : `tutti resume ${id} goes on with that one, --fresh puts it away first`;
  terminal.err(
    `${terminal.yellow("note:")} this is another job of the same score: ${job.id} is ${job.status}; ${instead}`,
  );
}

/** Puts away what earlier jobs of the same score left, captured first. What landed stays. */
export async function makeFresh(
  terminal: Terminal,
  tutti: Tutti,
  about: About & { readonly isAgreed: boolean },
): Promise<void> {
  const jobs = await unfinished(tutti, about);
  const kept = jobs.filter(({ counts }) => counts.landed + counts.done + counts.running > 0);
  for (const { id, counts } of kept)
    terminal.err(
      `${id}: ${String(counts.landed)} of ${count(counts.sheets, "sheet")} landed; it would begin anew, what is under way is captured and put away`,
    );
  if (kept.length > 0 && !(await isAgreed(terminal, about.isAgreed ? { yes: true } : {}, "Begin anew?")))
    throw new TuttiError("job.not_now", "an earlier job of this score has progress that --fresh would put away", {
      audience: "user",
      hint: "Say --yes to do it, or go on with it: tutti resume",
    });
  for (const { id } of jobs) {
    await tutti.call("job.cancel", { job: id, key: newKey() });
    await tutti.call("job.archive", { job: id, key: newKey() });
  }
}

function isOngoing({ status }: JobSummary): boolean {
  return status === "running" || status === "pausing" || status === "cancelling";
}

async function unfinished(tutti: Tutti, { score, folder }: About): Promise<readonly JobSummary[]> {
  const here = (repository: string): boolean => folder === repository || folder.startsWith(`${repository}/`);
  return (await tutti.call("job.list", {})).filter(
    (job) =>
      job.score === score &&
      here(job.repository) &&
      job.archived !== true &&
      job.status !== "finished" &&
      job.status !== "cancelled",
  );
}

import { TuttiError, messageOf } from "../../base/error.ts";
import { type Job, isOngoing } from "../../sheet/job.ts";
import { needsPerson, pausedBy } from "../../sheet/rest/rest.ts";
import { endDeadVisits } from "./sheets/leave.ts";
import { takeUp } from "./resume.ts";
import { type JobParts, openJob } from "./parts.ts";

/** `resume`: go on by itself · `ask`: pause them until a person says so · `leave`: touch nothing. */
export type RestartPolicy = "resume" | "ask" | "leave";

/**
 * Takes care of what an earlier process was playing. Only a person's own pause stays one. `undefined`: there was
 * nothing.
 */
export async function resumeInterrupted(
  parts: JobParts,
  policy: RestartPolicy,
): Promise<{ readonly resumed: number; readonly left: number } | undefined> {
  if (policy !== "leave") await endDeadVisits(parts);
  const left = (await parts.store.unfinished()).filter(isInterrupted);
  if (left.length === 0 || policy === "leave") return undefined;
  let resumed = 0;
  for (const job of left) {
    if (policy === "resume" && (await goOn(parts, job))) resumed += 1;
  }
  if (policy === "ask")
    parts.process.notice(
      `${String(left.length)} interrupted: tutti list shows them, tutti resume <job> goes on with one`,
    );
  return { resumed, left: left.length - resumed };
}

/** One that can't go on must not keep the others from it, nor the conductor from starting. */
async function goOn(parts: JobParts, job: Job): Promise<boolean> {
  try {
    await parts.agents.requireTerminal(job.id);
  } catch (error) {
    await waitForTerminal(parts, job, error);
    return false;
  }
  try {
    await takeUp(parts, job.id);
    return true;
  } catch (error) {
    parts.process.notice(`${job.id} can't go on by itself: ${messageOf(error)}`);
    return false;
  }
}

function isInterrupted(job: Job): boolean {
  return isOngoing(job) || (job.status.kind === "paused" && !needsPerson(job.status.cause));
}

/** It never runs without the PATH and keys that it had. */
async function waitForTerminal(parts: JobParts, job: Job, error: unknown): Promise<void> {
  parts.process.notice(`${job.id} waits: ${messageOf(error)}`);
  const { code, hint } = error instanceof TuttiError ? error : ({ code: "bug.unexpected", hint: undefined } as const);
  const rest = pausedBy({ kind: "broken", code, hint: hint ?? null }, messageOf(error));
  const { book } = await openJob(parts, job.id);
  await book.recordJob({ at: parts.world.now(), ...rest });
}

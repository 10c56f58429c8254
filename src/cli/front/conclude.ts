import { type Ending, endingOf, isRest } from "../../api/contract/ending.ts";
import type { JobView } from "../../api/contract/job.ts";
import type { JobId } from "../../base/ids.ts";
import { shellWord } from "../../base/text.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Reached } from "../reach.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { summary, unreadyNext } from "./summary.ts";
import type { WatchEnd } from "./watch.ts";

interface Concluding {
  readonly job: JobId;
  readonly json: boolean;
}

/** Says what became of a job that was watched; the exit code is its outcome. */
export function conclude(terminal: Terminal, { job, json }: Concluding, end: WatchEnd): number {
  switch (end.kind) {
    case "rest":
      return rested(terminal, json, end.job);
    case "stopped":
      return stopped(terminal, json, end.job);
    case "detached":
      sayDetached(terminal, job, json);
      return exitCodes.interrupted;
  }
}

/** A person has seen why nothing was started, and wants to see to that first. */
export function notForced(terminal: Terminal, job: JobId): number {
  terminal.out(unreadyNext(shellWord(job)));
  return exitCodes.unready;
}

export function sayDetached(terminal: Terminal, job: JobId, json: boolean): void {
  const id = shellWord(job);
  if (json) terminal.out(JSON.stringify({ type: "detached", job }));
  else
    terminal.out(
      `${id} goes on without this terminal. See it with: tutti status ${id} --watch · end it with: tutti cancel ${id}`,
    );
}

function rested(terminal: Terminal, json: boolean, job: JobView): number {
  const how = endingOf(job) ?? { kind: "stopped" };
  if (json) terminal.out(JSON.stringify({ type: "result", how, job }));
  else for (const line of summary(terminal, { job, how })) terminal.out(line);
  return exitCodeOf(how);
}

/** Interrupted by the end of its conductor. It continues without a request. */
function stopped(terminal: Terminal, json: boolean, job: JobView): number {
  const how: Ending = { kind: "stopped" };
  if (json) terminal.out(JSON.stringify({ type: "result", how, job }));
  else {
    const [headline = ""] = summary(terminal, { job, how });
    terminal.out(headline);
    terminal.out(
      `The conductor was stopped; the job is safe and goes on by itself with the next one: tutti start, or tutti resume ${shellWord(job.id)} to watch it`,
    );
  }
  return exitCodes.paused;
}

export function exitCodeOf(how: Ending): number {
  switch (how.kind) {
    case "finished":
      return how.failed === 0 && (how.lost ?? 0) === 0 ? exitCodes.good : exitCodes.failed;
    case "unready":
      return exitCodes.unready;
    case "parked":
    case "paused":
    case "agent":
    case "cost":
    case "approval":
    case "queue":
    case "pulls":
      return exitCodes.paused;
    case "broken":
      // The requested work ran, and its final gate failed.
      if (how.code === "landing.final_failed") return exitCodes.failed;
      return how.code.startsWith("bug.") ? exitCodes.bug : exitCodes.paused;
    case "cancelled":
    case "stopped":
      return exitCodes.interrupted;
  }
}

/** With a conductor jobs go on without this command; in this process they end with it, so they are waited for. */
export async function settleLocal(
  { kind, tutti }: Pick<Reached, "kind" | "tutti">,
  jobs: ReadonlyMap<JobId, number>,
): Promise<void> {
  if (kind !== "local") return;
  for (const [job, after] of jobs) {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const hear = (event: Parameters<typeof isRest>[0]): void => {
      if (isRest(event)) resolve(undefined);
    };
    const following = await tutti.follow({ job, after }, { hear, lost: reject });
    try {
      await promise;
    } finally {
      await following.stop();
    }
  }
}

import { setTimeout as pause } from "node:timers/promises";
import { endingOf } from "../../api/contract/ending.ts";
import type { JobView } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { codeOf } from "../../base/error.ts";
import { withTutti } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { makeWatchView } from "../progress/progress-view.ts";
import { lookHere } from "../reach.ts";
import { stopSignal } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { conclude, exitCodeOf } from "./conclude.ts";
import { type Link, openLink } from "./link.ts";
import { watchToRest } from "./watch.ts";

interface StatusWatch {
  readonly job: string | undefined;
  readonly json: boolean;
  /** Prints a job as it is; `undefined` for none. */
  readonly print: (job: JobView | undefined) => Promise<void> | void;
  /** Between two looks, where changes are not announced. */
  readonly lookMs?: number;
}

/** Shows a job until it rests; the exit code is the one that `tutti run` would have given. */
export async function watchStatus(terminal: Terminal, asked: StatusWatch): Promise<number> {
  const stop = stopSignal();
  const view = makeWatchView(terminal, asked.json);
  const notice = (text: string): void => {
    view.notice(text);
  };
  let link: Link | undefined;
  try {
    link = await openLink(terminal, { start: true, noStart: true, notice, signal: stop.signal });
    const { tutti, kind } = link.reached();
    if (kind === "local") return await watchHome(tutti, asked, stop.signal);
    // Before the job is looked at: what happens from here on is heard of.
    const { position: from } = await tutti.call("conductor.status", {});
    const job = await read(tutti, asked);
    if (job === undefined || endingOf(job) !== undefined) return await printed(asked, job);
    const end = await watchToRest(terminal, { link, job: job.id, from, view, stop: stop.signal });
    view.close();
    // Watching leaves nothing behind that needs explaining.
    if (end.kind === "detached") return exitCodes.interrupted;
    if (!asked.json && terminal.isLive) await asked.print(end.job);
    return conclude(terminal, { job: job.id, json: asked.json }, end);
  } catch (error) {
    if (!isWithout(error)) throw error;
    return await withTutti(await lookHere(terminal), (tutti) => watchHome(tutti, asked, stop.signal));
  } finally {
    view.close();
    stop.release();
    await link?.close();
  }
}

/**
 * Where there is no conductor, no events report changes: a job can still be played there, by a `--local`
 * command.
 */
async function watchHome(tutti: Tutti, asked: StatusWatch, stop: AbortSignal): Promise<number> {
  for (let last = ""; !stop.aborted; ) {
    const job = await read(tutti, asked);
    if (job === undefined || endingOf(job) !== undefined) return printed(asked, job);
    const now = JSON.stringify(job.sheets.map(({ id, state }) => [id, state]));
    if (now !== last) await asked.print(job);
    last = now;
    await pause(asked.lookMs ?? 1000, undefined, { signal: stop }).catch(() => undefined);
  }
  return exitCodes.interrupted;
}

async function printed({ print }: StatusWatch, job: JobView | undefined): Promise<number> {
  await print(job);
  const how = job === undefined ? undefined : endingOf(job);
  return how === undefined ? exitCodes.good : exitCodeOf(how);
}

async function read(tutti: Tutti, { job }: StatusWatch): Promise<JobView | undefined> {
  return (
    (await tutti.call("job.status", { folder: process.cwd(), ...(job === undefined ? {} : { job }) })) ?? undefined
  );
}

function isWithout(error: unknown): boolean {
  return codeOf(error) === "conductor.not_running" || codeOf(error) === "conductor.busy";
}

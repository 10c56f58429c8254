import type { TuttiEvent } from "../api/contract/events.ts";
import type { Accepted } from "../api/contract/job.ts";
import type { Tutti } from "../api/tutti.ts";
import { codeOf } from "../base/error.ts";
import { newKey } from "./ask.ts";
import { exitCodes } from "./exit-codes.ts";
import { conclude, notForced, sayDetached } from "./front/conclude.ts";
import { type Link, openLink } from "./front/link.ts";
import { unreadyLines } from "./front/summary.ts";
import { answerLines } from "./front/answers.ts";
import { type WatchEnd, watchToRest } from "./front/watch.ts";
import { makeProgressView, type ProgressView } from "./progress/progress-view.ts";
import { ask, canAsk, stopSignal } from "./terminal/input.ts";
import { prose } from "./terminal/prose.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface PlayHow {
  readonly json: boolean;
  /** A job is to be rebuilt without its records: a damaged database is put aside. */
  readonly infers?: boolean;
  /** Receives every event too. */
  readonly watch?: (event: TuttiEvent) => void;
  /** Returns as soon as the job is accepted. */
  readonly detach?: boolean;
  /** Names what is begun: it is begun once, also by another process. */
  readonly key?: string;
  /** Where no conductor runs, none is started. */
  readonly noStart?: boolean;
  /** Says what the answer notes. */
  readonly showNotes?: true;
  /** Shows it otherwise than jobs are usually shown. */
  readonly view?: ProgressView;
  /** Says at the end what became of it, instead of what is usually said. */
  readonly atRest?: (end: WatchEnd & { readonly kind: "rest" }, tutti: Tutti) => Promise<number>;
  /** For callers with their own message when there is nothing to play. */
  readonly onNothing?: () => number;
}

export function keyOf({ key }: { readonly key?: string }): Pick<PlayHow, "key"> {
  return key === undefined ? {} : { key };
}

/**
 * Starts the work to play. If the conductor is lost before it answers, the call is repeated with the same key: it has
 * one effect.
 */
type Begin = (tutti: Tutti, key: string) => Promise<Accepted | null>;

/** Begins something, shows it live until it comes to rest, and gives the outcome as an exit code. */
export async function playInFront(terminal: Terminal, how: PlayHow, begin: Begin): Promise<number> {
  const { json } = how;
  let view = how.view ?? makeProgressView(terminal, json);
  const notice = (text: string): void => {
    view.notice(text);
  };
  const stop = stopSignal();
  let link: Link | undefined;
  try {
    link = await openLink(terminal, {
      start: true,
      tells: "start",
      notice,
      signal: stop.signal,
      infers: how.infers === true,
      noStart: how.noStart === true,
    });
    const accepted = await begun(link, begin, { notice, stop: stop.signal, key: how.key ?? newKey() });
    if (accepted === null) return how.onNothing?.() ?? nothing(terminal, json);
    const { job } = accepted;
    // A person who stays hears those of a submission from the journal.
    if (how.showNotes === true || how.detach === true) for (const note of accepted.notes) notice(prose(note));
    if (how.detach === true) {
      sayDetached(terminal, job, json);
      return exitCodes.good;
    }
    let from = accepted.position;
    let end = await watchToRest(terminal, { link, job, from, view, stop: stop.signal, watch: how.watch });
    view.close();
    const problems = end.kind === "rest" && end.job.pause?.kind === "unready" ? end.job.pause.problems : [];
    if (problems.length > 0 && canAsk(terminal, how.json ? { json: true } : {})) {
      for (const line of unreadyLines(terminal, problems)) terminal.err(line);
      if (!(await ask("No agent was started. Start them all the same?"))) return notForced(terminal, job);
      const { tutti } = link.reached();
      const going = await tutti.call("job.resume", {
        job,
        folder: "/",
        retryFailed: false,
        force: true,
        key: newKey(),
      });
      from = going?.position ?? from;
      view = makeProgressView(terminal, json);
      end = await watchToRest(terminal, { link, job, from, view, stop: stop.signal, watch: how.watch });
      view.close();
    }
    if (end.kind === "rest" && how.atRest !== undefined) return await how.atRest(end, link.reached().tutti);
    if (end.kind === "rest" && !json)
      for (const line of await answerLines(terminal, link.reached().tutti, end.job)) terminal.out(line);
    return conclude(terminal, { job, json }, end);
  } catch (error) {
    // A person who left before the job began needs no explanation of why it had not.
    if (!stop.signal.aborted || !(error instanceof Left || isOfConductor(error))) throw error;
    notice(error instanceof Left ? error.message : "left before anything was begun");
    return exitCodes.interrupted;
  } finally {
    view.close();
    stop.release();
    await link?.close();
  }
}

async function begun(link: Link, begin: Begin, person: Person): Promise<Accepted | null> {
  for (;;) {
    try {
      return await unlessLeft(link, begin(link.reached().tutti, person.key), person);
    } catch (error) {
      const isLost = codeOf(error) === "conductor.lost" || codeOf(error) === "conductor.stopping";
      if (link.reached().kind === "local" || !isLost || (await link.renew(null)) !== "renewed") throw error;
    }
  }
}

interface Person {
  readonly notice: (text: string) => void;
  readonly stop: AbortSignal;
  readonly key: string;
}

/** A person left while a job had not begun. */
class Left extends Error {}

/** A job usually begins at once. One that meets faults of the machine does not: the person is told, and may leave. */
async function unlessLeft<T>(
  link: Link,
  answer: Promise<T>,
  { notice, stop }: Pick<Person, "notice" | "stop">,
): Promise<T> {
  const reached = link.reached();
  const slow = setTimeout(() => notice("waiting until the job can begin; Ctrl-C leaves"), slowMs);
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = (): void => {
    if (reached.kind === "conductor")
      reject(new Left("left; the conductor may still take the job: tutti list shows it"));
    else void reached.stop("stopped by a person").finally(() => reject(new Left("left before the job began")));
  };
  stop.addEventListener("abort", leave, { once: true });
  if (stop.aborted) leave();
  try {
    return await Promise.race([answer, left]);
  } finally {
    clearTimeout(slow);
    stop.removeEventListener("abort", leave);
  }
}

const slowMs = 2_000;

function isOfConductor(error: unknown): boolean {
  return codeOf(error)?.startsWith("conductor.") === true;
}

function nothing(terminal: Terminal, json: boolean): number {
  if (json) terminal.out(JSON.stringify({ type: "result", job: null }));
  else
    terminal.out(
      "Nothing to resume here: no unfinished job of this repository. (--retry-failed takes a finished one with failures, --infer one that the database has lost; tutti list shows all jobs.)",
    );
  return exitCodes.good;
}

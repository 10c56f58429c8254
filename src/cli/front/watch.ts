import { endingOf, isRest } from "../../api/contract/ending.ts";
import type { Listener, TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { withTutti } from "../ask.ts";
import { showRecorded } from "../journal/show-events.ts";
import type { ProgressView } from "../progress/progress-view.ts";
import { type Reached, reachTutti } from "../reach.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Link } from "./link.ts";

interface Watching {
  readonly link: Link;
  readonly job: JobId;
  /** Of the journal, to follow from. */
  readonly from: number;
  readonly view: ProgressView;
  /** Receives every event too. */
  readonly watch?: ((event: TuttiEvent) => void) | undefined;
  /** A person has seen enough. */
  readonly stop: AbortSignal;
}

export type WatchEnd =
  | { readonly kind: "rest"; readonly job: JobView }
  | { readonly kind: "detached" }
  /** The conductor was stopped: the job waits for the next one. */
  | { readonly kind: "stopped"; readonly job: JobView };

/**
 * Shows a job until it rests. A conductor that is lost meanwhile is found again, or started, and followed from where
 * the last one was.
 */
export async function watchToRest(terminal: Terminal, watching: Watching): Promise<WatchEnd> {
  const { link, job, view, stop } = watching;
  const cursor = makeCursor(watching.from);
  const hear = (event: TuttiEvent): void => {
    watching.watch?.(event);
    view.show(event);
  };
  const notice = (text: string): void => {
    view.notice(text);
  };
  const active =
    view.active === undefined
      ? {}
      : { active: (activities: Parameters<NonNullable<ProgressView["active"]>>[0]) => view.active?.(activities) };
  view.begin(await readView(terminal, link, job));
  for (;;) {
    const reached = link.reached();
    const end = await hearOut(reached, { job, cursor, stop, notice, hear, ...active });
    if (end.kind === "detached") return end;
    if (end.kind === "rest") return { kind: "rest", job: await readView(terminal, link, job) };
    if (reached.kind === "local") throw end.error;
    const renewal = await link.renew(watching.from);
    if (renewal === "left") return { kind: "detached" };
    if (renewal === "stopped") return { kind: "stopped", job: await readFromHome(terminal, job) };
    const now = await lookAtNew(link, { job, cursor, hear });
    if (now === undefined) continue;
    view.begin(now);
    // The new conductor may have been told to leave such jobs alone: then nothing more is heard of it.
    if (endingOf(now) !== undefined) return { kind: "rest", job: now };
  }
}

/**
 * The view of a job from a conductor that was just found. `undefined`: the conductor is lost again, and the home alone
 * can't tell a job that rests from one that waits.
 */
async function lookAtNew(
  link: Link,
  { job, cursor, hear }: { job: JobId; cursor: Cursor; hear: (event: TuttiEvent) => void },
): Promise<JobView | undefined> {
  try {
    const now = await requireView(link.reached().tutti, job);
    if (endingOf(now) !== undefined) await catchUp(link, { job, cursor, hear });
    return now;
  } catch (error) {
    if (isOfConductor(error)) return undefined;
    throw error;
  }
}

/** Delivers the missed events of a job that rests by now. */
async function catchUp(
  link: Link,
  { job, cursor, hear }: { job: JobId; cursor: Cursor; hear: (event: TuttiEvent) => void },
): Promise<void> {
  await showRecorded(link.reached().tutti, { job, after: cursor.after(), types: undefined, folder: "/" }, (event) => {
    if (cursor.take(event)) hear(event);
  });
}

/** Through the conductor; when that is on its way out, from the home itself. */
async function readView(terminal: Terminal, link: Link, job: JobId): Promise<JobView> {
  const reached = link.reached();
  try {
    return await requireView(reached.tutti, job);
  } catch (error) {
    if (reached.kind === "local" || !isOfConductor(error)) throw error;
    return readFromHome(terminal, job);
  }
}

async function readFromHome(terminal: Terminal, job: JobId): Promise<JobView> {
  return withTutti(await reachTutti(terminal, { start: false }), (tutti) => requireView(tutti, job));
}

function isOfConductor(error: unknown): boolean {
  return error instanceof TuttiError && /^(?:conductor|store)\./.test(error.code);
}

async function requireView(tutti: Tutti, job: JobId): Promise<JobView> {
  const view = await tutti.call("job.status", { job, folder: "/" });
  if (view !== null) return view;
  throw new TuttiError("job.unknown", `there is no job ${job}`, { audience: "user" });
}

/** Why no more events of a job come. */
type HeardEnd =
  | { readonly kind: "rest" }
  | { readonly kind: "detached" }
  | { readonly kind: "lost"; readonly error: unknown };

interface Hearing {
  readonly job: JobId;
  readonly cursor: Cursor;
  /** A person has seen enough. */
  readonly stop: AbortSignal;
  readonly notice: (text: string) => void;
  readonly hear: (event: TuttiEvent) => void;
  readonly active?: NonNullable<Listener["active"]>;
}

/** Hears of a job over one connection until it rests, the connection is lost, or a person has seen enough. */
export async function hearOut(reached: Reached, hearing: Hearing): Promise<HeardEnd> {
  const { promise, resolve } = Promise.withResolvers<HeardEnd>();
  const lost = (error: unknown): void => resolve({ kind: "lost", error });
  const onStop = (): void => {
    if (reached.kind === "conductor") resolve({ kind: "detached" });
    else {
      hearing.notice(
        "stopping safely: what runs is ended and captured (Ctrl-C again leaves at once; nothing is lost either way)",
      );
      reached.stop("stopped by a person").catch(lost);
    }
  };
  if (reached.kind === "local") void reached.broken.then(lost);
  hearing.stop.addEventListener("abort", onStop, { once: true });
  if (hearing.stop.aborted) onStop();
  try {
    const hear = (event: TuttiEvent): void => {
      if (!hearing.cursor.take(event)) return;
      hearing.hear(event);
      if (isRest(event) && !(reached.kind === "conductor" && isByStop(event))) resolve({ kind: "rest" });
    };
    const { active } = hearing;
    const following = await reached.tutti.follow(
      { job: hearing.job, after: hearing.cursor.after(), ...(active === undefined ? {} : { activity: true }) },
      { hear, lost, ...(active === undefined ? {} : { active }) },
    );
    const end = await promise;
    if (end.kind !== "lost") await following.stop();
    return end;
  } catch (error) {
    return { kind: "lost", error };
  } finally {
    hearing.stop.removeEventListener("abort", onStop);
  }
}

/**
 * A job whose conductor was stopped goes on with the next one: only the end of the connection tells whether there is
 * one.
 */
function isByStop({ recorded }: TuttiEvent): boolean {
  return recorded.about === "job" && recorded.event.kind === "paused" && recorded.event.cause.kind === "stop";
}

/**
 * How far a client has read: with it, nothing is heard twice and nothing is left out, however often the connection is
 * lost.
 */
interface Cursor {
  /** Whether it is new; from then on it counts as heard. */
  take(event: Pick<TuttiEvent, "position" | "index">): boolean;
  /** The position to follow from. */
  after(): number;
}

/** `after`: a position of which everything was heard. */
export function makeCursor(after: number): Cursor {
  let last = { position: after, index: Infinity };
  return {
    take: ({ position, index }) => {
      if (position < last.position || (position === last.position && index <= last.index)) return false;
      last = { position, index };
      return true;
    },
    // Of the last position perhaps not everything came: all of it is asked for once more.
    after: () => (last.index === Infinity ? last.position : last.position - 1),
  };
}

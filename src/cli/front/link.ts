import { setTimeout as pause } from "node:timers/promises";
import { isComing } from "../../api/local/coming.ts";
import type { Tutti } from "../../api/tutti.ts";
import { codeOf, messageOf, TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { withTutti } from "../ask.ts";
import { showRecorded } from "../journal/show-events.ts";
import { find, type Reached, type ReachHow, reachTutti } from "../reach.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The way to Tutti that one command has: lost and found again as often as need be, and closed with it. */
export interface Link {
  reached(): Reached;
  /**
   * Finds a conductor again, after something failed because there was none. `from`: where the journal stood when this
   * command began to follow; `null` when it does not follow yet.
   */
  renew(from: number | null): Promise<Renewal>;
  close(): Promise<void>;
}

type Renewal =
  | "renewed"
  /** The conductor was stopped, and no other took its place. */
  | "stopped"
  /** A person does not want to wait. */
  | "left";

interface LinkHow extends ReachHow {
  readonly notice: (text: string) => void;
  readonly signal: AbortSignal;
  readonly patience?: Patience;
}

interface Patience {
  /** For a conductor that is gone, or whose disk is full. */
  readonly awayMs: number;
  /** For another one after the first was stopped: that may be a restart. */
  readonly restartMs: number;
  /** How many may be lost in a row, each soon after it was found. */
  readonly losses: number;
}

const usualPatience: Patience = { awayMs: 60_000, restartMs: 2000, losses: 10 };
/** One that was there for longer had come up well. */
const soonMs = 30_000;

export async function openLink(terminal: Terminal, how: LinkHow): Promise<Link> {
  const patience = how.patience ?? usualPatience;
  let reached: Reached | undefined = await find(terminal, how);
  let since = performance.now();
  let losses = 0;
  const close = async (): Promise<void> => {
    const last = reached;
    reached = undefined;
    await last?.tutti.close();
  };
  const renew = async (from: number | null): Promise<Renewal> => {
    losses = performance.now() - since > soonMs ? 1 : losses + 1;
    if (losses > patience.losses) throw gone(`it was lost ${losses} times in a row`);
    const wait = makeWait(how.signal);
    const say = sayOnce(how.notice);
    let isStopped = false;
    while (!how.signal.aborted) {
      const sight =
        reached === undefined
          ? await search(terminal, { ...how, tells: undefined, noStart: isStopped || how.noStart === true })
          : await look(reached.tutti);
      if (sight.kind === "ready") {
        since = performance.now();
        return "renewed";
      }
      if (sight.kind === "found") ({ reached } = sight);
      else if (sight.kind === "not yet") {
        if (isStopped && !sight.isOnItsWay && wait.waitedMs() > patience.restartMs) return "stopped";
        if (wait.waitedMs() > patience.awayMs) throw gone(sight.why);
        if (reached !== undefined) say(`the conductor does not play now: ${sight.why}`);
        await wait.pause();
      } else {
        await close();
        isStopped = from !== null && (await wasStopped(terminal, from));
        say(
          isStopped
            ? "the conductor was stopped"
            : "the conductor is gone; the job is safe, and another conductor goes on with it",
        );
        wait.begin();
      }
    }
    return "left";
  };
  return { reached: () => reached ?? never(), renew, close };
}

interface Wait {
  begin(): void;
  waitedMs(): number;
  pause(): Promise<void>;
}

const longestPauseMs = 1000;

function makeWait(signal: AbortSignal): Wait {
  let begun = performance.now();
  let nextMs = 50;
  return {
    begin: () => {
      begun = performance.now();
      nextMs = 50;
    },
    waitedMs: () => performance.now() - begun,
    pause: async () => {
      await pause(nextMs, undefined, { signal }).catch(() => undefined);
      nextMs = Math.min(2 * nextMs, longestPauseMs);
    },
  };
}

function sayOnce(notice: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) notice(text);
    said.add(text);
  };
}

function gone(why: string): TuttiError {
  return new TuttiError("conductor.lost", `the conductor could not be reached again: ${why}`, {
    audience: "environment",
    hint: "The job is safe, and goes on with the next conductor: tutti start. How it is: tutti status.",
  });
}

function never(): never {
  throw new TuttiError("bug.unreachable", "a connection that was closed is used", { audience: "bug" });
}

/** The visible state of a conductor. */
type Sight =
  | { readonly kind: "ready" }
  | { readonly kind: "found"; readonly reached: Reached }
  /** It may come, or come back. `isOnItsWay`: a process is seen to start it. */
  | { readonly kind: "not yet"; readonly why: string; readonly isOnItsWay: boolean }
  /** This connection is of no use any more. */
  | { readonly kind: "gone" };

/** Behind a connection that stands: an engine that a full disk ended comes back there. */
async function look(tutti: Tutti): Promise<Sight> {
  try {
    const { ready, why } = await tutti.call("conductor.ready", {});
    return ready ? { kind: "ready" } : { kind: "not yet", why: why ?? "", isOnItsWay: true };
  } catch {
    return { kind: "gone" };
  }
}

/** Throws the errors that keep a conductor from starting. */
async function search(terminal: Terminal, how: ReachHow): Promise<Sight> {
  try {
    return { kind: "found", reached: await find(terminal, how) };
  } catch (error) {
    const mayCome = codeOf(error) === "conductor.not_running" || codeOf(error) === "conductor.busy";
    if (mayCome)
      return { kind: "not yet", why: messageOf(error), isOnItsWay: await isComing(settingFrom(process.env).home) };
    throw error;
  }
}

/**
 * Whether the last that the journal says of a conductor, from a position on, is that it was told to stop. One that died
 * says nothing.
 */
async function wasStopped(terminal: Terminal, from: number): Promise<boolean> {
  let isStopped = false;
  try {
    const asked = {
      job: undefined as JobId | undefined,
      after: from,
      types: ["conductor.started", "conductor.stopping"] as const,
      folder: "/",
    };
    await withTutti(await reachTutti(terminal, { start: false }), (tutti) =>
      showRecorded(tutti, asked, ({ type }) => {
        isStopped = type === "conductor.stopping";
      }),
    );
  } catch {
    // A journal that can't be read now tells nothing, and the next conductor will.
  }
  return isStopped;
}

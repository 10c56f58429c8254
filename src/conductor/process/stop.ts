import type { World } from "../../base/world/world.ts";
import type { Log } from "../../log/rotating.ts";

/** The conductor's decision to stop: the first request wins, by a signal, a client or an idle conductor. */
export interface StopRequest {
  readonly request: (why: string) => void;
  /** Resolves with the reason of the first request. */
  readonly requested: Promise<string>;
  isRequested(): boolean;
}

export function makeStopRequest(): StopRequest {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isRequested = false;
  return {
    request: (why) => {
      isRequested = true;
      resolve(why);
    },
    requested: promise,
    isRequested: () => isRequested,
  };
}

export interface SignalParts {
  readonly stop: StopRequest;
  readonly log: Pick<Log, "write">;
  readonly say: (text: string) => void;
  readonly reload: () => void;
}

/** Both exits are safe: the next start continues. */
const interrupted = 130;
const bug = 70;

/** Handles signals and uncaught errors until the returned function is called. */
export function hearSignals({ stop, log, say, reload }: SignalParts): () => void {
  const onStop = (name: string): void => {
    if (stop.isRequested()) {
      log.write("warn", "second signal: exiting at once", { signal: name });
      process.exit(interrupted);
    }
    say(
      "stopping safely: running agents are ended and their work is captured (a second signal exits at once; nothing is lost either way)",
    );
    stop.request(`signal ${name}`);
  };
  const onFault = (error: NodeJS.ErrnoException): void => {
    // The terminal or the pipe was closed: the conductor's output has no reader, its work goes on.
    if (error.syscall === "write" && (error.code === "EPIPE" || error.code === "EIO")) return;
    log.write("error", "a fault of Tutti's own", { error: error.stack ?? String(error) });
    say(error.stack ?? String(error));
    process.exit(bug);
  };
  process.on("SIGTERM", onStop).on("SIGINT", onStop).on("SIGHUP", reload).on("uncaughtException", onFault);
  return () => {
    process.off("SIGTERM", onStop).off("SIGINT", onStop).off("SIGHUP", reload).off("uncaughtException", onFault);
  };
}

export interface IdleWatch {
  /** `null`: never exit for being idle. */
  readonly limitMs: () => number | null;
  readonly isIdle: () => boolean;
  readonly stop: StopRequest;
  readonly world: Pick<World, "ticks" | "after">;
}

const longestLookMs = 10_000;

/** Stops a conductor that has been idle for its limit. Ticks do not advance while the machine sleeps. */
export function watchIdle({ limitMs, isIdle, stop, world }: IdleWatch): () => void {
  let since: number | undefined;
  let cancel: () => void = () => undefined;
  const look = (): void => {
    const limit = limitMs();
    since = isIdle() ? (since ?? world.ticks()) : undefined;
    if (limit !== null && since !== undefined && world.ticks() - since >= limit) stop.request("idle");
    else cancel = world.after(Math.min(longestLookMs, Math.max(10, (limit ?? longestLookMs) / 4)), look);
  };
  look();
  return () => {
    cancel();
  };
}

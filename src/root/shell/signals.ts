import type { Log } from "../../log/rotating.ts";
import type { StopRequest } from "./stop-request.ts";

export interface SignalParts {
  readonly stop: StopRequest;
  readonly log: Pick<Log, "write">;
  readonly say: (text: string) => void;
  readonly reload: () => void;
}

/** What ends with these was killed by a person, or by a fault of our own. Both are safe: the next start goes on. */
const interrupted = 130;
const bug = 70;

/** Until the returned function is called, signals and faults are what a conductor makes of them. */
export function hearSignals({ stop, log, say, reload }: SignalParts): () => void {
  const onStop = (name: string): void => {
    if (stop.isRequested()) {
      log.write("warn", "told to stop once more: ends at once", { signal: name });
      process.exit(interrupted);
    }
    say("stopping safely: what runs is ended and captured (once more ends at once; nothing is lost either way)");
    stop.request(`signal ${name}`);
  };
  const onFault = (error: NodeJS.ErrnoException): void => {
    // Nobody reads what it prints any more: the terminal was closed, or the pipe.
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

import { messageOf } from "../../base/error.ts";
import type { Listener } from "../contract/events.ts";

/** A listener whose exceptions become warnings: thrown where events come in, one would end the whole program. */
export function guardedListener(listener: Listener): Listener {
  return {
    hear: (event) => {
      guard(() => listener.hear(event));
    },
    missed: (gap) => {
      guard(() => listener.missed?.(gap));
    },
    active: (activities) => {
      guard(() => listener.active?.(activities));
    },
    lost: (error) => {
      guard(() => listener.lost?.(error));
    },
  };
}

/** Calls a callback of another program, whose exceptions become warnings. It may be async: its exception comes later. */
export function guard(call: () => unknown): void {
  try {
    Promise.resolve(call()).catch(warn);
  } catch (error) {
    warn(error);
  }
}

/** A browser has no process; it reports an error of a callback as its own uncaught ones. */
const host = globalThis as {
  readonly process?: Pick<NodeJS.Process, "emitWarning">;
  readonly reportError?: (error: unknown) => void;
};

function warn(error: unknown): void {
  if (host.process === undefined) return host.reportError?.(error);
  const text = `a callback that follows Tutti's events failed: ${messageOf(error)}`;
  const detail = error instanceof Error ? error.stack : undefined;
  host.process.emitWarning(text, { type: "TuttiWarning", ...(detail === undefined ? {} : { detail }) });
}

import { messageOf } from "../base/error.ts";
import type { Listener } from "./contract/events.ts";

/**
 * A listener whose exceptions stay its own: thrown where news comes in, one would end the whole program. It is warned
 * of, and goes on listening.
 */
export function guardedListener(listener: Listener): Listener {
  return {
    hear: (event) => {
      guard(() => listener.hear(event));
    },
    missed: (gap) => {
      guard(() => listener.missed?.(gap));
    },
    lost: (error) => {
      guard(() => listener.lost?.(error));
    },
  };
}

/** A callback may be an async function, whose exception comes later. */
function guard(call: () => unknown): void {
  try {
    Promise.resolve(call()).catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  const detail = error instanceof Error ? error.stack : undefined;
  process.emitWarning(`a callback that follows Tutti's events failed: ${messageOf(error)}`, {
    type: "TuttiWarning",
    ...(detail === undefined ? {} : { detail }),
  });
}

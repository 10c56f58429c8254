import type { World } from "../../base/world.ts";
import type { StopRequest } from "./stop-request.ts";

export interface IdleWatch {
  /** `null`: it may be idle for ever. */
  readonly limitMs: () => number | null;
  readonly isIdle: () => boolean;
  readonly stop: StopRequest;
  readonly world: Pick<World, "ticks" | "after">;
}

const longestLookMs = 10_000;

/**
 * Ends a conductor that nobody has needed for a while. Sleep of the machine does not count: the ticks stand still in
 * it.
 */
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

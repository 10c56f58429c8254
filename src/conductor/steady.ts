import type { EpochMs } from "../base/ids.ts";
import type { World } from "../base/world.ts";

/**
 * The time by which waits are judged: the wall clock, but never set back. Set back by a day, it would turn a wait of
 * seconds into one of a day; set forward, or behind after the machine slept, it is believed. Set forward and back
 * again, it goes on from where it was: waits that began in between end there. Whole milliseconds, as the journal has
 * them: what it says of a start must not be before the moment that the start waited for.
 */
export function steadyClock(world: Pick<World, "now" | "ticks">): () => EpochMs {
  let last = { now: world.now() as number, ticks: world.ticks() };
  return () => {
    const ticks = world.ticks();
    last = { now: Math.max(world.now(), last.now + ticks - last.ticks), ticks };
    return Math.floor(last.now) as EpochMs;
  };
}

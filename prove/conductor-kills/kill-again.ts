import { setTimeout as pause } from "node:timers/promises";
import type { Playground } from "../playground.ts";
import type { Chance } from "../seed.ts";
import { runTutti } from "../tutti.ts";
import { killConductor, nextConductor } from "./target.ts";

export interface Killing {
  readonly chance: Chance;
  readonly most: number;
  /** The longest time that a conductor gets before it is killed. */
  readonly spanMs: number;
  readonly over: AbortSignal;
  /** While there is no conductor. */
  readonly whileDead?: () => Promise<void>;
}

/** kill -9 of one conductor after the other, half of the time with all its children. How many there were. */
export async function killAgain(ground: Playground, killing: Killing): Promise<number> {
  const { chance, most, spanMs, over, whileDead } = killing;
  const starts: Promise<unknown>[] = [];
  let last: Awaited<ReturnType<typeof nextConductor>>;
  let struck = 0;
  while (struck < most && !over.aborted) {
    const running = await nextConductor(ground, last, over);
    if (running === undefined) break;
    await pause(chance.next() * spanMs);
    last = running;
    if (await killConductor(ground, running, chance.next() < 0.5)) {
      struck += 1;
      await whileDead?.();
    }
    starts.push(runTutti(ground, ["start"]));
  }
  await Promise.all(starts);
  return struck;
}

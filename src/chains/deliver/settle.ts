import type { World } from "../../base/world/world.ts";
import type { Stage } from "../../conductor/stage.ts";
import type { Deliverer } from "./deliverer.ts";

const lookMs = 50;

interface Settling {
  readonly chains: Pick<Deliverer, "open">;
  readonly stage: Pick<Stage, "all">;
  readonly world: World;
  readonly stop: AbortSignal;
}

/** For a process that ends with its jobs: waits until it has taken the steps that follow them. */
export async function settleChains({ chains, stage, world, stop }: Settling): Promise<void> {
  const isUnderWay = (): boolean => chains.open() > 0 || stage.all().some(({ book }) => book.job().chain !== undefined);
  while (!stop.aborted && isUnderWay())
    await new Promise<void>((resolve) => {
      world.after(lookMs, resolve);
    });
}

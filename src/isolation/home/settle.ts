import { realWorld } from "../../base/world/real-world.ts";
import { type Settlement, settleOrphans } from "../../process/tree/settle.ts";
import { sweepHome } from "../records/sweep.ts";
import type { Places } from "./places.ts";

/** How long a git that outlived its Tutti may take to finish. */
const orphanPatienceMs = 60_000;

/** Ends what an earlier Tutti left running, then sweeps the home; with a survivor, everything there may be in use. */
export async function settleHome(
  places: Places,
  life: { readonly homeHash: string; readonly epoch: number },
  notice: (text: string) => void,
): Promise<void> {
  const { homeHash, epoch: currentEpoch } = life;
  const orphans = await settleOrphans({ homeHash, currentEpoch, limitMs: orphanPatienceMs, clock: realWorld });
  for (const text of orphanNotice(orphans)) notice(text);
  if (orphans.kind === "unknown" || orphans.left.length === 0) await sweepHome(places, notice);
}

function orphanNotice(settlement: Settlement): readonly string[] {
  if (settlement.kind === "unknown")
    return [`whether an earlier tutti left processes behind is unknown: ${settlement.why}`];
  const { killed, finished, left } = settlement;
  return [
    ...(killed + finished > 0
      ? [`an earlier tutti left processes behind: ${String(killed)} ended, ${String(finished)} git let finish`]
      : []),
    ...left.map((orphan) => `process ${String(orphan.pid)} of an earlier tutti could not be ended`),
  ];
}

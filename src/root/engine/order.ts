import { realWorld } from "../../base/real-world.ts";
import type { Places } from "../../isolation/home/places.ts";
import { sweepHome } from "../../isolation/records/sweep.ts";
import { type Settlement, settleOrphans } from "../../process/tree/settle.ts";
import type { openStore } from "../../store/sqlite/open.ts";
import { rescueStore } from "../../store/sqlite/open/rescue.ts";
import type { Opening } from "../setting.ts";

/** How long a git that outlived its Tutti may take to finish. */
const orphanPatienceMs = 60_000;

/** What an earlier Tutti left at work comes to its end first; with some of it still alive, nothing is nobody's. */
export async function settleHome(
  home: { readonly places: Places; readonly homeHash: string; readonly epoch: number },
  notice: (text: string) => void,
): Promise<void> {
  const { places, homeHash, epoch: currentEpoch } = home;
  const orphans = await settleOrphans({ homeHash, currentEpoch, limitMs: orphanPatienceMs, clock: realWorld });
  for (const text of orphanNotice(orphans)) notice(text);
  if (orphans.kind === "unknown" || orphans.left.length === 0) await sweepHome(places, notice);
}

function orphanNotice(settlement: Settlement): readonly string[] {
  if (settlement.kind === "unknown")
    return [`whether an earlier tutti left processes behind can't be told here: ${settlement.why}`];
  const { killed, finished, left } = settlement;
  return [
    ...(killed + finished > 0
      ? [`an earlier tutti left processes behind: ${String(killed)} ended, ${String(finished)} git let finish`]
      : []),
    ...left.map((orphan) => `process ${String(orphan.pid)} of an earlier tutti could not be ended`),
  ];
}

/** With what is left of a damaged database put aside. */
export async function openAnew({ home }: Places, { notice }: Opening): ReturnType<typeof openStore> {
  return rescueStore(home, {
    // Seconds are ahead of any count.
    firstEpoch: Math.floor(realWorld.now() / 1000),
    onAside: (path) => {
      notice(`the database is damaged; what is left of it is kept as ${path}`);
    },
  });
}

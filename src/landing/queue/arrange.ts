import { landingOrder } from "../radar/order.ts";
import { reachOf } from "../radar/reach.ts";
import type { Ground } from "../ground.ts";
import type { Entry } from "./offer.ts";
import type { QueueState } from "./state.ts";

/** Past this many at once, to compare all with all costs more than it gains. */
const mostCompared = 500;

/**
 * Gives new results their places behind the others: those that touch nothing that another one touches first, so that
 * they can't conflict.
 */
export async function arrange(queue: QueueState, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const fresh = entries.filter(({ place }) => place === undefined);
  const order = fresh.length < 2 || fresh.length > mostCompared ? fresh : await calm(queue.ground, fresh);
  for (const entry of order) {
    queue.places += 1;
    entry.place = queue.places;
  }
  return fresh.length === 0 ? entries : queue.inOrder(entries);
}

async function calm(ground: Ground, fresh: readonly Entry[]): Promise<readonly Entry[]> {
  const reaching = await Promise.all(
    fresh.map(async (entry) => {
      // What can't be read is told when it is to be merged.
      const changes = await ground.changes(entry.candidate).catch(() => []);
      return { entry, reach: reachOf(changes) };
    }),
  );
  return landingOrder(reaching).map(({ entry }) => entry);
}

import type { StoreReader } from "../../../store/open.ts";
import type { Handlers } from "../../../api/handlers.ts";

/** `store`: `undefined` where Tutti never ran. */
export function findingStats(store: Pick<StoreReader, "tallies"> | undefined): Handlers["findings.stats"] {
  return async () => ({ tallies: (await store?.tallies()) ?? [] });
}

import type { Lane } from "../schedule/accounts/lane.ts";

/** The joint knowledge of all homes of a machine about the accounts that their agents use. */
export interface Ledger {
  /** Names this process among those that write here. */
  readonly holder: string;
  read(key: string): Lane | undefined;
  all(): ReadonlyMap<string, Lane>;
  /** Changes a lane in one step: no other process comes in between. `undefined`: there is none any more. */
  change(key: string, change: (lane: Lane | undefined) => Lane | undefined): void;
  /** Differs once another process has written. */
  version(): number;
  /** Of those named, the ones whose process is gone. */
  gone(holders: readonly string[]): readonly string[];
  close(): void;
}

/** For one process alone. */
export function makeLedger(): Ledger {
  const lanes = new Map<string, Lane>();
  return {
    holder: "alone",
    read: (key) => lanes.get(key),
    all: () => lanes,
    change: (key, change) => {
      const lane = change(lanes.get(key));
      if (lane === undefined) lanes.delete(key);
      else lanes.set(key, lane);
    },
    version: () => 0,
    gone: () => [],
    close: () => undefined,
  };
}

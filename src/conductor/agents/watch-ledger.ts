import type { World } from "../../base/world/world.ts";
import { type Lane, withRunning, withWants, withoutHolder } from "../../schedule/accounts/lane.ts";
import { wantMs } from "../../schedule/accounts/leave.ts";
import type { Ledger } from "../../store/ledger.ts";

/** Looks after what this home has in the ledger, as long as it has sessions out or would start some. */
export interface LedgerWatch {
  /** One would start, and may not now. `isTimed`: time alone makes room. */
  wait(lane: { readonly key: string }, how: { readonly isUrgent: boolean; readonly isTimed: boolean }): void;
  /** Those that waited are asked anew. */
  forget(): void;
  /** A session is out. */
  watch(): void;
  stop(): void;
}

interface WatchParts {
  readonly world: Pick<World, "now" | "after">;
  readonly ledger: Ledger;
  /** How many sessions this home has out, by lane. */
  readonly running: ReadonlyMap<string, number>;
  readonly wake: () => void;
}

interface Waiting {
  wants: number;
  isUrgent: boolean;
  isTimed: boolean;
  saidAt: number;
  readonly since: number;
}

/** How often those that wait look whether another home made room. */
const pollMs = 250;
const renewMs = 30_000;
const sweepMs = 2_000;
/** No event says when a limit may be tried anew, or when another home gives up: waiting sheets ask from time to time. */
const patienceMs = 5_000;
/** A home that has said nothing for this long has no sessions, whether its process is there or not. */
const longestSilenceMs = 10 * 60_000;

export function makeWatch({ world, ledger, running, wake }: WatchParts): LedgerWatch {
  const { holder } = ledger;
  const waiting = new Map<string, Waiting>();
  const last = { version: ledger.version(), renewedAt: world.now() as number, sweptAt: 0 };
  let callOff: (() => void) | null = null;
  let isStopped = false;
  const say = (key: string, one: Waiting): void => {
    one.saidAt = world.now();
    ledger.change(key, (lane) => lane && withWants(lane, { now: world.now(), holder, ...one }, one.wants));
  };
  const watch = (): void => {
    if (isStopped || callOff !== null || (waiting.size === 0 && running.size === 0)) return;
    callOff = world.after(waiting.size > 0 ? pollMs : renewMs, () => {
      callOff = null;
      tick();
      watch();
    });
  };
  const tick = (): void => {
    const now = world.now();
    if (waiting.size > 0 && now - last.sweptAt >= sweepMs) {
      last.sweptAt = now;
      for (const key of waiting.keys()) sweep({ ledger, now }, key);
    }
    if (now - last.renewedAt >= renewMs) {
      last.renewedAt = now;
      for (const [key, count] of running)
        ledger.change(key, (lane) => lane && withRunning(lane, { now, holder }, count));
    }
    const version = ledger.version();
    const isChanged = version !== last.version;
    last.version = version;
    if (isChanged || [...waiting.values()].some(({ isTimed, since }) => isTimed || now - since >= patienceMs)) wake();
    else for (const [key, one] of waiting) if (now - one.saidAt >= wantMs / 2) say(key, one);
  };
  return {
    watch,
    forget: () => {
      waiting.clear();
    },
    wait: ({ key }, { isUrgent, isTimed }) => {
      const known = waiting.get(key);
      const one = known ?? { wants: 0, isUrgent: false, isTimed: false, saidAt: 0, since: world.now() };
      one.wants += 1;
      one.isTimed ||= isTimed;
      const isNews = known === undefined || (isUrgent && !one.isUrgent);
      one.isUrgent ||= isUrgent;
      waiting.set(key, one);
      // Once a round, or ten thousand sheets that wait would write ten thousand times.
      if (isNews) say(key, one);
      // A renewal may be half a minute away.
      callOff?.();
      callOff = null;
      watch();
    },
    stop: () => {
      isStopped = true;
      callOff?.();
    },
  };
}

/** Takes the sessions of homes back whose process is gone. */
function sweep({ ledger, now }: { readonly ledger: Ledger; readonly now: Lane["settledAt"] }, key: string): void {
  const lane = ledger.read(key);
  const names = Object.keys(lane?.holders ?? {}).filter((name) => name !== ledger.holder);
  const silent = names.filter((name) => (lane?.holders[name]?.at ?? 0) < now - longestSilenceMs);
  for (const name of new Set([...ledger.gone(names), ...silent]))
    ledger.change(key, (before) => before && withoutHolder(before, { now, holder: name }));
}

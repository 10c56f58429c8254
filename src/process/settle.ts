import { awakeTime, type ProcessClock } from "./awake.ts";
import { findOrphans, type Orphan } from "./orphans.ts";
import { readCpuTicks, signalProcess } from "./proc.ts";

export interface SettleRequest {
  readonly homeHash: string;
  readonly currentEpoch: number;
  /** How long git may take to finish. */
  readonly limitMs: number;
  readonly clock: ProcessClock;
}

export type Settlement =
  | { readonly kind: "settled"; readonly killed: number; readonly finished: number; readonly left: readonly Orphan[] }
  | { readonly kind: "unknown"; readonly why: string };

const pollMs = 20;
/** From the last signal to the end of the process: seconds on a machine that swaps. */
const dyingMs = 5000;

/**
 * A git that neither used the processor nor waited for it or a disk for this long will not finish: what it waits for
 * does not come.
 */
const stillMs = 3000;

/**
 * Resolves when no orphan is left, or when one cannot be ended (`left`). Work is ended at once; git is let finish as
 * long as it works, because a killed git leaves its lock files behind.
 */
export async function settleOrphans({ homeHash, currentEpoch, limitMs, clock }: SettleRequest): Promise<Settlement> {
  const time = awakeTime(clock);
  const patienceUntil = time.now() + limitMs;
  const gits = new Set<string>();
  const stillness = new Map<number, Stillness>();
  const killed = new Set<string>();
  for (;;) {
    const search = findOrphans(homeHash, currentEpoch);
    if (search.kind === "unknown") return search;
    const now = time.now();
    noteStillness(stillness, search.orphans, now);
    for (const orphan of search.orphans) {
      if (orphan.role === "git") gits.add(nameOf(orphan));
      const isDue =
        orphan.role === "work" ||
        now >= patienceUntil ||
        now - (stillness.get(orphan.session)?.since ?? now) >= stillMs;
      if (isDue && signalProcess(orphan, "SIGKILL")) killed.add(nameOf(orphan));
    }
    if (search.orphans.length === 0 || now > patienceUntil + dyingMs) {
      for (const orphan of search.orphans) gits.delete(nameOf(orphan));
      const finished = [...gits].filter((name) => !killed.has(name)).length;
      return { kind: "settled", killed: killed.size, finished, left: search.orphans };
    }
    await new Promise<void>((resolve) => time.beat(pollMs, resolve));
  }
}

interface Stillness {
  readonly sign: string;
  readonly since: number;
}

/** Those of one session together: a git that waits for its child does nothing itself. */
function noteStillness(known: Map<number, Stillness>, orphans: readonly Orphan[], now: number): void {
  for (const [session, members] of Map.groupBy(orphans, (orphan) => orphan.session)) {
    const isWaiting = members.every(({ state }) => state === "S");
    const sign = isWaiting
      ? members.map((orphan) => `${nameOf(orphan)} ${String(readCpuTicks(orphan.pid))}`).join(" ")
      : "";
    if (sign === "" || known.get(session)?.sign !== sign) known.set(session, { sign, since: now });
  }
}

function nameOf(orphan: Orphan): string {
  return `${orphan.pid}@${orphan.startTime}`;
}

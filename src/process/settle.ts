import { awakeTime, type ProcessClock } from "./awake.ts";
import { findOrphans, type Orphan } from "./orphans.ts";
import { signalProcess } from "./proc.ts";

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
 * Resolves when no orphan is left, or when one cannot be ended (`left`). Work is ended at once; git is let finish,
 * because a killed git leaves its lock files behind.
 */
export async function settleOrphans({ homeHash, currentEpoch, limitMs, clock }: SettleRequest): Promise<Settlement> {
  const time = awakeTime(clock);
  const patienceUntil = time.now() + limitMs;
  const gits = new Set<string>();
  const killed = new Set<string>();
  for (;;) {
    const search = findOrphans(homeHash, currentEpoch);
    if (search.kind === "unknown") return search;
    const now = time.now();
    for (const orphan of search.orphans) {
      if (orphan.role === "git") gits.add(nameOf(orphan));
      const isDue = orphan.role === "work" || now >= patienceUntil;
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

function nameOf(orphan: Orphan): string {
  return `${orphan.pid}@${orphan.startTime}`;
}

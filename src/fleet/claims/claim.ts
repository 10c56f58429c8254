import type { JobId, SheetId } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";

/** Which attempt a claim is about. `epoch`: no other claim ever has it. */
export interface ClaimName {
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
  readonly epoch: number;
}

export interface LiveClaim extends ClaimName {
  readonly state: "open" | "held";
  readonly labels: readonly string[];
  /** `null`: no worker has taken it yet. */
  readonly worker: string | null;
  /** Since its worker was heard; 0 for an open one. */
  readonly silentMs: number;
  /** As its worker made it; `null`: not yet. */
  readonly context: unknown;
}

export interface FleetWorker {
  readonly name: string;
  readonly state: "active" | "cordoned" | "draining";
  readonly labels: readonly string[];
  readonly slots: number;
  readonly version: string | null;
  /** `null`: it never joined. */
  readonly silentMs: number | null;
}

/** The only ref through which objects of a claim pass, both ways. */
export function claimRef({ job, sheet, attempt, epoch }: ClaimName): string {
  return `refs/tutti/${job}/${nameOf(sheet)}/${String(attempt)}-${String(epoch)}`;
}

/**
 * Whether a claim's worker is given up. A conductor that did not hear the database itself for a while, or has just begun
 * to listen, does not know how long a worker was silent: it waits for another lease.
 */
export function isLost({ silentMs }: Pick<LiveClaim, "silentMs">, watch: Watch): boolean {
  return silentMs > watch.leaseMs && watch.watchingMs > watch.leaseMs;
}

export interface Watch {
  readonly leaseMs: number;
  /** For how long this conductor has looked without a gap. */
  readonly watchingMs: number;
}

/** Whether a worker is there and takes sheets. */
function isTaking(worker: FleetWorker, { leaseMs }: Pick<Watch, "leaseMs">): boolean {
  return worker.state === "active" && isThere(worker, { leaseMs });
}

export function isThere({ silentMs }: Pick<FleetWorker, "silentMs">, { leaseMs }: Pick<Watch, "leaseMs">): boolean {
  return silentMs !== null && silentMs <= leaseMs;
}

/** Sheets that the fleet can play at once now. */
export function slotsOf(workers: readonly FleetWorker[], watch: Pick<Watch, "leaseMs">): number {
  return workers.filter((worker) => isTaking(worker, watch)).reduce((sum, { slots }) => sum + slots, 0);
}

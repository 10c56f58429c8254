import type { CommitSha } from "../../base/ids.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import type { Attempt, Hands, Start } from "../../conductor/hands.ts";
import { deleteRefs, readRef, swapRef } from "../../git/refs/refs.ts";
import { type ClaimName, claimRef } from "../claims/claim.ts";
import type { FleetTables } from "../database/conductor-side.ts";
import type { Order } from "../database/order.ts";
import { sealEnvelope } from "../git/envelope.ts";
import type { Desk } from "./desk.ts";
import type { HeldClaim } from "./held.ts";

export interface RemoteParts {
  readonly equipment: Equipment;
  /** For what stays on this machine. */
  readonly hands: Hands;
  readonly desk: Desk;
  readonly tables: () => FleetTables;
  /** The name of the conductor's store for workers. */
  readonly repository: string;
  /** Where they find it, if that is no endpoint of this conductor. */
  readonly storeUrl: string | null;
  /** The journal lies in the fleet's database: a claim is written with the start of its attempt. */
  readonly isWithJournal: boolean;
}

/** An attempt, among those of all jobs. */
export function keyOf({ job, sheet, attempt }: Attempt): string {
  return `${job.id} ${sheet.id} ${String(attempt)}`;
}

export async function orderFor({ tables, repository }: RemoteParts, attempt: Attempt): Promise<Order> {
  const { job, sheet } = attempt;
  const of = { job: job.id, sheet: sheet.id, attempt: attempt.attempt };
  const name: ClaimName = { ...of, epoch: await tables().nextEpoch() };
  return { ...name, ref: claimRef(name), repository, labels: sheet.worker ?? [], priority: job.priority };
}

/** Makes the claim's ref before anything is asked of the worker that takes it. `written`: with the attempt's start. */
export async function give(
  parts: RemoteParts,
  attempt: Attempt,
  { start, written }: { readonly start: Start; readonly written: Order | undefined },
): Promise<HeldClaim> {
  const { equipment, desk, tables } = parts;
  const { git, store } = equipment;
  const order = written ?? (await orderFor(parts, attempt));
  const { ref } = order;
  const carried = [start.base, ...(start.continueFrom === null ? [] : [start.continueFrom])] as [CommitSha];
  const next = await sealEnvelope(git, store.gitDir, carried);
  await swapRef(git, store.gitDir, { ref, next, expected: null, why: "tutti: claim" });
  if (written === undefined) await tables().order([order]);
  return desk.attend(order);
}

export async function close({ equipment, desk }: RemoteParts, claim: HeldClaim, why: string | null): Promise<void> {
  const { git, store } = equipment;
  await desk.finish(claim.epoch, why).catch(() => undefined);
  const ref = claimRef(claim);
  const now = await readRef(git, store.gitDir, ref).catch(() => undefined);
  if (now !== undefined) await deleteRefs(git, store.gitDir, new Map([[ref, now]])).catch(() => undefined);
}

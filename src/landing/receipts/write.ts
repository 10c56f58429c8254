import { TuttiError } from "../../base/error.ts";
import type { TreeSha } from "../../base/ids.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { type ReceiptStore, placeOf, refOf } from "./place.ts";
import type { Receipt } from "./receipt.ts";
import { withReceipts } from "./tree.ts";

const tries = 20;

interface Keeping {
  readonly objects: Objects;
  readonly of?: ReceiptStore["of"];
}

/** Adds receipts to those that are there; writing the same ones again changes nothing. */
export async function writeReceipts(store: Keeping, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const { objects } = store;
  const ref = refOf(store);
  for (let count = 0; count < tries; count += 1) {
    const { current, next } = await draftReceipts(store, receipts);
    await objects.flush();
    if (next === current) return;
    if (await objects.swapRef({ ref, next, expected: current, why: "tutti: receipts" })) return;
  }
  throw new TuttiError("git.failed", `${ref} is moved by somebody else all the time`, { audience: "environment" });
}

/**
 * Makes what `writeReceipts` is going to write, as things are now: with the next flush it comes to the disk, together
 * with whatever else was made.
 */
export async function draftReceipts(
  store: Keeping,
  receipts: readonly Receipt[],
): Promise<{ readonly current: TreeSha | null; readonly next: TreeSha }> {
  const { objects } = store;
  const current = ((await objects.readRef(refOf(store))) ?? null) as TreeSha | null;
  const entries = receipts.map((receipt) => ({ place: placeOf(receipt), blob: objects.writeBlob(bytesOf(receipt)) }));
  return { current, next: await withReceipts(objects, current, entries) };
}

/** For people too. */
function bytesOf(receipt: Receipt): Buffer {
  return Buffer.from(`${JSON.stringify(receipt, undefined, 2)}\n`);
}

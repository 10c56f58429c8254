import { createHash } from "node:crypto";
import { nameOf } from "../../base/names.ts";

/** Where receipts are kept. */
export interface ReceiptStore {
  readonly gitDir: string;
  /**
   * `meant`: landings that may not have happened, in Tutti's own store, so that a crash right after a landing loses
   * none.
   */
  readonly of?: "landed" | "meant" | undefined;
}

/** A tree, not a commit: like any ref it can be fetched and survives gc, but stays out of `git log --all`. */
export function refOf(store: Pick<ReceiptStore, "of">): string {
  return store.of === "meant" ? "refs/tutti/meant" : "refs/tutti/receipts";
}

/** One level of hashes: ten thousand sheets make no tree of ten thousand entries. */
export interface ReceiptPlace {
  readonly job: string;
  readonly group: string;
  readonly file: string;
}

export function placeOf(landing: { readonly job: string; readonly sheet: string }): ReceiptPlace {
  const group = createHash("sha256").update(landing.sheet).digest("hex").slice(0, 2);
  return { job: nameOf(landing.job), group, file: `${nameOf(landing.sheet)}.json` };
}

export function pathOf({ job, group, file }: ReceiptPlace): string {
  return `${job}/${group}/${file}`;
}

/** Where earlier versions kept it. */
export function oldPathOf({ job, file }: ReceiptPlace): string {
  return `${job}/${file}`;
}

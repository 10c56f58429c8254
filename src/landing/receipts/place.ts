import { createHash } from "node:crypto";
import { nameOf } from "../../base/names.ts";

/** Where receipts are kept. */
export interface ReceiptStore {
  readonly gitDir: string;
  /**
   * `meant`: of landings that may not have happened; for Tutti's own store, so that a crash right after a landing loses
   * none.
   */
  readonly of?: "landed" | "meant" | undefined;
}

/**
 * Points at a tree, not at a commit: it travels and is kept from gc like any ref, and does not appear in the user's
 * `git log --all`.
 */
export function refOf(store: Pick<ReceiptStore, "of">): string {
  return store.of === "meant" ? "refs/tutti/meant" : "refs/tutti/receipts";
}

/** Where a receipt lies. One level of hashes: a job of ten thousand sheets makes no tree of ten thousand entries. */
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

import { TuttiError } from "../../base/error.ts";
import type { TreeSha } from "../../base/ids.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { type ReceiptPlace, type ReceiptStore, placeOf, refOf } from "./place.ts";
import type { Receipt } from "./receipt.ts";
import { type TreeEntry, isFolder } from "../../git/objects/bytes/tree-bytes.ts";

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
  throw new TuttiError("git.failed", `${ref} keeps being moved by another process`, { audience: "environment" });
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

export interface ReceiptEntry {
  readonly place: ReceiptPlace;
  readonly blob: string;
}

/**
 * The tree with these receipts in it; only the folders that they lie in are read and written, however many others there
 * are.
 */
export async function withReceipts(
  objects: Objects,
  tree: TreeSha | null,
  entries: readonly ReceiptEntry[],
): Promise<TreeSha> {
  const write = async (
    before: TreeSha | null,
    inside: readonly ReceiptEntry[],
    [first, ...deeper]: readonly Level[],
  ): Promise<TreeSha> => {
    const found = new Map((before === null ? [] : await objects.readTree(before)).map((entry) => [entry.name, entry]));
    const named = Map.groupBy(inside, (entry) => entry.place[first ?? "file"]);
    const changed = [...named].map(async ([name, members]): Promise<TreeEntry> => {
      if (deeper.length === 0) return { mode: "100644", name, id: members.at(-1)?.blob ?? "" };
      return { mode: "40000", name, id: await write(folderIn(found, name), members, deeper) };
    });
    for (const entry of await Promise.all(changed)) found.set(entry.name, entry);
    return objects.writeTree([...found.values()]);
  };
  return write(tree, entries, ["job", "group", "file"]);
}

type Level = keyof ReceiptPlace;

function folderIn(entries: ReadonlyMap<string, TreeEntry>, name: string): TreeSha | null {
  const entry = entries.get(name);
  return entry === undefined || !isFolder(entry) ? null : (entry.id as TreeSha);
}

import { TuttiError } from "../../base/error.ts";
import type { TreeSha } from "../../base/ids.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { type ReceiptPlace, type ReceiptStore, placeOf, refOf } from "./place.ts";
import { type Closing, closingPlace } from "./closing.ts";
import type { Receipt } from "./receipt.ts";
import { type TreeEntry, isFolder } from "../../git/objects/bytes/tree-bytes.ts";

const tries = 20;

interface Keeping {
  readonly objects: Objects;
  readonly of?: ReceiptStore["of"];
}

/** Repeatable. */
export async function writeReceipts(store: Keeping, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length > 0) await write(store, receipts.map(fileOf));
}

/** Replaces what an earlier end of the same job left. */
export async function writeClosing(store: Keeping, closing: Closing): Promise<void> {
  await write(store, [{ place: closingPlace(closing.job), bytes: bytesOf(closing) }]);
}

interface ReceiptFile {
  readonly place: ReceiptPlace;
  readonly bytes: Buffer;
}

async function write(store: Keeping, files: readonly ReceiptFile[]): Promise<void> {
  const { objects } = store;
  const ref = refOf(store);
  for (let count = 0; count < tries; count += 1) {
    const { current, next } = await draft(store, files);
    await objects.flush();
    if (next === current) return;
    if (await objects.swapRef({ ref, next, expected: current, why: "tutti: receipts" })) return;
  }
  throw new TuttiError("git.failed", `${ref} keeps being moved by another process`, { audience: "environment" });
}

/** The receipts that `writeReceipts` will write, on the disk with the next flush. */
export function draftReceipts(store: Keeping, receipts: readonly Receipt[]): Promise<Draft> {
  return draft(store, receipts.map(fileOf));
}

interface Draft {
  readonly current: TreeSha | null;
  readonly next: TreeSha;
}

async function draft(store: Keeping, files: readonly ReceiptFile[]): Promise<Draft> {
  const { objects } = store;
  const current = ((await objects.readRef(refOf(store))) ?? null) as TreeSha | null;
  const entries = files.map(({ place, bytes }) => ({ place, blob: objects.writeBlob(bytes) }));
  return { current, next: await withReceipts(objects, current, entries) };
}

function fileOf(receipt: Receipt): ReceiptFile {
  return { place: placeOf(receipt), bytes: bytesOf(receipt) };
}

/** For people too. */
function bytesOf(receipt: Receipt | Closing): Buffer {
  return Buffer.from(`${JSON.stringify(receipt, undefined, 2)}\n`);
}

export interface ReceiptEntry {
  readonly place: ReceiptPlace;
  readonly blob: string;
}

/** Only the folders of these receipts are read and written. */
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

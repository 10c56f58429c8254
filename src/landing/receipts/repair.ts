import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { isFolder } from "../../git/objects/bytes/tree-bytes.ts";
import { isAncestor } from "../../git/refs/refs.ts";
import type { LandingHands } from "../hands.ts";
import { closingPlace, parseClosing } from "./closing.ts";
import { parseReceipt } from "./read.ts";
import { type ReceiptPlace, type ReceiptStore, pathOf, placeOf, refOf } from "./place.ts";
import { type ReceiptEntry, withReceipts } from "./write.ts";

type Kept = { readonly objects: Objects; readonly of?: ReceiptStore["of"] };

/**
 * Repairs receipts that name missing objects, as the user's gc may leave them: Tutti's store and the user's repository
 * restore each other. False: nothing was missing.
 */
export async function repairReceipts(hands: LandingHands): Promise<boolean> {
  const [meant, landed]: readonly [Kept, Kept] = [
    { objects: hands.objects, of: "meant" },
    { objects: hands.userObjects },
  ];
  const found = await Promise.all([meant, landed].map((kept) => salvage(hands.git, kept)));
  const [ofMeant = [], ofLanded = []] = found.map((one) => one?.receipts ?? []);
  const happened = await Promise.all(
    ofMeant.map(async (one) => (await isOnTarget(hands, one)) && !ofLanded.some((other) => isSame(one, other))),
  );
  const fills = [
    ofLanded.filter((one) => !ofMeant.some((other) => isSame(one, other))),
    ofMeant.filter((_, place) => happened[place] === true),
  ];
  let isRepaired = false;
  for (const [place, kept] of [meant, landed].entries()) {
    const one = found[place];
    if (one === undefined || one.missing === 0) continue;
    await rewrite(kept, one, fills[place] ?? []);
    isRepaired = true;
    const many = `${String(one.receipts.length)} receipts were whole, ${String(fills[place]?.length ?? 0)} were brought back`;
    hands.self.notice?.(
      `${refOf(kept)} in ${kept.objects.gitDir} named ${String(one.missing)} objects that are gone: ${many}, others are lost`,
    );
  }
  return isRepaired;
}

interface Found {
  readonly place: ReceiptPlace;
  readonly target: string;
  readonly commit: string;
  readonly bytes: Buffer;
}

interface Salvage {
  readonly current: string;
  readonly missing: number;
  readonly receipts: readonly Found[];
}

/** The receipts that are left, and the number of those that are not. */
async function salvage(git: Git, kept: Kept): Promise<Salvage | undefined> {
  const { objects } = kept;
  const current = await objects.readRef(refOf(kept));
  if (current === undefined) return undefined;
  const listed = await git.sealed({
    gitDir: objects.gitDir,
    args: ["rev-list", "--objects", "--no-object-names", "--missing=print", current],
  });
  // The tree itself is gone, with all that it led to.
  if (listed.code !== 0) return { current, missing: 1, receipts: [] };
  const gone = new Set([...listed.stdout.toString("latin1").matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id]) => id ?? ""));
  const receipts: Found[] = [];
  const walk = async (tree: string): Promise<void> => {
    for (const entry of await objects.readTree(tree as TreeSha)) {
      if (gone.has(entry.id)) continue;
      if (isFolder(entry)) await walk(entry.id);
      else receipts.push(...(await readOne(objects, entry.id)));
    }
  };
  await walk(current);
  return { current, missing: gone.size, receipts };
}

async function readOne(objects: Objects, blob: string): Promise<readonly Found[]> {
  const bytes = await objects.readBlob(blob);
  if (bytes === undefined) return [];
  const text = bytes.toString("utf8");
  const receipt = parseReceipt(text);
  if (receipt !== undefined) return [{ ...receipt, place: placeOf(receipt), bytes }];
  const closing = parseClosing(text);
  return closing === undefined ? [] : [{ ...closing, place: closingPlace(closing.job), bytes }];
}

async function rewrite(kept: Kept, { current, receipts }: Salvage, more: readonly Found[]): Promise<void> {
  const { objects } = kept;
  const entries = [...receipts, ...more].map(
    ({ place, bytes }): ReceiptEntry => ({ place, blob: objects.writeBlob(bytes) }),
  );
  const next = await withReceipts(objects, null, entries);
  await objects.flush();
  await objects.swapRef({ ref: refOf(kept), next, expected: current, why: "tutti: receipts, repaired" });
}

function isOnTarget({ git, store }: LandingHands, { commit, target }: Found): Promise<boolean> {
  return isAncestor(git, store.repository.commonDir, { older: commit as CommitSha, newer: target as CommitSha });
}

function isSame(one: Found, other: Found): boolean {
  return pathOf(one.place) === pathOf(other.place);
}

import type { Landed } from "../candidate.ts";
import type { Head } from "../ground.ts";
import { type EntryNews, landingEvent, record } from "./news.ts";
import { type Entry, keyOf } from "./offer.ts";
import type { QueueState } from "./state.ts";

/** Records what git says happened already; gives those that are still to land. */
export async function settleFromGit(
  queue: QueueState,
  head: Head,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const { ground, world } = queue;
  if (head.commit === queue.known && entries.every(({ candidate }) => candidate.intent === null)) return entries;
  const { landed, withdrawn } = await ground.settle(
    head,
    entries.map(({ candidate }) => candidate),
  );
  const byKey = new Map(entries.map((entry) => [keyOf(entry.candidate), entry]));
  const found = landed.flatMap((item) => pairOf(byKey, item));
  const at = world.now();
  // One that landed as another commit than was meant (somebody rebased it) is withdrawn and meant anew.
  const other = found.filter(({ item, entry }) => entry.candidate.intent !== item.commit);
  const gone = [
    ...withdrawn.flatMap((candidate) => byKey.get(keyOf(candidate)) ?? []),
    ...other.map(({ entry }) => entry),
  ];
  await record(
    gone
      .filter(({ candidate }) => candidate.intent !== null)
      .map((entry) => ({ entry, event: { kind: "withdrawn", at, why: "git has no such landing" } })),
  );
  await record(
    other.map(({ entry, item }): EntryNews => ({ entry, event: landingEvent(item, { at, target: ground.ref }) })),
  );
  if (found.length > 0) await ground.receipt(found.map(({ item }) => item));
  await record(
    found.map(({ entry, item }): EntryNews => ({ entry, event: { kind: "landed", at, commit: item.commit } })),
  );
  const done = new Set(found.map(({ entry }) => entry));
  queue.settle([...done]);
  // Who moved the target may have put right what it did not keep.
  if (head.commit !== queue.known) queue.forgiven = new Set();
  queue.known = head.commit;
  const left = entries.filter((entry) => !done.has(entry));
  for (const entry of left) entry.candidate = { ...entry.candidate, intent: null };
  return left;
}

function pairOf(
  byKey: ReadonlyMap<string, Entry>,
  item: Landed,
): readonly { readonly item: Landed; readonly entry: Entry }[] {
  const entry = byKey.get(keyOf(item.candidate));
  return entry === undefined ? [] : [{ item, entry }];
}

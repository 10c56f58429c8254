import { TuttiError } from "../../base/error.ts";
import type { Job } from "../../sheet/job.ts";
import type { Landed } from "../candidate.ts";
import type { Head, PublishOutcome } from "../ground.ts";
import { ejectRefused, isRefusal, proven } from "./eject.ts";
import { noteAttempt, noteRest } from "./hold-up.ts";
import type { LinePlace } from "./line.ts";
import { type Entry, type EntryNews, keyOf, landingEvent, record } from "./offer.ts";
import type { QueueState } from "./state.ts";

/** Landings to make in turn after a lost race: the other side is not done with one either. */
const crowdedFor = 8;

/** Moves the target over the first places of a line. False: it was withdrawn; the results stay in the queue. */
export async function land(queue: QueueState, head: Head, places: readonly LinePlace[]): Promise<boolean> {
  const { ground, world } = queue;
  const stack = await ground.commit(head, proven(queue, head, places)).catch(async (error: unknown) => {
    if (!isRefusal(error)) return unlessMoved(queue, head, error);
    await ejectRefused(queue, { head, places });
    return undefined;
  });
  if (stack === undefined) return false;
  // No await from here to the intent: no one can change their mind in between.
  if (places.some(({ entry }) => !entry.offer.record.wants(entry.candidate))) return false;
  const pairs = places.flatMap(({ entry }, place) =>
    stack[place] === undefined ? [] : [{ entry, item: stack[place] }],
  );
  await record(
    pairs.map(
      ({ entry, item }): EntryNews => ({ entry, event: landingEvent(item, { at: world.now(), target: ground.ref }) }),
    ),
  );
  const stops = new Set(places.map(({ entry }) => entry.offer.record.stop));
  noteAttempt(queue);
  const outcome = await ground.publish(head, stack, AbortSignal.any([...stops]));
  noteCrowd(queue, outcome);
  if (outcome.kind !== "moved") noteRest(queue);
  if (outcome.kind !== "blocked") queue.race.doubts = 0;
  if (outcome.kind === "published") {
    // Receipts before the record: a landing that counts always has one.
    await ground.receipt(stack);
    const at = world.now();
    await record(
      pairs.map(({ entry, item }): EntryNews => ({ entry, event: { kind: "landed", at, commit: item.commit } })),
    );
    queue.seen.known = stack.at(-1)?.commit;
    queue.entries.settle(pairs.map(({ entry }) => entry));
    return true;
  }
  const why =
    outcome.kind === "blocked" ? outcome.why : outcome.kind === "moved" ? "the target moved" : "it was called off";
  const at = world.now();
  await record(pairs.map(({ entry }): EntryNews => ({ entry, event: { kind: "withdrawn", at, why } })));
  if (outcome.kind === "blocked" && !isDoubted(queue, outcome)) await divert(queue, pairs, outcome.why);
  return false;
}

/** If a person rewrote the target, and git dropped the old commits, that is no fault. */
async function unlessMoved({ ground }: QueueState, head: Head, error: unknown): Promise<undefined> {
  if ((await ground.open()).commit === head.commit) throw error;
}

function noteCrowd(queue: QueueState, { kind }: PublishOutcome): void {
  queue.race.lost = kind === "moved" ? queue.race.lost + 1 : 0;
  queue.race.crowded = kind === "moved" ? crowdedFor : Math.max(0, queue.race.crowded - 1);
}

/** A real obstacle persists; a fault of the machine has passed by the third time. */
const mostDoubts = 2;

function isDoubted(queue: QueueState, { isDoubtful }: PublishOutcome & { readonly kind: "blocked" }): boolean {
  queue.race.doubts += 1;
  return isDoubtful === true && queue.race.doubts <= mostDoubts;
}

type Pair = { readonly entry: Entry; readonly item: Landed };

/** The user's checkout blocks the target: these jobs land on branches of their own from here on. */
async function divert(queue: QueueState, pairs: readonly Pair[], why: string): Promise<void> {
  const { ground, world } = queue;
  for (const own of Map.groupBy(pairs, ({ entry }) => entry.candidate.job.id).values()) {
    const entries = own.map(({ entry }) => entry);
    const [first] = entries;
    if (first === undefined) continue;
    const { job } = first.candidate;
    if (job.diverted !== null) queue.entries.fail(entries, blockedTwice(job, why));
    else {
      await first.offer.record.job({
        kind: "diverted",
        at: world.now(),
        branch: await ground.fallbackBranch(job),
        why,
      });
      // Its other results in this queue want to go there too.
      queue.entries.release(job.id);
    }
  }
}

/** The fallback branch is checked out and dirty too: only a person can decide. */
function blockedTwice(job: Job, why: string): TuttiError {
  return new TuttiError(
    "checkout.locked",
    `results of ${job.id} can land neither on ${job.target ?? ""} nor on ${job.diverted?.branch ?? ""}: ${why}`,
    {
      audience: "user",
      hint: `Commit or stash there, then run: tutti resume ${job.id}`,
    },
  );
}

/** Records what git says has happened; returns what is still to land. */
export async function settleFromGit(
  queue: QueueState,
  head: Head,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const { ground, world } = queue;
  if (head.commit === queue.seen.known && entries.every(({ candidate }) => candidate.intent === null)) return entries;
  const { landed, withdrawn } = await ground.settle(
    head,
    entries.map(({ candidate }) => candidate),
  );
  const byKey = new Map(entries.map((entry) => [keyOf(entry.candidate), entry]));
  const found = landed.flatMap((item) => pairOf(byKey, item));
  const at = world.now();
  // One that landed as another commit (someone rebased it) is withdrawn and recorded anew.
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
  queue.entries.settle([...done]);
  // The commit that moved the target may have restored what it broke.
  if (head.commit !== queue.seen.known && queue.race.pin === undefined) queue.seen.forgiven = new Set();
  queue.seen.known = head.commit;
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

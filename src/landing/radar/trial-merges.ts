import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type MergeAnswer, type MergePair, mergeMany } from "../../git/history/merge-many.ts";
import { type SpareObjects, type StandIn, makeSpareObjects, writeStandIns } from "../../git/storage/spare-objects.ts";
import { removeTree } from "../../isolation/cleanup/remove-tree.ts";
import type { MergeAsk, Side } from "./collisions.ts";

export interface MergePlace {
  readonly git: Git;
  /** The store's. */
  readonly gitDir: string;
  readonly scratch: string;
  readonly memory: MergeMemory;
}

/** Answers in the order asked for. */
export type Merge = (asks: readonly MergeAsk[]) => Promise<readonly MergeAnswer[]>;

/** A place for trial merges that leaves nothing behind. */
export async function withTrialMerges<T>(place: MergePlace, use: (merge: Merge) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(place.scratch, "radar-"));
  try {
    const spare = await makeSpareObjects(place.gitDir, join(folder, "objects"));
    const made = new Map<string, MergeAnswer>();
    return await use((asks) => answerAll({ ...place, spare, made }, asks));
  } finally {
    await removeTree(folder);
  }
}

interface TrialMerges extends MergePlace {
  readonly spare: SpareObjects;
  /** The merges that were made here, so that their trees are at hand. */
  readonly made: Map<string, MergeAnswer>;
}

async function answerAll(trials: TrialMerges, asks: readonly MergeAsk[]): Promise<readonly MergeAnswer[]> {
  const answers = new Map<string, MergeAnswer>();
  const open = new Map<string, MergeAsk>();
  for (const ask of asks) {
    const key = keyOf(ask);
    const known = trials.memory.recall(key);
    if (known === undefined) open.set(key, ask);
    else answers.set(key, known);
  }
  // A tree that is known from an earlier look is not here.
  const grounds = [...open.values()].flatMap(({ ours }) => ("made" in ours ? [ours.made] : []));
  await mergeAll(
    trials,
    new Map(grounds.map((ask) => [keyOf(ask), ask] as const).filter(([key]) => !trials.made.has(key))),
  );
  for (const [key, answer] of await mergeAll(trials, open)) answers.set(key, answer);
  return asks.map((ask) => answers.get(keyOf(ask)) ?? { kind: "failed", why: "not merged" });
}

const mostAtOnce = 4;
const mostInOne = 250;

/** Shared out to a few processes, many merges each. */
async function mergeAll(
  trials: TrialMerges,
  asks: ReadonlyMap<string, MergeAsk>,
): Promise<ReadonlyMap<string, MergeAnswer>> {
  const commits = await commitsFor(trials, [...asks.values()]);
  const todo = [...asks].map(([key, { ours, theirs }]) => ({
    key,
    pair: { ours: commits(ours), theirs: commits(theirs) },
  }));
  const share = Math.min(mostInOne, Math.max(1, Math.ceil(todo.length / mostAtOnce)));
  const shares = Array.from({ length: Math.ceil(todo.length / share) }, (_, number) =>
    todo.slice(number * share, (number + 1) * share),
  );
  const found = new Map<string, MergeAnswer>();
  const work = async (): Promise<void> => {
    for (let mine = shares.shift(); mine !== undefined; mine = shares.shift()) {
      const answers = await tryMerges(
        trials,
        mine.map(({ pair }) => pair),
      );
      for (const [number, { key }] of mine.entries())
        keep(trials, found, { key, answer: answers[number] ?? { kind: "failed", why: "no answer" } });
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
  return found;
}

function keep(
  trials: TrialMerges,
  found: Map<string, MergeAnswer>,
  { key, answer }: { key: string; answer: MergeAnswer },
): void {
  found.set(key, answer);
  // It may succeed later: a clone may have fetched what was missing.
  if (answer.kind === "failed") return;
  trials.made.set(key, answer);
  trials.memory.keep(key, answer);
}

/** One endless share must not cost the others' answers. */
async function tryMerges({ git, spare }: TrialMerges, pairs: readonly MergePair[]): Promise<readonly MergeAnswer[]> {
  return mergeMany(git, spare, pairs).catch((error: unknown) =>
    pairs.map(() => ({ kind: "failed" as const, why: messageOf(error) })),
  );
}

async function commitsFor({ git, spare }: TrialMerges, asks: readonly MergeAsk[]): Promise<(side: Side) => CommitSha> {
  const standIns = new Map<string, StandIn>();
  for (const side of asks.flatMap(({ ours, theirs }) => [ours, theirs]))
    if (!("commit" in side)) standIns.set(sideKey(side), side);
  const written = await writeStandIns(git, spare, [...standIns.values()]);
  const named = new Map([...standIns.keys()].map((key, place) => [key, written[place]]));
  return (side) => ("commit" in side ? side.commit : (named.get(sideKey(side)) ?? ("" as CommitSha)));
}

/** Object names are content: an answer holds everywhere. */
function keyOf({ ours, theirs }: MergeAsk): string {
  return `${sideKey(ours)} ${sideKey(theirs)}`;
}

function sideKey(side: Side): string {
  return "commit" in side ? side.commit : `${side.tree}^${side.parent}`;
}

/** The same trees on the same base always merge the same. */
export interface MergeMemory {
  recall(key: string): MergeAnswer | undefined;
  keep(key: string, answer: MergeAnswer): void;
}

const usualMost = 10_000;
/** More conflicting paths than this add nothing. */
const mostConflicts = 200;

/** Keeps the most recent ones. */
export function makeMergeMemory(most: number = usualMost): MergeMemory {
  const answers = new Map<string, MergeAnswer>();
  const put = (key: string, answer: MergeAnswer): void => {
    answers.delete(key);
    answers.set(key, answer);
  };
  return {
    recall: (key) => {
      const answer = answers.get(key);
      if (answer !== undefined) put(key, answer);
      return answer;
    },
    keep: (key, answer) => {
      put(
        key,
        answer.kind === "conflict" ? { ...answer, conflicts: answer.conflicts.slice(0, mostConflicts) } : answer,
      );
      const [oldest] = answers.keys();
      if (answers.size > most && oldest !== undefined) answers.delete(oldest);
    },
  };
}

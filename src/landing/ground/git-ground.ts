import { sharedRecipe } from "../../score/plan/recipe.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Change } from "../../git/diff/changes.ts";
import { compareTrees } from "../../git/objects/trees/compare.ts";
import { bringObjects } from "../../git/objects/bring.ts";
import { carryObjects } from "../../git/remote/transfer.ts";
import { newObjects } from "../../git/objects/bytes/new-objects.ts";
import type { Candidate, Landed } from "../candidate.ts";
import { gatesOf } from "../gates/compose.ts";
import type { Ground, Head } from "../ground.ts";
import type { SheetPromise } from "../promises/promise.ts";
import { type Unseen, standingFor, unseenLandings } from "../promises/standing.ts";
import type { LandingHands, PublishHands } from "../hands.ts";
import { readReceipt } from "../receipts/read.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { repairReceipts } from "../receipts/repair.ts";
import { draftReceipts, writeReceipts } from "../receipts/write.ts";
import { advanceTarget } from "./advance-target.ts";
import { commitStack } from "./commit.ts";
import { makeLatecomers } from "./latecomers.ts";
import { treeOf } from "../merge/layer.ts";
import { meetingsOf } from "../merge/friction.ts";
import { layering } from "./layering.ts";
import { makeCache } from "./cache.ts";
import { makeSettler } from "./settle.ts";
import { makeTurns } from "./turns.ts";
import { TuttiError } from "../../base/error.ts";
import { readCommit, swapRef } from "../../git/refs/refs.ts";
import type { Job } from "../../sheet/job.ts";

/** The ground in git: Tutti's store for intents, the user's repository for landings. */
export function gitGround(
  hands: LandingHands,
  target: { readonly ref: string; readonly origin: string | null },
): Ground {
  const { objects } = hands;
  const { ref } = target;
  const settle = makeSettler(hands);
  const receipts = makeCache<Receipt>(4_096);
  const latecomers = makeLatecomers(hands, ref);
  const merging = layering(hands);
  return {
    ref,
    notice: (text) => hands.self.notice?.(text),
    inTurn: makeTurns(hands, ref),
    open: () => latecomers.look().then(() => openHead(hands, target)),
    settle: async (head, candidates) => {
      const settled = await settle(head, candidates);
      if (settled.landed.length > 0) await latecomers.bring(basesOf(settled.landed));
      return settled;
    },
    changes: (candidate) => changesOf(hands, candidate),
    meetings: async (candidates) =>
      meetingsOf(objects, await Promise.all(candidates.map((one) => changesOf(hands, one)))),
    layer: merging.layer,
    passOver: merging.passOver,
    gates: async (head, { job }) =>
      gatesOf({ file: await hands.gates.file(head.commit), plan: job.plan.landing, recipe: sharedRecipe(job.plan) }),
    standing: makeStanding(hands),
    promised: (candidate) => hands.sheets.promised(candidate),
    validate: validator(hands),
    test: tester(hands, ref),
    commit: async (head, stack) => {
      const made = await commitStack(hands, ref, { head, stack });
      for (const { landed, receipt } of made) receipts.put(landed.commit, receipt);
      const landings = made.map(({ landed }) => landed);
      const all = made.map(({ receipt }) => receipt);
      // Before anything moves: a crash right after the landing must not lose its receipt. The commits reach the disk
      // with it.
      await repairing(hands, async () => {
        await writeReceipts({ objects, of: "meant" }, all);
        await deliver(hands, await objectsOf(hands, head, landings), all);
      });
      return landings;
    },
    publish: async (head, stack, cancel) => {
      const to = stack.at(-1)?.commit ?? head.commit;
      const outcome = await hands.alone({ who: stack[0]?.candidate.sheet.id ?? ref, cancel }, () =>
        advanceTarget(hands, ref, { from: head.commit, to }),
      );
      if (outcome?.kind === "published") latecomers.note(head.commit);
      return outcome ?? { kind: "called-off" };
    },
    fallbackBranch: (job) => fallbackBranch(hands, job),
    receipt: async (stack) => {
      const known = await Promise.all(
        stack.map(async (landed) => receipts.get(landed.commit) ?? meantReceipt(hands, landed)),
      );
      await repairing(hands, () =>
        writeReceipts(
          { objects: hands.userObjects },
          known.filter((receipt) => receipt !== undefined),
        ),
      );
      await latecomers.look();
    },
  };
}

function validator(hands: LandingHands): Ground["validate"] {
  return async ({ candidate, tree, below }, cancel) => {
    const parent = await standIn(hands, below, candidate.base);
    return hands.sheets.validate(candidate, { commit: await standIn(hands, tree, parent), parent }, cancel);
  };
}

function tester(hands: LandingHands, ref: string): Ground["test"] {
  return async ({ tree, head, ...asked }) => {
    const changed = async (): Promise<readonly string[]> =>
      (await compareTrees(hands.objects, { from: head.tree, to: tree })).map(({ path }) => path);
    const isHead = (await treeOf(hands, head.commit)) === tree;
    const commit = isHead ? head.commit : await standIn(hands, tree, head.commit);
    return hands.gates.test({ ...asked, commit, tree, target: { ref, tree: head.tree }, changed });
  };
}

async function openHead(
  hands: LandingHands,
  { ref, origin }: { readonly ref: string; readonly origin: string | null },
): Promise<Head> {
  const commit = await openTarget(hands, ref, origin);
  return { commit, tree: await treeOf(hands, commit) };
}

/** The target before these landed; of one step, only before the first. */
function basesOf(landed: readonly Landed[]): readonly CommitSha[] {
  const commits = new Set(landed.map(({ commit }) => commit));
  return [...new Set(landed.map(({ parent }) => parent))].filter((parent) => !commits.has(parent));
}

/** Old receipts with missing objects block new ones: repair them and retry. */
async function repairing(hands: LandingHands, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(await repairReceipts(hands))) throw error;
    await work();
  }
}

async function changesOf(hands: LandingHands, { base, capture }: Candidate): Promise<readonly Change[]> {
  return compareTrees(hands.objects, { from: await treeOf(hands, base), to: await treeOf(hands, capture) });
}

/** Equal for all that started at one base. */
function makeStanding(hands: LandingHands): Ground["standing"] {
  const standing = makeCache<readonly SheetPromise[]>(4_096);
  const landed = makeCache<readonly Unseen[]>(256);
  return (head, candidate) => {
    const unseen = (base: CommitSha): Promise<readonly Unseen[]> =>
      landed.once(`${base} ${head.commit}`, () => unseenLandings(hands, { base, head: head.commit }));
    const key = [head.commit, candidate.job.id, candidate.sheet.id, String(candidate.attempt)].join(" ");
    return standing.once(key, () => standingFor(hands, { head, unseen }, candidate));
  };
}

/** A commit with the tree, for checks in a folder. No one else sees it. */
async function standIn(
  { objects, self: { world } }: LandingHands,
  tree: TreeSha,
  parent: CommitSha,
): Promise<CommitSha> {
  const commit = objects.writeCommit({
    tree,
    parents: [parent],
    message: "to be checked\n",
    by: { name: "Tutti", email: "" },
    at: world.now(),
  });
  await objects.flush();
  return commit;
}

/**
 * Stores the landing in the user's repository, before any ref names it, with its receipts; at once, unless it is large.
 */
async function deliver(hands: LandingHands, ids: readonly string[], receipts: readonly Receipt[]): Promise<void> {
  const {
    git,
    store,
    objects,
    userObjects,
    self: { scratch },
  } = hands;
  const isBrought = await bringObjects({ from: objects, to: userObjects }, ids);
  if (!isBrought) {
    await objects.flush();
    await carryObjects(git, { from: store.gitDir, to: store.repository.commonDir, scratch }, ids);
  }
  await draftReceipts({ objects: userObjects }, receipts);
  await userObjects.flush();
}

/** Objects of the landing that the user's repository lacks. */
async function objectsOf({ objects }: LandingHands, head: Head, stack: readonly Landed[]): Promise<readonly string[]> {
  const found = new Set<string>();
  let from = head.tree;
  for (const { commits, tree, candidate } of stack) {
    const below = candidate.job.plan.landing.strategy === "merge" ? await lineBelow(objects, candidate.base) : from;
    for (const id of await newObjects(objects, { from: below, commits: commits.slice(0, -1) })) found.add(id);
    for (const id of await newObjects(objects, { from, commits: commits.slice(-1) })) found.add(id);
    from = tree;
  }
  return [...found];
}

async function lineBelow(objects: LandingHands["objects"], base: CommitSha): Promise<TreeSha> {
  return (await objects.readCommit(base)).tree;
}

/** The receipt of a landing whose process died. */
async function meantReceipt({ git, store }: LandingHands, { candidate, commit }: Landed): Promise<Receipt | undefined> {
  const found = await readReceipt(
    git,
    { gitDir: store.gitDir, of: "meant" },
    { job: candidate.job.id, sheet: candidate.sheet.id },
  );
  return found?.version === 2 && found.commit === commit ? found : undefined;
}

/** A diverted job's branch begins at the blocked target. */
async function openTarget(
  { git, store, userObjects }: LandingHands,
  ref: string,
  origin: string | null,
): Promise<CommitSha> {
  const gitDir = store.repository.commonDir;
  const found = await userObjects.resolve(`${ref}^{commit}`);
  if (found !== undefined) return found as CommitSha;
  const start = origin === null || origin === ref ? undefined : await readCommit(git, gitDir, origin);
  if (start === undefined)
    throw new TuttiError("git.no_target", `${origin ?? ref} does not exist any more`, {
      audience: "user",
      hint: "Bring it back, then run: tutti resume",
    });
  await swapRef(git, gitDir, { ref, next: start, expected: null, why: "tutti: branch for a diverted job" });
  return (await readCommit(git, gitDir, ref)) ?? start;
}

/** `tutti/<job>`, which is impossible beside a branch `tutti`. */
async function fallbackBranch({ git, store }: PublishHands, job: Job): Promise<string> {
  const isTaken = (await readCommit(git, store.repository.commonDir, "refs/heads/tutti")) !== undefined;
  return isTaken ? `tutti-${job.id}` : `tutti/${job.id}`;
}

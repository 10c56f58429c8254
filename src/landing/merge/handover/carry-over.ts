import type { CommitSha } from "../../../base/ids.ts";
import { mergeAny } from "../../../git/objects/trees/content-merge.ts";
import { fetchMissing } from "../../../isolation/store/partial.ts";
import { mergePlan } from "../../../score/plan/landing-plan.ts";
import type { LandingHands } from "../../hands.ts";
import { handOver, keep, type Receiver } from "./handover.ts";
import { type Propose, proposeTrees } from "../proposals/propose.ts";
import { wayNames } from "../ways/proposal.ts";
import { askWorker } from "../worker/ask.ts";

interface Work {
  readonly base: CommitSha;
  readonly kept: CommitSha;
  /** The target. */
  readonly head: CommitSha;
}

interface Carried {
  readonly commit: CommitSha;
  readonly base: CommitSha;
  readonly regions: number;
}

/**
 * Unfinished work on top of what landed since: merged, with marks around what is open. `undefined`: nothing landed, or
 * it can't be merged so far.
 */
export async function carryOver(
  hands: LandingHands,
  receiver: Receiver,
  { base, kept, head }: Work,
): Promise<Carried | undefined> {
  const { objects, git, store } = hands;
  if (head === base) return undefined;
  await fetchMissing(git, store, [base, head]);
  const [before, landed, own] = await Promise.all([base, head, kept].map((commit) => objects.readCommit(commit)));
  if (before === undefined || landed === undefined || own === undefined) return undefined;
  const merged = await mergeAny(objects, git, { base: before.tree, ours: landed.tree, theirs: own.tree });
  if (merged.kind === "clean") {
    const commit = objects.writeCommit({
      tree: merged.tree,
      parents: [head],
      message: `${receiver.sheet.id}: on top of what landed\n`,
      by: { name: "Tutti", email: "" },
      at: hands.self.world.now(),
    });
    await objects.flush();
    await keep({ git, gitDir: objects.gitDir }, receiver, commit);
    return { commit, base: head, regions: 0 };
  }
  const { mode, generated = [] } = mergePlan(receiver.job.plan.landing);
  if (merged.rest === undefined || mode === "text") return undefined;
  const propose: Propose = (path, texts) => askWorker(hands.self.world, { path, texts, ways: wayNames });
  const { rests, derived } = await proposeTrees(objects, merged.rest, { propose, generated });
  return handOver(hands, receiver, {
    rest: merged.rest,
    rests,
    derived: derived.map(({ path }) => path),
    head: { commit: head, tree: landed.tree },
  });
}

import { sharedRecipe } from "../../score/plan/recipe.ts";
import { branchName } from "../../base/text.ts";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { fetchRef } from "../../git/remote/fetch.ts";
import { mergeCommits } from "../../git/history/merge.ts";
import { bringObjects } from "../../git/objects/bring.ts";
import { newObjects } from "../../git/objects/bytes/new-objects.ts";
import { remoteOf } from "../../git/remote/remotes.ts";
import { isAncestor, readCommit } from "../../git/refs/refs.ts";
import { signCommit } from "../../git/history/sign.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import type { Job } from "../../sheet/job.ts";
import { gatesOf } from "../gates/compose.ts";
import { advanceTarget } from "../ground/advance-target.ts";
import type { Gate } from "../gates/gate.ts";
import type { Landed } from "../candidate.ts";
import type { Ground } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { pushBranch } from "../../git/remote/push.ts";

/** A target that is pushed after landings. */
export interface SharedTarget {
  /** Full name of the ref, here and there. */
  readonly ref: string;
  /** `true`: the one that the branch follows. */
  readonly remote: string | true;
  /** The first signs the merge of both lines, which passes what any of them requires. */
  readonly jobs: readonly [Job, ...Job[]];
  /** Reports what came in. */
  readonly tell: (text: string) => void;
}

/**
 * A ground whose target is also a remote's. Others' pushes come in before the first landing; landings are pushed at
 * once, unless final gates wait. A failed push costs no landing: it is reported, and due at the job's end.
 */
export function remoteGround(ground: Ground, hands: LandingHands, target: SharedTarget): Ground {
  let isFresh = false;
  return {
    ...ground,
    open: async () => {
      if (!isFresh) {
        isFresh = true;
        await bringUpToDate(hands, target, new AbortController().signal).catch((error: unknown) => {
          target.tell(messageOf(error));
        });
      }
      return ground.open();
    },
    publish: async (head, stack, cancel) => {
      const outcome = await ground.publish(head, stack, cancel);
      const [first, ...more] = jobsOf(stack).filter(({ plan }) => plan.landing.tests !== "final");
      if (outcome.kind !== "published" || first === undefined) return outcome;
      await pushTarget(hands, { ...target, jobs: [first, ...more] }, cancel).catch((error: unknown) => {
        isFresh = false;
        target.tell(messageOf(error));
      });
      return outcome;
    },
  };
}

function jobsOf(stack: readonly Landed[]): readonly Job[] {
  return [...new Map(stack.map(({ candidate: { job } }) => [job.id, job])).values()];
}

/**
 * Brings others' pushes into the local target: a fast-forward, or a merge that passes the same gates. Returns the
 * remote's commit; `null`: no such branch.
 */
async function bringUpToDate(
  hands: LandingHands,
  target: SharedTarget,
  cancel: AbortSignal,
): Promise<CommitSha | null> {
  const { git, store } = hands;
  const { commonDir } = store.repository;
  const remote = await remoteFor(hands, target);
  const fetched = await fetchRef(git, { gitDir: commonDir, remote, ref: target.ref });
  if (fetched.kind === "absent") return null;
  if (fetched.kind !== "fetched") throw notReached(target, `it could not be asked for: ${fetched.words}`);
  const theirs = fetched.commit;
  const ours = await readCommit(git, commonDir, target.ref);
  if (ours === undefined || (await isAncestor(git, commonDir, { older: theirs, newer: ours }))) return theirs;
  const isBehind = await isAncestor(git, commonDir, { older: ours, newer: theirs });
  const to = isBehind ? theirs : await join(hands, target, { ours, theirs, cancel });
  const outcome = await hands.alone({ who: target.ref, cancel }, () =>
    advanceTarget(hands, target.ref, { from: ours, to }),
  );
  if (outcome?.kind === "blocked") throw apart(target, outcome.why);
  const what = isBehind
    ? `was brought to ${theirs}, where ${nameOf(target)} stands`
    : `and what others pushed to ${nameOf(target)} were joined as ${to}`;
  if (outcome?.kind === "published") target.tell(`${target.ref} ${what}`);
  return theirs;
}

async function remoteFor({ git, store }: LandingHands, target: SharedTarget): Promise<string> {
  const found = target.remote === true ? await remoteOf(git, store.repository.commonDir, target.ref) : target.remote;
  if (found === undefined) throw notReached(target, "the repository has no remote for it");
  return found;
}

/** A merge in the user's repository. It counts only if it passes what every landing has to. */
async function join(
  hands: LandingHands,
  target: SharedTarget,
  sides: { ours: CommitSha; theirs: CommitSha; cancel: AbortSignal },
): Promise<CommitSha> {
  const {
    git,
    store,
    userObjects: objects,
    self: { world },
  } = hands;
  const { ours, theirs, cancel } = sides;
  const { commonDir } = store.repository;
  const merge = await mergeCommits(git, store.repository.commonDir, { ours, theirs });
  if (merge.kind === "conflict")
    throw apart(target, `they conflict in ${merge.paths.slice(0, 5).map(shownPath).join(", ")}`);
  const message = `Merge ${branchName(target.ref)} of ${nameOf(target)}\n`;
  const joined = { tree: merge.tree, parents: [ours, theirs], message, by: target.jobs[0].identity, at: world.now() };
  const isSigned = target.jobs.some(({ plan }) => plan.landing.sign);
  const commit = isSigned
    ? await signCommit(git, { gitDir: commonDir, store: commonDir }, joined)
    : objects.writeCommit(joined);
  // Gates take time, and no ref leads to the merged objects yet: store them where no gc removes them.
  await bringObjects(
    { from: objects, to: objects },
    await newObjects(objects, { from: (await objects.readCommit(ours)).tree, commits: [commit] }),
  );
  await objects.flush();
  const gates = await gatesFor(hands, target, ours);
  const { tree } = await objects.readCommit(ours);
  const reports =
    gates.length === 0
      ? []
      : await hands.gates.test({
          commit,
          tree: merge.tree,
          target: { ref: target.ref, tree },
          requirements: gates,
          changed: () => Promise.resolve([]),
          cancel,
        });
  const failed = reports.find(({ passed }) => !passed);
  if (failed !== undefined) throw apart(target, `merged, they fail the gate ${failed.name}: ${failed.reason}`);
  return commit;
}

/** Once each. */
async function gatesFor(hands: LandingHands, { jobs }: SharedTarget, commit: CommitSha): Promise<readonly Gate[]> {
  const file = await hands.gates.file(commit);
  const all = jobs.flatMap(({ plan }) => gatesOf({ file, plan: plan.landing, recipe: sharedRecipe(plan) }));
  return [...new Map(all.map((gate) => [gate.digest, gate])).values()];
}

function nameOf({ remote }: SharedTarget): string {
  return remote === true ? "its remote" : remote;
}

function notReached(target: SharedTarget, words: string): TuttiError {
  return new TuttiError("landing.push_failed", `${target.ref} is not at ${nameOf(target)} yet: ${words}`, {
    audience: "environment",
    hint: "The landed commits are safe here. When the remote answers again, run: tutti resume",
  });
}

function apart(target: SharedTarget, why: string): TuttiError {
  return new TuttiError(
    "landing.push_failed",
    `${target.ref} here and at ${nameOf(target)} diverged and can't be merged: ${why}`,
    {
      audience: "user",
      hint: "Merge them by hand (git pull), then run: tutti resume. The landed commits are safe here.",
    },
  );
}

/** Others may push all the time; one has to win. */
const tries = 10;

/** Pushes the target, after bringing in others' pushes. Repeatable. */
export async function pushTarget(hands: LandingHands, target: SharedTarget, cancel: AbortSignal): Promise<void> {
  const { git, store } = hands;
  const { commonDir } = store.repository;
  const { ref } = target;
  const remote = await remoteFor(hands, target);
  for (let count = 0; count < tries && !cancel.aborted; count += 1) {
    const expected = await bringUpToDate(hands, target, cancel);
    const commit = await readCommit(git, commonDir, ref);
    if (commit === undefined || commit === expected) return;
    const outcome = await pushBranch(git, { gitDir: commonDir, remote, commit, ref, expected, as: "target" });
    if (outcome.kind === "pushed") return;
    if (outcome.kind !== "moved") throw notReached(target, outcome.words);
  }
  if (!cancel.aborted) throw notReached(target, "others keep pushing there");
}

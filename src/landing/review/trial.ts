import { branchName } from "../../base/text.ts";
import type { CommitSha, JobId, SheetId } from "../../base/ids.ts";
import type { Book } from "../../conductor/book.ts";
import { carryObjects } from "../../git/remote/transfer.ts";
import { newObjects } from "../../git/objects/bytes/new-objects.ts";
import { isAncestor, readCommit } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository.ts";
import type { Candidate } from "../candidate.ts";
import { gitGround } from "../ground/git-ground.ts";
import type { LandingHands } from "../hands.ts";
import { oneLine } from "../message/clean.ts";
import { agentFor } from "../../score/plan/agents/cast.ts";
import { landingRef, trialWords } from "../../sheet/job.ts";
import type { Captured } from "../../sheet/state.ts";
import type { KeptTrial } from "../../store/queue.ts";
import type { BackView, TrialView } from "../../api/contract/landing/review.ts";
import { type JobParts, openJob } from "../../conductor/jobs/parts.ts";
import { notNow, requireJob, requireSheet } from "../../conductor/find/require.ts";
import { type HeadNow, type OwnCheckout, readHead, switchTo, whyNotSwitch } from "./checkout.ts";
import { trialView } from "./list.ts";

/**
 * Switches the user's checkout to a result, detached. The way back is recorded first: wherever this is interrupted,
 * HEAD is at one of the two.
 */
export async function tryResult(
  parts: JobParts,
  asked: { readonly job: JobId; readonly sheet: string; readonly folder: string },
): Promise<TrialView> {
  const { book } = await openJob(parts, asked.job);
  const sheet = requireSheet(book.job(), asked.sheet);
  const state = book.state(sheet);
  if (state.kind !== "captured")
    throw notNow(
      `${sheet} is ${state.kind}: there is no result that waits to land`,
      "tutti review shows those that there are.",
    );
  const checkout = await requireCheckout(parts, asked.folder);
  if (checkout.commonDir !== book.job().repository.commonDir)
    throw notNow(
      `${checkout.path} is of another repository than ${asked.job}`,
      `Stand in ${book.job().repository.top ?? book.job().repository.commonDir} (or --repo).`,
    );
  const hands = await parts.kit.landing(book.job());
  const to = await commitResult(hands, book, { sheet, state });
  return alone(parts, hands, async () => {
    const head = await readHead(parts.git, checkout);
    const earlier = await findTrial(parts, checkout);
    if (earlier !== undefined && isAt(earlier, head))
      throw notNow(`${earlier.sheet} is being tried in ${checkout.path} already`, "Go back first: tutti review --back");
    if (head.commit === null) throw notNow(`${checkout.path} has no commit to go back to`, "Make a first commit.");
    const why = await whyNotSwitch({ git: parts.git, scratch: hands.self.scratch }, checkout, {
      from: head.commit,
      to,
    });
    if (why !== undefined)
      throw notNow(
        `${why}: nothing was switched`,
        "Commit or stash what is yours, or finish what is under way, and try again.",
      );
    const trial: KeptTrial = {
      checkout: checkout.gitDir,
      path: checkout.path,
      job: asked.job,
      sheet,
      from: { branch: head.branch, commit: head.commit },
      to,
      at: parts.world.now(),
    };
    await record(parts, checkout, trial);
    const refusal = await switchTo(parts.git, checkout, { branch: null, commit: to });
    if (refusal === undefined) return trialView(trial);
    await record(parts, checkout, null);
    throw notNow(`git did not switch ${checkout.path}: ${refusal}`, "Nothing was changed there.");
  });
}

/** Refuses where switching back would cost the user something. */
export async function goBack(parts: JobParts, asked: { readonly folder: string }): Promise<BackView> {
  const checkout = await requireCheckout(parts, asked.folder);
  const trial = await findTrial(parts, checkout);
  if (trial === undefined)
    throw notNow(`nothing is being tried in ${checkout.path}`, "Try a result there: tutti review SHEET --try");
  const hands = await parts.kit.landing(await requireJob(parts, trial.job));
  return alone(parts, hands, async () => {
    const head = await readHead(parts.git, checkout);
    const isMoved = isAt(trial, head);
    if (isMoved) await switchBack(parts, { checkout, trial, scratch: hands.self.scratch });
    else await requireNothingOnTop(parts, { checkout, trial, head });
    await record(parts, checkout, null);
    const now = await readHead(parts.git, checkout);
    return { path: checkout.path, branch: now.branch, commit: now.commit ?? trial.from.commit, moved: isMoved };
  });
}

interface Back {
  readonly checkout: OwnCheckout;
  readonly trial: KeptTrial;
  readonly scratch: string;
}

async function switchBack({ git }: JobParts, { checkout, trial, scratch }: Back): Promise<void> {
  const { from, to } = trial;
  const commit: CommitSha | undefined =
    from.branch === null ? from.commit : await readCommit(git, checkout.gitDir, from.branch);
  if (commit === undefined)
    throw notNow(
      `${from.branch ?? ""} is gone since`,
      `Go where you like; it stood at: git switch --detach ${from.commit}`,
    );
  const why = await whyNotSwitch({ git, scratch }, checkout, { from: to, to: commit });
  if (why !== undefined)
    throw notNow(
      `${why}: nothing was switched`,
      "Keep what you changed (git stash, or git switch -c NAME and commit it), then again: tutti review --back",
    );
  const refusal = await switchTo(git, checkout, { branch: from.branch, commit });
  if (refusal !== undefined)
    throw notNow(`git did not switch ${checkout.path}: ${refusal}`, "Nothing was changed there.");
}

/** A person who moved on stays there; commits on top of the trial are theirs and might get lost. */
async function requireNothingOnTop(
  { git }: JobParts,
  { checkout, trial, head }: { checkout: OwnCheckout; trial: KeptTrial; head: HeadNow },
): Promise<void> {
  const { branch, commit } = head;
  const isHome = branch === null ? commit === trial.from.commit : branch === trial.from.branch;
  if (commit === null || isHome || !(await isAncestor(git, checkout.commonDir, { older: trial.to, newer: commit })))
    return;
  const home =
    trial.from.branch === null
      ? `git switch --detach ${trial.from.commit}`
      : `git switch ${branchName(trial.from.branch)}`;
  if (branch !== null)
    throw notNow(
      `${checkout.path} is on ${branch}, which was made from what you tried`,
      `It keeps what you did. Go back by: ${home}`,
    );
  throw notNow(
    `there are commits of yours on top of what you tried in ${checkout.path}`,
    `Keep them by a branch (git branch NAME), then: ${home}`,
  );
}

function isAt({ to }: KeptTrial, { branch, commit }: HeadNow): boolean {
  return branch === null && commit === to;
}

async function requireCheckout({ git }: JobParts, folder: string): Promise<OwnCheckout> {
  const { gitDir, commonDir, top } = await openRepository(git, folder);
  if (top === null)
    throw notNow(
      `${commonDir} has no files checked out`,
      "Stand in a checkout of the repository, or name one: --repo FOLDER",
    );
  return { gitDir, commonDir, path: top };
}

async function findTrial({ store }: JobParts, { gitDir }: OwnCheckout): Promise<KeptTrial | undefined> {
  return (await store.trials()).find(({ checkout }) => checkout === gitDir);
}

async function record({ store }: JobParts, { gitDir }: OwnCheckout, trial: KeptTrial | null): Promise<void> {
  await store.journal.append([{ about: "trial", checkout: gitDir, trial }]);
}

/** No one lands into the checkout, or works in it, meanwhile. */
async function alone<T>(
  { process: { stop } }: JobParts,
  hands: Awaited<ReturnType<JobParts["kit"]["landing"]>>,
  work: () => Promise<T>,
): Promise<T> {
  const done = await hands.alone({ who: "review", cancel: stop }, async () => ({ value: await work() }));
  if (done === undefined) throw notNow("the conductor ends", "Ask again when it runs.");
  return done.value;
}

/** A result on its target of now, as a commit in the user's repository without a ref. */
async function commitResult(
  hands: LandingHands,
  book: Book,
  { sheet, state }: { readonly sheet: SheetId; readonly state: Captured },
): Promise<CommitSha> {
  const {
    git,
    store,
    objects,
    self: { world },
  } = hands;
  const job = book.job();
  const ref = landingRef(job);
  if (ref === null)
    throw notNow(`${sheet} worked in the folder itself: its result is there already`, "Look at it where it is.");
  const candidate = candidateOf(book, { sheet, state });
  const ground = gitGround(hands, { ref, origin: job.target });
  const head = await ground.open();
  const outcome = await ground.layer(candidate, { below: head.tree, head });
  const branch = branchName(ref);
  if (outcome.kind === "conflict")
    throw notNow(
      `${sheet} does not fit on ${branch} as it is now: ${outcome.conflict.paths.join(", ")}`,
      `Send it back: tutti tell ${sheet} "…" --job ${job.id}`,
    );
  if (outcome.kind !== "layer")
    throw notNow(`${branch} has all of ${sheet} already`, `Let it be done: tutti approve ${job.id} ${sheet}`);
  const { tree } = outcome.layer;
  const message = `try: ${oneLine(candidate.sheet.title)}\n\n${trialWords}\n`;
  const commit = objects.writeCommit({ tree, parents: [head.commit], message, by: job.identity, at: world.now() });
  await objects.flush();
  const ids = await newObjects(objects, { from: head.tree, commits: [commit] });
  await carryObjects(git, { from: store.gitDir, to: store.repository.commonDir, scratch: hands.self.scratch }, ids);
  return commit;
}

/** As if approved: this is that person's look at it. */
function candidateOf(
  book: Book,
  { sheet: id, state }: { readonly sheet: SheetId; readonly state: Captured },
): Candidate {
  const sheet = book.plan(id);
  const { attempt, base, capture, verdict, counts } = state;
  return {
    job: book.job(),
    sheet,
    attempt,
    base,
    capture,
    verdict,
    agent: agentFor(sheet, counts),
    spent: counts.spent,
    isReviewed: true,
    intent: null,
  };
}

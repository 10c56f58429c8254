import { sharedRecipe } from "../../score/plan/recipe.ts";
import { messageOf } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { readChanges } from "../../git/diff/changes.ts";
import { readFileStats, readSizes } from "../../git/diff/file-stats.ts";
import { readDiffText } from "../../git/diff/text.ts";
import type { Git } from "../../git/git.ts";
import { readCommit } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository.ts";
import { blobsOf, sizeOf } from "../../isolation/snapshots/list.ts";
import { gatesOf } from "../gates/compose.ts";
import { type GateFile, noGateFile, readGateFile } from "../gates/file.ts";
import { editedGates, isGateFile } from "../gates/edited.ts";
import { readConflicts } from "../merge/conflicts.ts";
import { agentFor } from "../../score/plan/agents/cast.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import type { Captured } from "../../sheet/state.ts";
import { resultsOf } from "../../sheet/verdict.ts";
import type { KeptTrial } from "../../store/queue.ts";
import { bareName, modelOf } from "../../api/contract/agents.ts";
import { spentBy } from "../../api/contract/cost/cost.ts";
import { heldWords } from "../../api/contract/landing/queue.ts";
import type { ReviewItem, ReviewView, TrialView } from "../../api/contract/landing/review.ts";
import { fileView } from "../../isolation/snapshots/show/diff.ts";
import { notNow, requireSheet } from "../../conductor/find/require.ts";
import type { WhichJob } from "../../conductor/find/nearest.ts";
import { unknownJob } from "../../conductor/find/unknown.ts";
import { type Result, heldBy, queueOf } from "../queue/manage/results.ts";
import { readResults } from "../queue/manage/which.ts";
import { type Viewer, findObjectStore } from "../../conductor/find/viewer.ts";

type ReviewParts = Pick<Viewer, "git" | "store" | "places">;

/** A face holds it in memory, and no one reads more. */
const mostText = 8 * 1024 * 1024;
const mostFiles = 200;

/** With all that a person needs to decide. */
export async function listReviews(parts: ReviewParts, { job, folder }: WhichJob): Promise<ReviewView> {
  const { git, store } = parts;
  if (store === undefined) return { items: [], trial: null };
  const waiting = (await readResults({ git, store }, { folder, job })).flatMap(asWaiting);
  const here = await openRepository(git, folder).catch(() => undefined);
  const trial =
    here === undefined ? undefined : (await store.trials()).find(({ checkout }) => checkout === here.gitDir);
  return {
    items: await Promise.all(waiting.map((one) => itemOf(parts, one))),
    trial: trial === undefined ? null : trialView(trial),
  };
}

export async function showReview(
  parts: ReviewParts,
  asked: { readonly job: JobId; readonly sheet: string },
): Promise<ReviewItem> {
  const { git, store } = parts;
  const job = await store?.job(asked.job);
  if (store === undefined || job === undefined) throw unknownJob(asked.job);
  const sheet = requireSheet(job, asked.sheet);
  const [found] = (await readResults({ git, store }, { folder: "/", job: job.id }))
    .filter((one) => one.sheet.id === sheet)
    .flatMap(asWaiting);
  if (found === undefined) throw notNow(`${sheet} does not wait for a person's word`, "tutti review shows what does.");
  const item = await itemOf(parts, found);
  const gitDir = await findObjectStore(parts, job.repository);
  if (gitDir === undefined) return item;
  const { text, droppedBytes } = await readDiffText(git, gitDir, {
    from: found.state.base,
    to: found.state.capture,
    most: mostText,
  });
  const conflicts = await conflictsWith(git, { job, state: found.state, store: gitDir });
  return { ...item, conflicts, text: text.toString("utf8"), droppedBytes };
}

/** Of a result with its target as it is; a target that Tutti's store does not have yet shows none. */
async function conflictsWith(git: Git, { job, state, store }: Looked): Promise<NonNullable<ReviewItem["conflicts"]>> {
  const head = await readCommit(git, job.repository.commonDir, landingRef(job) ?? job.target ?? "HEAD");
  if (head === undefined || head === state.base) return [];
  const sides = { base: state.base, ours: head, theirs: state.capture };
  return readConflicts(git, { gitDir: store, format: job.repository.objectFormat }, sides).catch(() => []);
}

export function trialView({ job, sheet, path, to, from, at }: KeptTrial): TrialView {
  return { job, sheet, path, commit: to, from, at };
}

type Waiting = Result & { readonly state: Captured };

function asWaiting(result: Result): readonly Waiting[] {
  const { state } = result;
  return state.kind === "captured" && !state.isApproved ? [{ ...result, state }] : [];
}

async function itemOf(parts: ReviewParts, { job, sheet, state, since }: Waiting): Promise<ReviewItem> {
  const agent = agentFor(sheet, state.counts);
  const held = heldBy(state) ?? { kind: "approval" };
  const store = await findObjectStore(parts, job.repository);
  return {
    job: job.id,
    sheet: sheet.id,
    title: sheet.title,
    attempt: state.attempt,
    agent: bareName(agent),
    model: modelOf(agent),
    cost: spentBy(state),
    target: queueOf(job)?.target ?? "",
    held,
    why: heldWords(held),
    since,
    validations: resultsOf(state.verdict).map(({ description, passed, reason }) => ({ description, passed, reason })),
    base: state.base,
    capture: state.capture,
    ...(await filesOf(parts, { job, state })),
    flags: store === undefined ? [] : await flagsOf(parts.git, { job, state, store }),
    text: null,
    droppedBytes: 0,
  };
}

type Files = Pick<ReviewItem, "files" | "moreFiles" | "insertions" | "deletions">;

async function filesOf(parts: ReviewParts, { job, state }: Pick<Waiting, "job" | "state">): Promise<Files> {
  const gitDir = await findObjectStore(parts, job.repository);
  if (gitDir === undefined) return { files: [], moreFiles: 0, insertions: 0, deletions: 0 };
  const [stats = []] = await readFileStats(parts.git, gitDir, [{ commit: state.capture, against: state.base }]);
  const shown = stats.slice(0, mostFiles);
  const sizes = await readSizes(parts.git, gitDir, blobsOf(shown));
  const { insertions, deletions } = sizeOf(stats, sizes);
  return {
    files: shown.map((stat) => fileView(stat, sizes)),
    moreFiles: stats.length - shown.length,
    insertions,
    deletions,
  };
}

interface Looked {
  readonly job: Job;
  readonly state: Captured;
  /** Tutti's own store, which has the result. */
  readonly store: string;
}

/** Sentences for a person: it changes what judges it, or nothing judges it. */
async function flagsOf(git: Git, { job, state, store }: Looked): Promise<readonly string[]> {
  const paths = (await readChanges(git, store, { from: state.base, to: state.capture })).map(({ path }) => path);
  const head = await readCommit(git, job.repository.commonDir, landingRef(job) ?? job.target ?? "HEAD");
  // An invalid file stops every landing, and is reported there.
  const file =
    head === undefined
      ? noGateFile
      : await readGateFile(git, job.repository.commonDir, head).catch((): GateFile => noGateFile);
  const wrong = paths.some(isGateFile)
    ? await readGateFile(git, store, state.capture).then(() => null, messageOf)
    : null;
  return [
    ...editedGates(gatesOf({ file, plan: job.plan.landing, recipe: sharedRecipe(job.plan) }), paths, file),
    ...(wrong === null ? [] : [`once it has landed nothing more can land on its target: ${wrong}`]),
  ];
}

import { branchName } from "../../base/text.ts";
import { noCounts } from "../../sheet/counts.ts";
import type { CommitSha, JobId, SheetId } from "../../base/ids.ts";
import { readReverts, revertThatStands, revertWords } from "../../git/history/reverts.ts";
import { readLandings } from "../../git/history/trailers.ts";
import { readTree, writeCommit } from "../../git/history/trees.ts";
import { contextIdOf } from "../../isolation/context.ts";
import { openObjectStore } from "../../isolation/store/object-store.ts";
import { keepSnapshot } from "../../isolation/snapshots/keep.ts";
import { snapshotMessage, snapshotRefs } from "../../isolation/snapshots/names.ts";
import { oneLine } from "../message/clean.ts";
import { usualMessage } from "../../score/plan/landing-plan.ts";
import { readScoreText } from "../../score/load.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { decide } from "../../sheet/decide/decide.ts";
import { policyOf } from "../../sheet/decide/decision.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Job } from "../../sheet/job.ts";
import { type Captured, type SheetState, fresh } from "../../sheet/state.ts";
import type { Entry } from "../../store/entry.ts";
import { nobodyPlays } from "../../api/contract/agents.ts";
import type { Accepted } from "../../api/contract/job.ts";
import { removeKeptJob, writeKeptJob } from "../../conductor/jobs/infer/kept-job.ts";
import { makeJob } from "../../conductor/jobs/submit/make-job.ts";
import type { JobParts } from "../../conductor/jobs/parts.ts";
import { notNow, requireJob, requireSheet } from "../../conductor/find/require.ts";
import { writing } from "../../conductor/jobs/unwritable.ts";
import { jobsNearest } from "../../conductor/find/nearest.ts";
import { type UndoneLanding, findLanding } from "./landing.ts";

interface Undoing {
  readonly job?: JobId | undefined;
  readonly folder: string;
  readonly sheet: string;
  /** The reversal lands only after a person approves it. */
  readonly approve: boolean;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** The named job, else the newest here in which such a sheet landed. */
export async function jobToUndo(parts: JobParts, { job, folder, sheet }: Undoing): Promise<Job> {
  if (job !== undefined) return requireJob(parts, job);
  const around = (await jobsNearest(parts.git, (repository) => parts.store.jobs({ repository }), folder)).filter(
    ({ plan }) => plan.sheets.some(({ id }) => id === sheet),
  );
  for (const one of around) if ((await parts.store.sheets(one.id)).get(sheet as SheetId)?.kind === "landed") return one;
  const [newest] = around;
  if (newest !== undefined) return newest;
  throw notNow(
    `no job of this repository has a sheet ${sheet}`,
    "tutti list shows the jobs there are; name one: --job JOB",
  );
}

/**
 * Undoes a landing by one of its own: its base is the landed commit, its result the tree before. Merged with the target
 * of now, that is the reversal and nothing else.
 */
export async function undo(
  parts: JobParts,
  job: Job,
  asked: Undoing & { readonly note: (result: Accepted) => readonly Entry[] },
): Promise<Accepted> {
  const sheet = requireSheet(job, asked.sheet);
  const landing = await findLanding(parts.git, job, {
    sheet,
    commit: requireLanded(sheet, (await parts.store.sheets(job.id)).get(sheet)),
  });
  await requireNotUndone(parts, job, { sheet, landing });
  const made = await makeUndoJob(parts, job, { ...asked, sheet, landing });
  const [plan] = made.plan.sheets;
  if (plan === undefined) throw notNow(`${sheet} can't be undone`, "tutti status shows it.");
  const state = await capture(parts, made, { sheet: plan.id, landing });
  await writeKeptJob(parts.places, made);
  const accepted: Accepted = { job: made.id, position: await parts.store.position(), notes: [] };
  await parts.agents.remember(made.id, asked.environment);
  const event: SheetEvent = {
    kind: "inferred",
    at: made.createdAt,
    state,
    why: `it takes back ${landing.commit.slice(0, 10)} (${landing.subject}), which ${job.id}/${sheet} landed`,
  };
  const next = decide(policyOf(plan, made.plan), fresh, event).state;
  // In one step with the submission: after a crash in between, it would be played.
  const beside: readonly Entry[] = [
    { about: "sheet", job: made.id, sheet: plan.id, event, next },
    ...asked.note(accepted),
  ];
  const entrance = {
    job: made,
    states: new Map([[plan.id, next]]),
    first: { kind: "submitted", at: made.createdAt, job: made },
    beside,
  } as const;
  await writing("the store of this repository", () => parts.stage.enter(entrance)).catch(async (error: unknown) => {
    if ((await parts.store.job(made.id).catch(() => made)) === undefined) await removeKeptJob(parts.places, made.id);
    throw error;
  });
  return accepted;
}

function requireLanded(sheet: SheetId, state: SheetState | undefined): CommitSha {
  if (state?.kind !== "landed")
    throw notNow(
      `${sheet} is ${state?.kind ?? "waiting"}: it has landed nothing that could be taken back`,
      "tutti status shows what has landed.",
    );
  if (state.pull !== undefined) throw notNow(`${sheet} was merged as ${state.pull.url}`, "Revert it there.");
  return state.commit;
}

async function requireNotUndone(
  { git, store }: JobParts,
  job: Job,
  { sheet, landing }: { sheet: SheetId; landing: UndoneLanding },
): Promise<void> {
  const { commonDir } = job.repository;
  const words = revertWords(landing.commit);
  const isSame = (other: Job): boolean =>
    other.repository.commonDir === commonDir && other.plan.messages.some(({ body }) => body === words);
  const underWay = (await store.unfinished()).find(isSame);
  if (underWay !== undefined)
    throw notNow(`${sheet} is being undone by ${underWay.id}`, `See it with: tutti status ${underWay.id}`);
  const by = revertThatStands(
    await readReverts(git, commonDir, { ref: landing.ref, behind: landing.commit }),
    landing.commit,
  );
  if (by === undefined) return;
  const [own] = await readLandings(git, commonDir, [by, `^${by}^`]);
  const again =
    own === undefined
      ? `Revert that commit to have it again: git revert ${by}`
      : `Undo that one to have it again: tutti undo ${own.sheet} --job ${own.job}`;
  throw notNow(`${sheet} is undone already, by ${by.slice(0, 10)}`, again);
}

type Making = Undoing & { readonly sheet: SheetId; readonly landing: UndoneLanding };

async function makeUndoJob(
  { git, world, store }: JobParts,
  job: Job,
  { sheet, landing, approve }: Making,
): Promise<Job> {
  const plan = undoPlan(job, sheet, { landing, approve });
  const place = { repository: job.repository, noRepository: null };
  const folder = job.repository.top ?? job.repository.commonDir;
  // No agent has to be installed: its sheet has its result.
  const made = await makeJob(git, world, {
    plan: { ...plan, sheets: [] },
    place,
    folder,
    parallel: 1,
    epoch: store.epoch,
  });
  return { ...made, plan };
}

/** Kept as a snapshot like any other work. */
async function capture(
  { git, places }: JobParts,
  job: Job,
  { sheet, landing }: { sheet: SheetId; landing: UndoneLanding },
): Promise<Captured> {
  const { gitDir } = await openObjectStore(git, places.repositories, job.repository);
  const tree = await readTree(git, gitDir, landing.before);
  const message = snapshotMessage({ job: job.id, sheet, attempt: 1, why: "end", leftOut: 0 });
  const commit = await writeCommit(git, gitDir, {
    tree,
    parents: [landing.commit],
    message,
    by: job.identity,
    at: job.createdAt,
  });
  await keepSnapshot(git, gitDir, { prefix: snapshotRefs(job.id, sheet), commit, tree, base: landing.commit });
  const context = contextIdOf(job.id, sheet, 1);
  const counts = { ...noCounts, attempts: 1 };
  return {
    kind: "captured",
    attempt: 1,
    context,
    base: landing.commit,
    capture: commit,
    verdict: { kind: "unvalidated" },
    session: null,
    counts,
    isApproved: false,
  };
}

/**
 * A job with one sheet whose result is there from the start. It passes the target's gates as any other; no agent runs,
 * not even after a conflict.
 */
function undoPlan(
  job: Job,
  sheet: string,
  { landing, approve }: { readonly landing: UndoneLanding; readonly approve: boolean },
): Plan {
  const id = `undo-${sheet}`;
  const written = {
    name: `undo ${oneLine(sheet).slice(0, 40)}`,
    agent: "scripted",
    isolation: { mode: "clone" },
    retry: { attempts: 1, completions: 0, conflicts: 0 },
    sheets: [{ id, prompt: revertWords(landing.commit) }],
  };
  const { plan } = readScoreText({ path: "undo", baseDir: "/", text: JSON.stringify(written) });
  const title = undoTitle(landing.subject);
  return {
    ...plan,
    target: branchName(landing.ref),
    landing: {
      ...job.plan.landing,
      mode: approve ? "approve" : "auto",
      strategy: "squash",
      revalidate: false,
      pullRequest: null,
    },
    messages: [{ ...usualMessage, body: revertWords(landing.commit) }],
    sheets: plan.sheets.map((one) => ({
      ...one,
      title,
      message: 0,
      agent: { kind: "unavailable", name: nobodyPlays },
    })),
  };
}

const again = " (again)";
const longest = 72;

/** Undoing an undo must not grow the subject each time. */
export function undoTitle(subject: string): string {
  const [, done] = /^revert: ([a-z][\w-]*(?:\([^()]+\))?!?: \S.*)$/i.exec(subject) ?? [];
  if (done === undefined) return oneLine(`revert: ${subject}`);
  const bare = Array.from(done.endsWith(again) ? done.slice(0, -again.length) : done);
  const room = longest - again.length;
  return oneLine(`${bare.length <= room ? bare.join("") : `${bare.slice(0, room - 1).join("")}…`}${again}`);
}

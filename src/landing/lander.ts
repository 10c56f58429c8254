import { TuttiError } from "../base/error.ts";
import type { CommitSha } from "../base/ids.ts";
import { readCommit, swapRef } from "../git/refs.ts";
import { shownPath } from "../isolation/raw-path.ts";
import type { SheetEvent } from "../sheet/event.ts";
import { type Job, type JobEvent, landingRef } from "../sheet/job.ts";
import type { Candidate, Stacked } from "./candidate.ts";
import { checkStack } from "./check-stack.ts";
import type { LandingHands } from "./hands.ts";
import type { PublishOutcome } from "./outcome.ts";
import { type LandingLock, advanceTarget } from "./publish.ts";
import { receiptOf, writeReceipts } from "./receipts.ts";
import { settleFromGit } from "./settle.ts";
import { type StackOutcome, stackCandidate } from "./stack.ts";

/** Where a batch's steps are made known: durable before this resolves, so that an effect never comes before its intent. */
export interface LandingRecord {
  sheets(events: readonly SheetNews[]): Promise<void>;
  job(event: JobEvent): Promise<Job>;
  /** Asks for an end: what is being published is finished, what is only being checked is left for later. */
  readonly stop: AbortSignal;
}

export interface SheetNews {
  readonly candidate: Candidate;
  readonly event: SheetEvent;
}

/** What one lander remembers between batches. */
export interface LanderMemory {
  /** The head this lander left the target at: everything up to it is recorded. */
  known: CommitSha | undefined;
}

/** How many candidates one move of the target may carry. */
const batchSize = 32;

/**
 * Lands candidates of one job, in order, until none is left to try: each becomes a commit on top of the one before, and
 * the target moves over all of them at once. A candidate that does not fit on top of others of its batch gets another
 * turn on what has landed by then; only a conflict with the target itself counts.
 */
export async function landCandidates(
  hands: LandingHands,
  record: LandingRecord,
  work: { job: Job; candidates: readonly Candidate[]; memory: LanderMemory },
): Promise<void> {
  let job = work.job;
  let left = work.candidates;
  while (left.length > 0 && !record.stop.aborted) {
    const ref = landingRef(job);
    if (ref === null) throw new TuttiError("bug.unexpected", `${job.id} lands nothing, but has something to land`, { audience: "bug" });
    const lock = { ref } as LandingLock;
    const from = await openTarget(hands, job, lock);
    left = await settle(hands, record, { job, lock, from, candidates: left, memory: work.memory });
    const batch = await stackBatch(hands, record, { job, from, candidates: left.slice(0, batchSize) });
    left = left.filter((candidate) => !batch.settled.has(candidate));
    if (batch.stack.length === 0) continue;
    const outcome = await publishBatch(hands, record, { job, lock, from, stack: batch.stack });
    if (outcome.kind === "published") {
      work.memory.known = batch.stack.at(-1)?.commit;
      left = left.filter((candidate) => !batch.stack.some((item) => item.candidate === candidate));
    }
    if (outcome.kind === "blocked" && job.diverted !== null) throw blockedTwice(job, outcome.why);
    if (outcome.kind === "blocked") job = await record.job({ kind: "diverted", at: hands.world.now(), branch: await branchFor(hands, job), why: outcome.why });
  }
}

/** `tutti/<job>`, which can't be where the user has a branch `tutti`. */
async function branchFor(hands: LandingHands, job: Job): Promise<string> {
  const isTaken = (await readCommit(hands.git, hands.store.repository.commonDir, "refs/heads/tutti")) !== undefined;
  return isTaken ? `tutti-${job.id}` : `tutti/${job.id}`;
}

/** The branch that was to be the way out is checked out and dirty too: only a person can say what is to happen. */
function blockedTwice(job: Job, why: string): TuttiError {
  return new TuttiError("checkout.locked", `results of ${job.id} can land neither on ${job.target ?? ""} nor on ${job.diverted?.branch ?? ""}: ${why}`, {
    audience: "user",
    hint: `Commit or stash there, then run: tutti resume ${job.id}`,
  });
}

/** The commit the target stands at. The branch of a diverted job begins where its target is. */
async function openTarget(hands: LandingHands, job: Job, lock: LandingLock): Promise<CommitSha> {
  const gitDir = hands.store.repository.commonDir;
  const found = await readCommit(hands.git, gitDir, lock.ref);
  if (found !== undefined) return found;
  const origin = job.target === null ? undefined : await readCommit(hands.git, gitDir, job.target);
  if (origin === undefined)
    throw new TuttiError("git.no_target", `${job.target ?? "the target"} does not exist any more`, {
      audience: "user",
      hint: `Bring it back, then run: tutti resume ${job.id}`,
    });
  await swapRef(hands.git, gitDir, { ref: lock.ref, next: origin, expected: null, why: "tutti: branch for a diverted job" });
  return origin;
}

interface Turn {
  readonly job: Job;
  readonly from: CommitSha;
  readonly candidates: readonly Candidate[];
}

/** Records what git says happened already; returns the candidates that are still to land. */
async function settle(hands: LandingHands, record: LandingRecord, turn: Turn & { lock: LandingLock; memory: LanderMemory }): Promise<readonly Candidate[]> {
  const { job, from, candidates, lock } = turn;
  if (from === turn.memory.known && candidates.every((candidate) => candidate.intent === null)) return candidates;
  const { landed, withdrawn } = await settleFromGit(hands, job, { from, candidates });
  // One that landed as another commit than was meant (somebody rebased it) is withdrawn and meant anew.
  const other = landed.filter((item) => item.candidate.intent !== item.commit);
  const withdrawals = [...withdrawn, ...other.map((item) => item.candidate).filter((candidate) => candidate.intent !== null)];
  await record.sheets(withdrawals.map((candidate) => ({ candidate, event: { kind: "withdrawn", at: hands.world.now(), why: "git has no such landing" } })));
  await recordIntent(hands, record, { ref: lock.ref, stack: other });
  await recordLanded(hands, record, { job, ref: lock.ref, stack: landed });
  return candidates.filter((candidate) => !landed.some((item) => item.candidate === candidate)).map((candidate) => ({ ...candidate, intent: null }));
}

/** What of a turn may be published, and which candidates got an answer that needs no publishing. */
interface Batch {
  readonly stack: readonly Stacked[];
  readonly settled: ReadonlySet<Candidate>;
}

async function stackBatch(hands: LandingHands, record: LandingRecord, turn: Turn): Promise<Batch> {
  const stack: Stacked[] = [];
  const settled = new Set<Candidate>();
  const settleAs = async (candidate: Candidate, event: SheetEvent): Promise<void> => {
    await record.sheets([{ candidate, event }]);
    settled.add(candidate);
  };
  for (const candidate of turn.candidates) {
    const onto = stack.at(-1)?.commit ?? turn.from;
    const outcome = await stackCandidate(hands, turn.job, { candidate, onto });
    if (outcome.kind === "stacked") stack.push(outcome.stacked);
    else if (stack.length === 0) await settleAs(candidate, settledEvent(hands, outcome, onto));
  }
  const { good, rejected } = await checkStack(hands, turn.job, { stack, stop: record.stop });
  if (rejected !== undefined && good.length === 0) {
    await settleAs(rejected.candidate, { kind: "rejected", at: hands.world.now(), verdict: rejected.verdict, onto: turn.from, chance: hands.world.random() });
  }
  return { stack: good, settled };
}

function settledEvent(hands: LandingHands, outcome: Exclude<StackOutcome, { kind: "stacked" }>, onto: CommitSha): SheetEvent {
  const at = hands.world.now();
  switch (outcome.kind) {
    case "conflict":
      return { kind: "conflicted", at, paths: outcome.paths.map(shownPath), onto };
    case "absorbed":
      return { kind: "absorbed", at, onto };
  }
}

async function publishBatch(
  hands: LandingHands,
  record: LandingRecord,
  batch: { job: Job; lock: LandingLock; from: CommitSha; stack: readonly Stacked[] },
): Promise<PublishOutcome> {
  const { job, lock, from, stack } = batch;
  const to = stack.at(-1)?.commit ?? from;
  await recordIntent(hands, record, { ref: lock.ref, stack });
  const outcome = await advanceTarget(hands, lock, { from, to });
  if (outcome.kind === "published") await recordLanded(hands, record, { job, ref: lock.ref, stack });
  else
    await record.sheets(
      stack.map(({ candidate }) => ({
        candidate,
        event: { kind: "withdrawn", at: hands.world.now(), why: outcome.kind === "moved" ? "the target moved" : outcome.why },
      })),
    );
  return outcome;
}

async function recordIntent(hands: LandingHands, record: LandingRecord, batch: { ref: string; stack: readonly Stacked[] }): Promise<void> {
  const at = hands.world.now();
  await record.sheets(
    batch.stack.map(({ candidate, commit, parent, level }) => ({ candidate, event: { kind: "landing", at, commit, parent, target: batch.ref, level } })),
  );
}

/** Receipts come before the record: a landing that counts always has one. */
async function recordLanded(hands: LandingHands, record: LandingRecord, batch: { job: Job; ref: string; stack: readonly Stacked[] }): Promise<void> {
  const { job, ref, stack } = batch;
  if (stack.length === 0) return;
  await writeReceipts(
    hands.git,
    { gitDir: hands.store.repository.commonDir, scratch: hands.scratch },
    stack.map((item) => receiptOf(job, ref, item)),
  );
  const at = hands.world.now();
  await record.sheets(stack.map(({ candidate, commit }) => ({ candidate, event: { kind: "landed", at, commit } })));
}

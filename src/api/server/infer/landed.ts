import type { JobId, SheetId } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readCommit } from "../../../git/refs.ts";
import { readLandings } from "../../../git/trailers.ts";
import { readReceipt } from "../../../landing/receipts/read.ts";
import type { OldReceipt, Receipt } from "../../../landing/receipts/receipt.ts";
import type { LandingEvidence } from "../../../sheet/infer/evidence.ts";
import type { Job } from "../../../sheet/job.ts";
import type { LandingLevel } from "../../../sheet/state.ts";

/** A landing, and the full name of the branch it is on. */
export interface Landed extends LandingEvidence {
  readonly ref: string;
}

/** The receipts that a repository has of a job's sheets. */
export async function readReceipts(git: Git, job: Pick<Job, "id" | "plan" | "repository">): Promise<ReadonlyMap<SheetId, Receipt | OldReceipt>> {
  const found = new Map<SheetId, Receipt | OldReceipt>();
  for (const { id } of job.plan.sheets) {
    const receipt = await readReceipt(git, { gitDir: job.repository.commonDir }, { job: job.id, sheet: id });
    if (receipt?.job === job.id && receipt.sheet === id) found.set(id, receipt);
  }
  return found;
}

/**
 * What landed of a job, by sheet. The trailers decide, since a landing may have been rebased. Where no branch has one, its receipt
 * still proves that there was one: what somebody took out since is not to come back by itself.
 */
export async function readLanded(git: Git, job: Job, receipts: ReadonlyMap<SheetId, Receipt | OldReceipt>): Promise<ReadonlyMap<string, Landed>> {
  const { commonDir } = job.repository;
  const found = new Map<string, Landed>();
  for (const [sheet, { commit, attempt, level, target }] of receipts) {
    found.set(sheet, { commit, attempt, level, ref: target, branch: shortName(target), isThere: false });
  }
  // The target last: what it has counts, wherever else it may be as well.
  for (const ref of job.target === null ? [] : [...ownBranches(job.id), job.target]) {
    if ((await readCommit(git, commonDir, ref)) === undefined) continue;
    for (const { commit, sheet, attempt, validated } of (await readLandings(git, commonDir, [ref])).filter((landing) => landing.job === job.id)) {
      found.set(sheet, { commit, attempt: numberIn(attempt), level: levelOf(validated), ref, branch: shortName(ref), isThere: true });
    }
  }
  return found;
}

/** The branch that a job's results went to, because its target was in the way; `null` when the target has all of them. */
export function divertedTo(job: Job, landed: Iterable<Landed>): Job["diverted"] {
  for (const { ref, branch, isThere } of landed) {
    if (isThere && ref !== job.target) return { branch, why: "results of this job are there and not on its target" };
  }
  return null;
}

/** Whether a branch is one that a job's results go to when its target is in the way. */
export function isOwnBranch(job: JobId, ref: string): boolean {
  return ownBranches(job).includes(ref);
}

function ownBranches(job: JobId): readonly string[] {
  return [`refs/heads/tutti/${job}`, `refs/heads/tutti-${job}`];
}

const levels: readonly LandingLevel[] = ["validated-as-landed", "merged-not-revalidated", "unvalidated"];

/** A trailer that somebody changed claims nothing. */
function levelOf(text: string): LandingLevel {
  return levels.find((level) => level === text) ?? "unvalidated";
}

function numberIn(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}

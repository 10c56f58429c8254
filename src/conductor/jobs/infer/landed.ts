import { branchName } from "../../../base/text.ts";
import type { JobId, SheetId } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readCommit } from "../../../git/refs/refs.ts";
import { type LandedCommit, readLandings } from "../../../git/history/trailers.ts";
import { type OldReceipt, type Receipt, receiptDigest } from "../../../landing/receipts/receipt.ts";
import type { ReceiptStore } from "../../../landing/receipts/place.ts";
import { readReceipt } from "../../../landing/receipts/read.ts";
import type { LandingEvidence } from "../../../sheet/infer/evidence.ts";
import type { Job } from "../../../sheet/job.ts";

/** A landing, and the full name of the branch it is on. */
export interface Landed extends LandingEvidence {
  readonly ref: string;
}

type Receipts = ReadonlyMap<SheetId, Receipt | OldReceipt>;

/** The receipts of a job's sheets that a repository has, the user's or Tutti's own. */
export async function readReceipts(git: Git, job: Pick<Job, "id" | "plan">, store: ReceiptStore): Promise<Receipts> {
  const found = new Map<SheetId, Receipt | OldReceipt>();
  for (const { id } of job.plan.sheets) {
    const receipt = await readReceipt(git, store, { job: job.id, sheet: id });
    if (receipt?.job === job.id && receipt.sheet === id) found.set(id, receipt);
  }
  return found;
}

/**
 * The landings of a job, by sheet. A receipt in the user's repository proves that there was a landing, also where no
 * branch has it any more: a landing that was taken out since must not come back by itself. One that Tutti's store has
 * of a landing on its way (`meant`) proves it where a branch has that commit. Trailers only lead to commits, which may
 * have been rebased: a commit without a receipt is no landing.
 */
export async function readLanded(
  git: Git,
  job: Job,
  known: { readonly receipts: Receipts; readonly meant: Receipts },
): Promise<ReadonlyMap<string, Landed>> {
  const { commonDir } = job.repository;
  const found = new Map<string, Landed>();
  for (const [sheet, { commit, attempt, level, target }] of known.receipts) {
    found.set(sheet, { commit, attempt, level, ref: target, branch: shortName(target), isThere: false });
  }
  // The target last: what it has counts, wherever else it may be as well.
  for (const ref of job.target === null ? [] : [...ownBranches(job.id), job.target]) {
    if ((await readCommit(git, commonDir, ref)) === undefined) continue;
    for (const landing of (await readLandings(git, commonDir, [ref])).filter((one) => one.job === job.id)) {
      const sheet = landing.sheet as SheetId;
      const receipt = [known.receipts.get(sheet), known.meant.get(sheet)].find(
        (one) => one !== undefined && isBorneOut(landing, one),
      );
      if (receipt === undefined) continue;
      const { attempt, level } = receipt;
      found.set(sheet, { commit: landing.commit, attempt, level, ref, branch: shortName(ref), isThere: true });
    }
  }
  return found;
}

/** Earlier versions name no receipt in their commits. */
function isBorneOut({ commit, receipt: named }: LandedCommit, receipt: Receipt | OldReceipt): boolean {
  return commit === receipt.commit || (receipt.version === 1 ? named === "" : named === receiptDigest(receipt));
}

/**
 * The branch that a job's results went to, because its target was in the way; `null` when the target has all of them.
 */
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

function shortName(ref: string): string {
  return branchName(ref);
}

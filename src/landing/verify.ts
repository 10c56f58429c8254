import type { CommitSha } from "../base/ids.ts";
import { readChanges, readRenames } from "../git/changes.ts";
import type { Git } from "../git/git.ts";
import { isAncestor, readCommit } from "../git/refs.ts";
import type { LandedCommit } from "../git/trailers.ts";
import { shownPath } from "../isolation/raw-path.ts";
import { doubts } from "./proof.ts";
import { type Receipt, readReceipt } from "./receipts.ts";

/** What could be said of one landing from git alone. */
export interface Finding {
  readonly problems: readonly string[];
  readonly absent: readonly string[];
}

/** Where to look: the user's repository and, where there is one, Tutti's store beside it. */
export interface VerifyPlace {
  readonly git: Git;
  readonly gitDir: string;
  readonly store: string | undefined;
}

/** Checks one landed commit: its trailers, its receipt, and that it is exactly the sheet's change and nothing else. */
export async function verifyLanding(place: VerifyPlace, landing: LandedCommit): Promise<Finding> {
  const receipt = await readReceipt(place.git, place.gitDir, landing);
  const parent = await readCommit(place.git, place.gitDir, `${landing.commit}^`);
  const merged = await readCommit(place.git, place.gitDir, `${landing.commit}^2`);
  const problems = [
    ...trailerProblems(landing),
    ...(parent === undefined || merged !== undefined ? ["is not a commit with one parent"] : []),
    ...(receipt === undefined ? [] : receiptProblems(receipt, landing, parent)),
  ];
  const footprint = receipt === undefined || parent === undefined ? undefined : await footprintProblems(place, { receipt, parent, commit: landing.commit });
  return {
    problems: [...problems, ...(footprint ?? [])],
    absent: [...(receipt === undefined ? ["receipt"] : []), ...(footprint === undefined ? ["capture"] : [])],
  };
}

function trailerProblems(landing: LandedCommit): readonly string[] {
  return [
    ...(/^[1-9]\d*$/.test(landing.attempt) ? [] : ["has no attempt in its trailers"]),
    ...(/^[0-9a-f]{40,64}$/.test(landing.base) ? [] : ["has no base in its trailers"]),
    ...(landing.validated === "" ? ["does not say how it was validated"] : []),
  ];
}

function receiptProblems(receipt: Receipt, landing: LandedCommit, parent: CommitSha | undefined): readonly string[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["commit", receipt.commit, landing.commit],
    ["parent", receipt.parent, parent],
    ["base", receipt.base, landing.base],
    ["attempt", String(receipt.attempt), landing.attempt],
    ["level", receipt.level, landing.validated],
  ];
  return pairs.filter(([, said, found]) => said !== found).map(([what, said, found]) => `its receipt says ${what} ${String(said)}, git says ${String(found)}`);
}

/** `undefined` where the capture is not at hand to compare with. */
async function footprintProblems(
  place: VerifyPlace,
  landed: { receipt: Receipt; parent: CommitSha; commit: CommitSha },
): Promise<readonly string[] | undefined> {
  const { git, store } = place;
  const { receipt, parent, commit } = landed;
  if (store === undefined || (await readCommit(git, store, receipt.capture)) === undefined) return undefined;
  const [sheet, landing, others, renames, ownRenames] = await Promise.all([
    readChanges(git, store, { from: receipt.base, to: receipt.capture }),
    readChanges(git, store, { from: parent, to: commit }),
    readChanges(git, store, { from: receipt.base, to: parent }),
    readRenames(git, store, { from: receipt.base, to: parent }),
    readRenames(git, store, { from: receipt.base, to: receipt.capture }),
  ]);
  return doubts({ sheet, landing, others, renames, ownRenames }).map((path) => `differs from what the sheet changed at ${shownPath(path)}`);
}

/** Sheets that landed more than once. */
export function doubled(landings: readonly LandedCommit[]): ReadonlySet<LandedCommit> {
  const seen = new Map<string, LandedCommit>();
  const twice = new Set<LandedCommit>();
  for (const landing of landings) {
    const key = `${landing.job}\n${landing.sheet}`;
    const before = seen.get(key);
    if (before !== undefined) twice.add(before).add(landing);
    seen.set(key, landing);
  }
  return twice;
}

/** Whether a commit recorded as landed can be reached from where it landed. */
export async function isOnTarget(place: VerifyPlace, landed: { commit: CommitSha; ref: string }): Promise<boolean> {
  const head = await readCommit(place.git, place.gitDir, landed.ref);
  return head !== undefined && isAncestor(place.git, place.gitDir, { older: landed.commit, newer: head });
}

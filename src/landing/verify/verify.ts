import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import { isAncestor, readCommit } from "../../git/refs.ts";
import { checkSignature } from "../../git/sign.ts";
import type { LandedCommit } from "../../git/trailers.ts";
import { type FoundReceipt, readReceipts } from "../receipts/read.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { readKeptCaptures } from "./captures.ts";
import { claimProblems, meantProblems } from "./claims.ts";
import { footprintProblems } from "./footprint.ts";
import { objectProblems, treeProblems } from "./objects.ts";
import { type LandingRun, doubled, landingRuns, runProblems } from "./runs.ts";

/** What could be said of one landing from git alone. */
export interface Finding {
  readonly run: LandingRun;
  /** Each a sentence; empty when everything that can be checked holds. */
  readonly problems: readonly string[];
  /** What could not be checked, because it is not here. */
  readonly absent: readonly Absence[];
  /** What its receipt says of validations; `undefined` without one. */
  readonly validations?: Receipt["validations"];
}

/**
 * `capture`: what the sheet itself changed, kept by this home. `signature`: there is one, but not the key to check it
 * with.
 */
export type Absence = "receipt" | "capture" | "signature";

/** Where to look: the user's repository and, where there is one, Tutti's store beside it. */
export interface VerifyPlace {
  readonly git: Git;
  readonly gitDir: string;
  readonly format: "sha1" | "sha256";
  readonly store: string | undefined;
}

export interface VerifyHow {
  /** Every landing has to have a good signature. */
  readonly signatures: boolean;
  /** Every object that a landing brought is read. */
  readonly deep?: boolean;
}

/**
 * Checks landings, given by all of their commits: trailers, receipts, that each is exactly its sheet's change, and
 * signatures.
 */
export async function verifyLandings(
  place: VerifyPlace,
  commits: readonly LandedCommit[],
  how: VerifyHow,
): Promise<readonly Finding[]> {
  const { git, gitDir, store, format } = place;
  const runs = landingRuns(commits);
  const abouts = runs.map(({ last }) => last);
  const receipts = await readReceipts(git, place, abouts);
  const meant = store === undefined ? [] : await readReceipts(git, { gitDir: store, of: "meant" }, abouts);
  const kept =
    store === undefined
      ? undefined
      : { isKept: await readKeptCaptures(git, store, abouts), objects: openObjects(git, store, format) };
  const landed = openObjects(git, gitDir, format);
  try {
    const findings: Finding[] = [];
    for (const [number, run] of runs.entries()) {
      const found = { receipt: receipts[number] ?? none, meant: meant[number] ?? none };
      findings.push(await verifyLanding({ place, kept, landed, how }, run, found));
    }
    return withDoubles(findings);
  } finally {
    await Promise.all([kept?.objects.close(), landed.close()]);
  }
}

const none: FoundReceipt = { kind: "none" };

interface Check {
  readonly place: VerifyPlace;
  readonly kept:
    | { readonly objects: Objects; isKept(about: { job: string; sheet: string }, capture: string): boolean }
    | undefined;
  /** Of the user's repository. */
  readonly landed: Objects;
  readonly how: VerifyHow;
}

async function verifyLanding(
  { place, kept, landed, how }: Check,
  run: LandingRun,
  found: { receipt: FoundReceipt; meant: FoundReceipt },
): Promise<Finding> {
  const receipt = "receipt" in found.receipt ? found.receipt.receipt : undefined;
  const isHere = receipt !== undefined && kept?.isKept(run.last, receipt.capture) === true;
  const footprint = isHere ? await footprintProblems(place.git, kept.objects, { run, receipt }) : undefined;
  // What a merge joins has no trailers of its own, but is signed too.
  const joined = receipt?.version === 2 && receipt.signed ? receipt.commits : [];
  const toCheck =
    joined.length > 0 || how.signatures ? new Set([...joined, ...run.commits.map(({ commit }) => commit)]) : [];
  const signatures = await checkSignatures(place, toCheck, { insist: how.signatures });
  const broken = how.deep === true ? await objectProblems(landed, run) : await treeProblems(landed, run);
  return {
    run,
    problems: [
      ...runProblems(run),
      ...claimProblems(run, found.receipt),
      ...meantProblems(run, found.meant),
      ...(footprint ?? []),
      ...signatures.problems,
      ...broken,
    ],
    absent: [
      ...(receipt === undefined ? (["receipt"] as const) : []),
      ...(footprint === undefined ? (["capture"] as const) : []),
      ...(signatures.isUnknown ? (["signature"] as const) : []),
    ],
    ...(receipt === undefined ? {} : { validations: receipt.validations }),
  };
}

/** Of several landings of one sheet, the one that its receipt names is not at fault for the others. */
function withDoubles(findings: readonly Finding[]): readonly Finding[] {
  const twice = doubled(findings.map(({ run }) => run));
  const isBorneOut = ({ problems, absent }: Finding): boolean => problems.length === 0 && !absent.includes("receipt");
  return findings.map((finding) =>
    twice.has(finding.run) && !isBorneOut(finding)
      ? { ...finding, problems: [...finding.problems, "landed more than once"] }
      : finding,
  );
}

/** Who asks for signatures wants to know that they hold; who does not may have no key to check them with. */
async function checkSignatures(
  { git, gitDir }: VerifyPlace,
  commits: Iterable<CommitSha>,
  { insist }: { insist: boolean },
): Promise<{ readonly problems: readonly string[]; readonly isUnknown: boolean }> {
  const found = [];
  for (const commit of commits) found.push(await checkSignature(git, gitDir, commit));
  const isUnknown = found.includes("unknown");
  return {
    problems: [
      ...(found.includes("none") ? ["is not signed"] : []),
      ...(found.includes("bad") ? ["has a signature that does not hold"] : []),
      ...(isUnknown && insist ? ["has a signature that can't be checked with the keys that git knows"] : []),
    ],
    isUnknown,
  };
}

/** Whether a commit recorded as landed can be reached from where it landed. */
export async function isOnTarget(
  place: Pick<VerifyPlace, "git" | "gitDir">,
  landed: { commit: CommitSha; ref: string },
): Promise<boolean> {
  const head = await readCommit(place.git, place.gitDir, landed.ref);
  return head !== undefined && isAncestor(place.git, place.gitDir, { older: landed.commit, newer: head });
}

import { messageOf } from "../../base/error.ts";
import type { CommitSha, JobId, SheetId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { listRefs, isAncestor, readCommit } from "../../git/refs/refs.ts";
import { newObjects } from "../../git/objects/bytes/new-objects.ts";
import { objectName } from "../../git/objects/bytes/object-name.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import { checkSignature } from "../../git/history/sign.ts";
import type { LandedCommit } from "../../git/history/trailers.ts";
import { snapshotRefs } from "../../isolation/snapshots/names.ts";
import { type FoundReceipt, readReceipts } from "../receipts/read.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { claimProblems, meantProblems } from "./claims.ts";
import { footprintProblems } from "./footprint.ts";
import { type LandingRun, doubled, landingRuns, runProblems } from "../receipts/runs.ts";

/** The facts about one landing from git alone. */
export interface Finding {
  readonly run: LandingRun;
  /** Sentences; empty: everything that can be checked holds. */
  readonly problems: readonly string[];
  /** The checks that could not be made, because an object is not here. */
  readonly absent: readonly Absence[];
  /** `undefined`: no receipt. */
  readonly validations?: Receipt["validations"];
}

/** `capture`: the sheet's own change, in this home. `signature`: there is no key to check it. */
type Absence = "receipt" | "capture" | "signature";

/** The user's repository and, if any, Tutti's store beside it. */
export interface VerifyPlace {
  readonly git: Git;
  readonly gitDir: string;
  readonly format: "sha1" | "sha256";
  readonly store: string | undefined;
}

interface VerifyHow {
  /** Every landing has to have a good signature. */
  readonly signatures: boolean;
  /** Every object that a landing brought is read. */
  readonly deep?: boolean;
}

/** Trailers, receipts, signatures, and that each landing is exactly its sheet's change. */
export async function verifyLandings(
  place: VerifyPlace,
  commits: readonly LandedCommit[],
  how: VerifyHow,
): Promise<readonly Finding[]> {
  const { git, gitDir, store, format } = place;
  const landed = openObjects(git, gitDir, format);
  const runs = landingRuns(await Promise.all(commits.map((commit) => withParents(landed, commit))));
  const abouts = runs.map(({ last }) => last);
  const receipts = await readReceipts(git, place, abouts);
  const meant = store === undefined ? [] : await readReceipts(git, { gitDir: store, of: "meant" }, abouts);
  const kept =
    store === undefined
      ? undefined
      : { isKept: await readKeptCaptures(git, store, abouts), objects: openObjects(git, store, format) };
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

/** git hides the parents of the oldest commit of a shallow clone; the commit itself names them. */
async function withParents(objects: Objects, commit: LandedCommit): Promise<LandedCommit> {
  if (commit.parents.length > 0) return commit;
  const { parents } = await objects.readCommit(commit.commit).catch(() => commit);
  return { ...commit, parents };
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
  // Joined commits have no trailers, but signatures.
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

/** A sheet that seems to have landed twice: the landing that its receipt names is not at fault. */
function withDoubles(findings: readonly Finding[]): readonly Finding[] {
  const twice = doubled(findings.map(({ run }) => run));
  const isBorneOut = ({ problems, absent }: Finding): boolean => problems.length === 0 && !absent.includes("receipt");
  return findings.map((finding) =>
    twice.has(finding.run) && !isBorneOut(finding)
      ? { ...finding, problems: [...finding.problems, "landed more than once"] }
      : finding,
  );
}

/** Without `--signatures` a person may have no key. */
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

export async function isOnTarget(
  place: Pick<VerifyPlace, "git" | "gitDir">,
  landed: { commit: CommitSha; ref: string },
): Promise<boolean> {
  const head = await readCommit(place.git, place.gitDir, landed.ref);
  return head !== undefined && isAncestor(place.git, place.gitDir, { older: landed.commit, newer: head });
}

interface About {
  readonly job: string;
  readonly sheet: string;
}

/** A command line has an end: with more jobs, all are listed. */
const mostJobs = 200;

/**
 * Only refs count: the store borrows the user's objects, and anyone can put a commit there and name it in a receipt.
 */
async function readKeptCaptures(
  git: Git,
  store: string,
  landings: readonly About[],
): Promise<(about: About, capture: string) => boolean> {
  const jobs = [...new Set(landings.map(({ job }) => job))].filter((job) => /^[a-z0-9-]+$/.test(job));
  if (jobs.length === 0) return () => false;
  const prefixes =
    jobs.length > mostJobs ? ["refs/tutti/snapshots/"] : jobs.map((job) => `refs/tutti/snapshots/${job}/`);
  const kept = new Set(
    [...(await listRefs(git, store, prefixes))].map(
      ([ref, commit]) => `${ref.slice(0, ref.lastIndexOf("/"))} ${commit}`,
    ),
  );
  return ({ job, sheet }, capture) => {
    const refs = refsOf(job, sheet);
    return refs !== undefined && kept.has(`${refs} ${capture}`);
  };
}

/** A trailer that is no id was written by hand. */
function refsOf(job: string, sheet: string): string | undefined {
  try {
    return snapshotRefs(job as JobId, sheet as SheetId);
  } catch {
    return undefined;
  }
}

const mostBytes = 512 * 1024 * 1024;

/** Only its top. */
async function treeProblems(objects: Objects, { last }: LandingRun): Promise<readonly string[]> {
  try {
    await objects.readTree(last.tree);
    return [];
  } catch (error) {
    return [`has a tree that can't be read: ${messageOf(error)}`];
  }
}

/** A disk, or someone at it, may have changed an object since. */
async function objectProblems(objects: Objects, { commits }: LandingRun): Promise<readonly string[]> {
  const parent = commits[0].parents[0];
  if (parent === undefined) return [];
  try {
    const from = (await objects.readCommit(parent)).tree;
    const ids = await newObjects(objects, { from, commits: commits.map(({ commit }) => commit) });
    const faults = [];
    for (const id of ids) faults.push(...(await faultOf(objects, id)));
    return faults;
  } catch {
    return ["has a tree that can't be read"];
  }
}

async function faultOf(objects: Objects, id: string): Promise<readonly string[]> {
  try {
    const found = await objects.readAny(id, mostBytes);
    if (found === undefined) return [`has an object that is too large to be read here: ${id}`];
    return objectName(objects.format, found.type, found.bytes) === id
      ? []
      : [`has an object that is not what its name says: ${id}`];
  } catch {
    return [`has an object that is missing or can't be read: ${id}`];
  }
}

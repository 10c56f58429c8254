import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import { isAncestor, readCommit } from "../../git/refs.ts";
import { checkSignature } from "../../git/sign.ts";
import type { LandedCommit } from "../../git/trailers.ts";
import { type FoundReceipt, readReceipts } from "../receipts/read.ts";
import { claimProblems } from "./claims.ts";
import { footprintProblems } from "./footprint.ts";
import { type LandingRun, doubled, landingRuns, runProblems } from "./runs.ts";

/** What could be said of one landing from git alone. */
export interface Finding {
  readonly run: LandingRun;
  /** Each a sentence; empty when everything that can be checked holds. */
  readonly problems: readonly string[];
  /** What could not be checked, because it is not here. */
  readonly absent: readonly Absence[];
}

/** `capture`: what the sheet itself changed. `signature`: there is one, but not the key to check it with. */
export type Absence = "receipt" | "capture" | "signature";

/** Where to look: the user's repository and, where there is one, Tutti's store beside it. */
export interface VerifyPlace {
  readonly git: Git;
  readonly gitDir: string;
  readonly format: "sha1" | "sha256";
  readonly store: string | undefined;
}

/** Checks landings, given by all of their commits: trailers, receipts, that each is exactly its sheet's change, and signatures. */
export async function verifyLandings(place: VerifyPlace, commits: readonly LandedCommit[], how: { readonly signatures: boolean }): Promise<readonly Finding[]> {
  const runs = landingRuns(commits);
  const twice = doubled(runs);
  const receipts = await readReceipts(
    place.git,
    place,
    runs.map(({ last }) => last),
  );
  const objects = place.store === undefined ? undefined : openObjects(place.git, place.store, place.format);
  try {
    const findings: Finding[] = [];
    for (const [number, run] of runs.entries()) {
      const finding = await verifyLanding({ place, objects, how }, run, receipts[number] ?? { kind: "none" });
      findings.push(twice.has(run) ? { ...finding, problems: [...finding.problems, "landed more than once"] } : finding);
    }
    return findings;
  } finally {
    await objects?.close();
  }
}

interface Check {
  readonly place: VerifyPlace;
  readonly objects: Objects | undefined;
  readonly how: { readonly signatures: boolean };
}

async function verifyLanding({ place, objects, how }: Check, run: LandingRun, found: FoundReceipt): Promise<Finding> {
  const receipt = "receipt" in found ? found.receipt : undefined;
  const footprint = receipt === undefined ? undefined : await footprintProblems(place.git, objects, { run, receipt });
  // What a merge joins has no trailers of its own, but is signed too.
  const joined = found.kind === "new" && found.receipt.signed ? found.receipt.commits : [];
  const toCheck = joined.length > 0 || how.signatures ? new Set([...joined, ...run.commits.map(({ commit }) => commit)]) : [];
  const signatures = await checkSignatures(place, toCheck, { insist: how.signatures });
  return {
    run,
    problems: [...runProblems(run), ...claimProblems(run, found), ...(footprint ?? []), ...signatures.problems],
    absent: [
      ...(receipt === undefined ? (["receipt"] as const) : []),
      ...(footprint === undefined ? (["capture"] as const) : []),
      ...(signatures.isUnknown ? (["signature"] as const) : []),
    ],
  };
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
export async function isOnTarget(place: Pick<VerifyPlace, "git" | "gitDir">, landed: { commit: CommitSha; ref: string }): Promise<boolean> {
  const head = await readCommit(place.git, place.gitDir, landed.ref);
  return head !== undefined && isAncestor(place.git, place.gitDir, { older: landed.commit, newer: head });
}

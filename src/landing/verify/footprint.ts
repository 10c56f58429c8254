import { messageOf } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { readRenames } from "../../git/diff/changes.ts";
import type { Git } from "../../git/git.ts";
import { compareTrees } from "../../git/objects/trees/compare.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { doubts } from "../merge/proof/proof.ts";
import type { OldReceipt, Receipt } from "../receipts/receipt.ts";
import type { LandingRun } from "../receipts/runs.ts";

interface Landing {
  readonly run: LandingRun;
  readonly receipt: Receipt | OldReceipt;
}

/** `undefined`: the capture is not here. */
export async function footprintProblems(
  git: Git,
  objects: Objects,
  landing: Landing,
): Promise<readonly string[] | undefined> {
  try {
    return await differencesIn(git, objects, landing);
  } catch (error) {
    // A damaged object is this landing's fault alone.
    return [`can't be compared with what its sheet changed: ${messageOf(error)}`];
  }
}

async function differencesIn(git: Git, objects: Objects, landing: Landing): Promise<readonly string[] | undefined> {
  const { base, capture } = landing.receipt;
  const parent = landing.run.commits[0].parents[0];
  if (parent === undefined) return undefined;
  for (const commit of [capture, base, parent]) if (!(await isThere(objects, commit))) return undefined;
  const treeOf = async (commit: CommitSha) => (await objects.readCommit(commit)).tree;
  const [from, to, below] = await Promise.all([treeOf(base), treeOf(capture), treeOf(parent)]);
  const [sheet, landed] = await Promise.all([
    compareTrees(objects, { from, to }),
    compareTrees(objects, { from: below, to: landing.run.last.tree }),
  ]);
  // Usually no one else touched the sheet's paths.
  if (doubts({ sheet, landing: landed }).length === 0) return [];
  const [others, renames, ownRenames] = await Promise.all([
    compareTrees(objects, { from, to: below }),
    readRenames(git, objects.gitDir, { from, to: below }),
    readRenames(git, objects.gitDir, { from, to }),
  ]);
  return doubts({ sheet, landing: landed, others, renames, ownRenames }).map(
    (path) => `differs from what the sheet changed at ${shownPath(path)}`,
  );
}

/** A name that a receipt holds may be anything. */
async function isThere(objects: Objects, commit: string): Promise<boolean> {
  return (
    /^[0-9a-f]+$/.test(commit) && commit.length === (objects.format === "sha1" ? 40 : 64) && objects.exists(commit)
  );
}

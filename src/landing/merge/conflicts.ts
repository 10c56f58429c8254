import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import { compareTrees } from "../../git/objects/trees/compare.ts";
import type { Sides } from "../../git/objects/trees/merge.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { type Region, regionsOf } from "./ways/three-sides.ts";

/** A file that both sides changed, with the places that they changed in different ways. */
export interface ConflictingPlaces {
  readonly path: string;
  readonly regions: readonly Region[];
}

const mostFiles = 20;
const mostRegions = 50;
const mostBytes = 1_000_000;

/** Reads only. Files that are no text on all sides, and renames, are left out. */
export async function readConflicts(
  git: Git,
  { gitDir, format }: { readonly gitDir: string; readonly format: "sha1" | "sha256" },
  commits: Sides<CommitSha>,
): Promise<readonly ConflictingPlaces[]> {
  const objects = openObjects(git, gitDir, format);
  try {
    const treeOf = async (commit: CommitSha): Promise<TreeSha> => (await objects.readCommit(commit)).tree;
    const trees = {
      base: await treeOf(commits.base),
      ours: await treeOf(commits.ours),
      theirs: await treeOf(commits.theirs),
    };
    return await placesIn(objects, trees);
  } finally {
    await objects.close();
  }
}

async function placesIn(objects: Objects, trees: Sides<TreeSha>): Promise<readonly ConflictingPlaces[]> {
  const ours = new Map(
    (await compareTrees(objects, { from: trees.base, to: trees.ours })).map((change) => [change.path, change]),
  );
  const places: ConflictingPlaces[] = [];
  for (const { path, status, oldBlob, blob } of await compareTrees(objects, { from: trees.base, to: trees.theirs })) {
    const own = ours.get(path);
    if (own === undefined || own.blob === blob || status !== "M" || own.status !== "M") continue;
    const [base, mine, yours] = await Promise.all([oldBlob, own.blob, blob].map((id) => textOf(objects, id)));
    if (base === undefined || mine === undefined || yours === undefined) continue;
    const regions = regionsOf({ base, ours: mine, theirs: yours }).slice(0, mostRegions);
    if (regions.length > 0) places.push({ path: shownPath(path), regions });
    if (places.length === mostFiles) break;
  }
  return places;
}

async function textOf(objects: Objects, id: string): Promise<string | undefined> {
  const bytes = await objects.readBlob(id, mostBytes);
  return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString("utf8");
}

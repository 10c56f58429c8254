import type { MergedRest } from "../../src/git/history/merge.ts";
import type { Objects } from "../../src/git/objects/objects.ts";
import { entryAt } from "../../src/git/objects/trees/compare.ts";
import type { RestOfFile } from "../../src/landing/merge/proposals/propose.ts";

/** Lines in conflict regions, of both sides: as git leaves them, and as an agent gets them. */
export interface Left {
  readonly byGit: number;
  readonly handedOver: number;
}

export const nothingLeft: Left = { byGit: 0, handedOver: 0 };

export async function leftOf(objects: Objects, rest: MergedRest, rests: readonly RestOfFile[]): Promise<Left> {
  let left = nothingLeft;
  for (const { path } of rest.files) {
    const entry = await entryAt(objects, rest.tree, path);
    const byGit =
      entry === undefined ? 0 : linesBetweenMarks((await objects.readBlob(entry.id))?.toString("utf8") ?? "");
    const own = rests.find((one) => one.path === path);
    left = { byGit: left.byGit + byGit, handedOver: left.handedOver + (own?.lines ?? byGit) };
  }
  return left;
}

function linesBetweenMarks(text: string): number {
  let isInside = false;
  let count = 0;
  for (const line of text.split("\n")) {
    if (line.startsWith("<<<<<<< ")) isInside = true;
    else if (line.startsWith(">>>>>>> ")) isInside = false;
    else if (isInside && line !== "=======") count += 1;
  }
  return count;
}

import { lstat } from "node:fs/promises";
import type { Git } from "../../../git/git.ts";
import { type PrivateIndex, type SpecialEntries, listSpecial } from "../../../git/index.ts";
import { type Lent, lentIn } from "../../prepare/lent.ts";
import { pathBytes } from "../../raw-path.ts";
import { largestFile } from "./left-out.ts";
import type { SafeTree } from "./safe-tree.ts";
import { type Walked, walkTree } from "./walk.ts";

/** What is known of a context before any git looks at its files. */
export interface Outlook {
  readonly special: SpecialEntries;
  readonly walked: Walked;
  /** What git has to be kept from; see `withSafeTree`. */
  readonly safe: Pick<SafeTree, "hazards" | "isPassedOver">;
}

/**
 * Every git that looks at files of a context comes after this: a task may have put a pipe where git reads a file, and
 * it would wait for ever.
 */
export async function lookAround(git: Git, place: PrivateIndex & Lent): Promise<Outlook> {
  const special = await listSpecial(git, place);
  const gitlinks = new Set(special.submodules);
  const isLent = lentIn(place);
  const isPassedOver = (path: string): boolean => gitlinks.has(path) || isLent(path);
  const walked = await walkTree(place.workTree, isPassedOver);
  const hazards = [...walked.hazards, ...(await swollenAmong(place.workTree, special.empty))];
  return { special, walked, safe: { hazards, isPassedOver } };
}

/**
 * Files that were empty and are larger than any file that is captured. git counts sizes in 32 bits: it would take one
 * with a multiple of that for empty still, and read all of it to make sure.
 */
async function swollenAmong(root: string, empty: readonly string[]): Promise<readonly string[]> {
  const sizes = await Promise.all(empty.map((path) => lstat(pathBytes(root, path)).catch(() => undefined)));
  return empty.filter((_, place) => (sizes[place]?.size ?? 0) > largestFile);
}

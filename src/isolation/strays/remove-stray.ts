import { realpath, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Repository } from "../../git/repository.ts";
import type { Places } from "../home/places.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import type { StrayCapture } from "./capture-stray.ts";
import { adoptedJob, type Stray, strayName, verdictOf } from "./stray.ts";
import { hasFolder, readUsers } from "./content.ts";
import { readGitFile } from "../capture/agent/git-data.ts";
import { readStrayLock } from "./linked.ts";
import { bury, newGrave } from "../cleanup/trash.ts";

export type StrayRemoval =
  | { readonly kind: "removed"; readonly trash: string }
  | { readonly kind: "kept"; readonly why: string };

export interface RemovalTerms {
  readonly places: Places;
  readonly repository: Repository;
  /** The checkouts, and strays that were not removed. */
  readonly others: readonly string[];
  readonly isForced: boolean;
}

/**
 * Moves a captured stray into the trash, after checking everything again. Its branch stays; git's notes of the worktree
 * go.
 */
export async function removeStray(capture: StrayCapture, terms: RemovalTerms): Promise<StrayRemoval> {
  const { stray } = capture;
  const why = capture.onlyHere[0] ?? (await reasonToStay(stray, terms));
  if (why !== undefined) return { kind: "kept", why };
  const grave = await newGrave(terms.places, `${adoptedJob}.${strayName(stray)}`);
  if (hasFolder(stray) && (await bury(stray.path, join(grave, "files"))) === "elsewhere") {
    if (!terms.isForced) {
      await rmdir(grave);
      return { kind: "kept", why: "it lies on another disk than Tutti's trash (--force deletes it there)" };
    }
    await removeTree(stray.path);
  }
  if (stray.admin !== null) await removeNotes(stray.admin, grave);
  return { kind: "removed", trash: grave };
}

/** Captured, so it may be deleted where it can't be moved. */
async function removeNotes(admin: string, grave: string): Promise<void> {
  if ((await bury(admin, join(grave, "admin"))) === "elsewhere") await removeTree(admin);
  // As git does with the last one.
  await rmdir(dirname(admin)).catch(() => undefined);
}

async function reasonToStay(stray: Stray, terms: RemovalTerms): Promise<string | undefined> {
  const lock = stray.admin === null ? null : await readStrayLock(terms.repository, stray.admin);
  const verdict = verdictOf({ link: stray.link, lock }, { users: readUsers(stray), isForced: terms.isForced });
  if (verdict.kind === "stay") return verdict.why;
  if (!hasFolder(stray)) return undefined;
  const inside = [terms.repository.commonDir, ...terms.others].find(
    (path) => path === stray.path || path.startsWith(`${stray.path}/`),
  );
  if (inside !== undefined) return inside === stray.path ? "it is a checkout that stays" : `${inside} lies in it`;
  return (await isStillIt(stray)) ? undefined : "it is not what it was when it was found";
}

/** Moved only while it leads to its notes; a clone only while it has its own git folder. */
async function isStillIt(stray: Stray & { readonly path: string }): Promise<boolean> {
  if ((await realpath(stray.path).catch(() => undefined)) !== stray.path) return false;
  const target = await readGitFile(stray.path);
  if (stray.kind === "clone") return target === undefined;
  if (target === undefined) return false;
  return (
    stray.admin === null ||
    (basename(target) === basename(stray.admin) && (await realpath(target).catch(() => undefined)) === stray.admin)
  );
}

import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { readPlain } from "../../../base/files/read-plain.ts";
import { TuttiError } from "../../../base/error.ts";
import type { Context } from "../../context.ts";
import type { AgentGit } from "../../levels/level.ts";
import { levelTable } from "../../levels/table.ts";
import type { ObjectStore } from "../../store/object-store.ts";
import { findOddObjects } from "../nested/odd-git.ts";

/** The agent's own repository; `null`: none, commits made in place are the user's already. */
export function agentGit(context: Context, store: ObjectStore): AgentGit | null {
  return levelTable[context.level].agentGit(context, store);
}

/** Lets a git that works with the store find objects that only the agent has. */
export async function lend(
  objects: string,
  store: Pick<ObjectStore, "gitDir" | "repository">,
): Promise<Readonly<Record<string, string>>> {
  return lendObjects(objects, new Set([join(store.gitDir, "objects"), join(store.repository.commonDir, "objects")]));
}

/** Most agents never stage anything: their index is still the copy they were given. */
export async function isUntouched(theirs: string, ours: string): Promise<boolean> {
  const [one, other] = await Promise.all([theirs, ours].map((path) => lstat(path).catch(() => undefined)));
  // Never wait for a pipe in its place.
  if (one?.isFile() !== true || other?.isFile() !== true || one.size !== other.size) return false;
  const [left, right] = await Promise.all(
    [readPlain(theirs), readPlain(ours)].map((read) => read.catch(() => undefined)),
  );
  return left !== undefined && right !== undefined && left.equals(right);
}

/**
 * Lets Tutti's git read objects in a folder that others may have written. Refuses where git would hang. `known`:
 * folders known to be sound.
 */
export async function lendObjects(
  objects: string,
  known: ReadonlySet<string>,
): Promise<Readonly<Record<string, string>>> {
  const odd = await findOddObjects(objects, known);
  if (odd !== undefined)
    throw new TuttiError("git.failed", `${odd} is no file that git can read, so nothing is read from there`, {
      audience: "environment",
    });
  return { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) };
}

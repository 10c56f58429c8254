import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { createRefs } from "../../git/refs.ts";
import { ownObjects } from "../capture/own-objects.ts";
import type { Context, Owned } from "../context.ts";
import type { ObjectStore } from "../object-store.ts";
import { type Places, agentRefs } from "../places.ts";
import { movePlace } from "./move-place.ts";
import { movedTo, restoreStand } from "./stand.ts";

interface Borrowed extends Owned {
  readonly context: Context;
  /** The snapshot that says how the folder is now. */
  readonly commit: CommitSha;
}

/**
 * Gives a checkout back to its user as it was before an agent worked in it: files, HEAD, its branch and what was staged. What
 * the agent committed there itself is kept first; those commits are the answer.
 */
export async function putBackPlace(git: Git, { store, places }: { store: ObjectStore; places: Places }, borrowed: Borrowed): Promise<readonly CommitSha[]> {
  const { context, commit, job, sheet, attempt } = borrowed;
  const stand = { gitDir: store.repository.gitDir, notes: places.admin(context.id) };
  const moved = await movedTo(git, stand);
  if (moved.length > 0) {
    await ownObjects(git, { gitDir: store.gitDir, scratch: places.scratch }, { tips: moved, base: context.base });
    await createRefs(git, store.gitDir, new Map(moved.map((tip) => [`${agentRefs(job, sheet, attempt)}/${tip}`, tip])));
  }
  await movePlace(git, { store: store.gitDir, folder: context.path, scratch: `${context.index}.move` }, { from: commit, to: context.base });
  await restoreStand(git, stand);
  return moved;
}

import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CaptureProof } from "./capture/capture.ts";
import { type Context, captureIndex } from "./context.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Places } from "./places.ts";
import { removeRecord, unusedMark } from "./record.ts";
import { removeTree } from "./remove-tree.ts";
import { worktreeGitDir } from "./worktree.ts";

/**
 * Removes a context whose content is proven to be captured: out of the way at once by a rename, unlinked afterwards.
 * What the capture had to leave out is the only copy, so a context with such files stays; only ignored files may go.
 */
export async function destroyContext(places: Places, store: ObjectStore, proof: CaptureProof): Promise<Destruction> {
  if (proof.leftOut.some((item) => item.reason !== "ignored")) return "kept";
  await removeContext(places, store, proof.context);
  await removeRecord(dirname(proof.context.index));
  return (await removeEmpty(places.contextFolder(proof.context.id))) ? "destroyed" : "neighbours";
}

/** `neighbours`: the context is gone, but its agent left something beside it, which stays. */
export type Destruction = "destroyed" | "kept" | "neighbours";

/** A context made only to check a commit of Tutti's own: nobody worked in it, so there is nothing to capture. */
export interface ScratchContext {
  readonly scratch: Context;
}

export async function destroyScratch(places: Places, store: ObjectStore, context: ScratchContext): Promise<void> {
  await removeContext(places, store, context.scratch);
  await rm(unusedMark(places, context.scratch.id), { force: true });
  await removeEmpty(places.contextFolder(context.scratch.id));
}

async function removeContext(places: Places, store: ObjectStore, context: Context): Promise<void> {
  const grave = join(places.trash, context.id);
  await mkdir(places.trash, { recursive: true, mode: 0o700 });
  await removeTree(grave);
  await rename(context.path, grave).catch(ignoreMissing);
  if (context.mode === "worktree") await store.writers(() => removeTree(worktreeGitDir(store, context)));
  await rm(context.index, { force: true });
  await rm(captureIndex(context), { force: true });
  await removeTree(grave);
}

/** False when something is in there. */
async function removeEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTEMPTY") return false;
    ignoreMissing(error);
    return true;
  }
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}

import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CaptureProof } from "./capture.ts";
import { type Context, captureIndex } from "./context.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Places } from "./places.ts";
import { removeRecord } from "./record.ts";
import { removeTree } from "./remove-tree.ts";
import { worktreeGitDir } from "./worktree.ts";

/**
 * Removes a context whose content is proven to be captured: out of the way at once by a rename, unlinked afterwards.
 * What the capture had to leave out is the only copy, so a context with such files stays; only ignored files may go.
 */
export async function destroyContext(places: Places, store: ObjectStore, proof: CaptureProof): Promise<"destroyed" | "kept"> {
  if (proof.leftOut.some((item) => item.reason !== "ignored")) return "kept";
  // First the record: what is cut short after this is swept as a context that nobody works in.
  await removeRecord(dirname(proof.context.index));
  await removeContext(places, store, proof.context);
  return "destroyed";
}

/** A context made only to check a commit of Tutti's own: nobody worked in it, so there is nothing to capture. */
export interface ScratchContext {
  readonly scratch: Context;
}

export async function destroyScratch(places: Places, store: ObjectStore, context: ScratchContext): Promise<void> {
  await removeContext(places, store, context.scratch);
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

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}

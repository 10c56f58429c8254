import { chmod, cp, mkdir, rename, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CaptureProof } from "../capture/capture.ts";
import { mayGo } from "../capture/survey/left-out.ts";
import type { Context } from "../context.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import { levelTable } from "../levels/table.ts";
import type { ObjectStore } from "../store/object-store.ts";
import type { Places } from "../home/places.ts";
import { forgetView } from "../prepare/installed/views.ts";
import { removeTree } from "./remove-tree.ts";

/**
 * The only way to remove a context: needs a proof of capture, and renames it into the trash. A context with files that
 * the capture left out stays, being the only copy; ignored and borrowed files may go. In place, only Tutti's notes go.
 */
export async function destroyContext(
  places: Places,
  store: Pick<ObjectStore, "hub" | "warm">,
  proof: CaptureProof,
): Promise<Destruction> {
  const { context } = proof;
  if (isInPlace(context.level)) {
    await removeTree(places.admin(context.id));
    return "destroyed";
  }
  if (!proof.leftOut.every(mayGo)) return "kept";
  const keep = await store.warm?.keep(context);
  const grave = await bury(places, context);
  await removeAdmin(places, store, context);
  // Left only if it could not be moved; then the trash has a copy.
  await removeTree(context.path);
  await rmdir(dirname(context.path)).catch(() => undefined);
  if (grave !== undefined) await keep?.(grave);
  return "destroyed";
}

/** Drops Tutti's notes of a context in place; the files are the user's. */
export async function forgetInPlace(places: Places, context: Context): Promise<void> {
  if (isInPlace(context.level)) await removeTree(places.admin(context.id));
}

/** `kept`: it holds something that no snapshot has. */
export type Destruction = "destroyed" | "kept";

/** A context that was never handed out: nothing to capture. */
export interface ScratchContext {
  readonly scratch: Context;
}

export async function destroyScratch(
  places: Places,
  store: Pick<ObjectStore, "hub" | "warm">,
  context: ScratchContext,
): Promise<void> {
  const keep = await store.warm?.keep(context.scratch);
  await keep?.(context.scratch.path);
  await removeTree(context.scratch.path);
  await removeAdmin(places, store, context.scratch);
}

/** One rename, however large: retention decides when to unlink. Where it is now, if it was moved there whole. */
async function bury(places: Places, context: Context): Promise<string | undefined> {
  await mkdir(places.trash, { recursive: true, mode: 0o700 });
  let hasRights = false;
  for (let number = 1; ; number += 1) {
    const grave = join(places.trash, `${context.id}-${String(number)}`);
    try {
      await rename(context.path, grave);
      return grave;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return undefined;
      if ((code === "EACCES" || code === "EPERM") && !hasRights) {
        // A task may have taken away the right to move it.
        hasRights = true;
        await chmod(context.path, 0o700);
      } else if (code === "EXDEV") return copyTo(context.path, grave);
      else if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
    }
  }
}

/** The score's folder may be on another disk than the trash. Keep what was written since the capture. */
async function copyTo(path: string, grave: string): Promise<undefined> {
  await removeTree(grave);
  await cp(path, grave, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

async function removeAdmin(places: Places, store: Pick<ObjectStore, "hub">, context: Context): Promise<void> {
  const admin = levelTable[context.level].adminFolder(store, context.id);
  if (admin !== null) await removeTree(admin);
  await removeTree(places.admin(context.id));
  await forgetView(places, context.path);
}

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { nameOf } from "../../base/names.ts";
import type { Start } from "../../conductor/hands.ts";
import { unlockContext } from "../records/presence.ts";
import type { Context, ContextRequest } from "../context.ts";
import type { EarlierWork } from "../levels/earlier-work.ts";
import { enterInPlace } from "../levels/in-place.ts";
import { type ContextRecord, reopenContext } from "../records/record.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { acquireOsLock } from "../../lock/os-lock.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";

export interface Entry {
  readonly start: Start;
  readonly cancel: AbortSignal;
}

/** Gives an attempt the user's own folder, exclusively. */
export async function enterFolder(equipment: Equipment, request: ContextRequest, entry: Entry): Promise<Context> {
  const path = requireFolder(equipment);
  const lock = await acquireFolder(equipment, { path, sheet: request.whose.sheet, cancel: entry.cancel });
  try {
    const context = await openFolder(equipment, { ...request, folders: { ...request.folders, path } }, entry.start);
    equipment.shared.held.set(context.id, lock);
    return context;
  } catch (error) {
    lock.release();
    throw error;
  }
}

export async function leaveContext(equipment: Equipment, context: Context): Promise<void> {
  await equipment.programs.furnisher.leave(context.path);
  await unlockContext(equipment.places, context.id);
  equipment.shared.held.get(context.id)?.release();
  equipment.shared.held.delete(context.id);
}

function requireFolder({ store }: Equipment): string {
  const { top } = store.repository;
  if (top !== null) return top;
  throw new TuttiError(
    "context.create_failed",
    `${store.repository.commonDir} is a bare repository: there is no folder to work in`,
    {
      audience: "user",
      hint: "Use a level of isolation that makes folders of its own: --isolation clone",
    },
  );
}

interface Want {
  readonly path: string;
  readonly sheet: string;
  readonly cancel?: AbortSignal;
}

export async function acquireFolder(equipment: Equipment, want: Want): ReturnType<typeof acquireOsLock> {
  const { places, world, notice } = equipment;
  await mkdir(places.locks, { recursive: true, mode: 0o700 });
  return acquireOsLock(join(places.locks, nameOf(want.path)), world, {
    ...(want.cancel === undefined ? {} : { signal: want.cancel }),
    onWait: () => {
      notice(`${want.sheet} waits: something else works in ${want.path}`);
    },
    refused: () =>
      new TuttiError("store.locked", `${want.path} is in use by another tutti`, {
        audience: "user",
        hint: "Try again when it has ended.",
      }),
  });
}

/** Continues where the last attempt was; the base stays what was there before the first. */
async function openFolder(equipment: Equipment, request: ContextRequest, start: Start): Promise<Context> {
  const { git, places, world } = equipment;
  const found = start.reuse ? await reopenContext(places, start.context) : undefined;
  // Its agent had not begun yet.
  if (found !== undefined && start.folder === undefined) return found.context;
  if (found !== undefined) await removeTree(places.admin(found.context.id));
  return enterInPlace(git, places, {
    ...request,
    at: world.now(),
    ...goingOnThere(equipment, request, { start, found }),
  });
}

/** The same id: an agent that finds its conversation by the place finds it. */
function goingOnThere(
  { notice }: Equipment,
  { id, folders: { path }, whose: { sheet } }: ContextRequest,
  { start, found }: { readonly start: Start; readonly found: ContextRecord | undefined },
): Pick<ContextRequest, "id"> & { readonly earlier?: EarlierWork } {
  const tell = (what: string): void => {
    notice(`${sheet}: ${path}: ${what}`);
  };
  return {
    id: found?.context.id ?? id,
    ...(start.folder === undefined ? {} : { earlier: { base: start.folder.base, left: start.folder.left, tell } }),
  };
}

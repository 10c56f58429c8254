import { randomUUID } from "node:crypto";
import { type FSWatcher, closeSync, openSync, unlinkSync, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate, setTimeout as pause } from "node:timers/promises";

/** Hears from the kernel of changes in a folder and all below it, until the first one. */
export interface FolderWatch {
  /** Whether nothing has changed since the watch began. */
  isStill(): Promise<boolean>;
  end(): void;
}

/** How many folders may be watched; each takes some 4 kB of memory. */
export interface WatchRoom {
  taken: number;
  readonly most: number;
}

/** So many folders are watched before others get their turn. */
const atOnce = 64;
/** The kernel answers at once; a process that is this late knows nothing. */
const answerMs = 2_000;

/**
 * Begins to watch a folder that only programs of a context change. `null`: it has too many folders, or this system does
 * not allow it. A folder is watched before it is read, so one that is made meanwhile is a change.
 */
export async function watchFolder(top: string, scratch: string, room: WatchRoom): Promise<FolderWatch | null> {
  // Elsewhere changes may be told late, and in another order.
  if (process.platform !== "linux") return null;
  const watching: Watching = { watchers: [], room, isOver: false };
  const isWatched = await watchAll(watching, top).catch(() => false);
  if (!isWatched) end(watching);
  return isWatched
    ? {
        isStill: async () => !watching.isOver && (await hasHeardAll(scratch)) && !watching.isOver,
        end: () => {
          end(watching);
        },
      }
    : null;
}

interface Watching {
  readonly watchers: FSWatcher[];
  readonly room: WatchRoom;
  /** Something has changed, or nothing is heard any more. */
  isOver: boolean;
}

function end(watching: Watching): void {
  watching.isOver = true;
  for (const watcher of watching.watchers.splice(0)) {
    watcher.close();
    watching.room.taken -= 1;
  }
}

/** False: not all of it can be watched. */
async function watchAll(watching: Watching, top: string): Promise<boolean> {
  const folders = [Buffer.from(top)];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (watching.room.taken >= watching.room.most) return false;
    watching.watchers.push(watchOne(watching, folder));
    watching.room.taken += 1;
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: "buffer" }))
      if (entry.isDirectory()) folders.push(Buffer.concat([folder, slash, entry.name]));
    if (watching.watchers.length % atOnce === 0) await setImmediate();
  }
  return true;
}

const slash = Buffer.from("/");

function watchOne(watching: Watching, folder: Buffer): FSWatcher {
  const over = (): void => {
    end(watching);
  };
  return watch(folder, { persistent: false }, over).on("error", over);
}

/**
 * The kernel tells a process of all changes in their order: when it has heard of one that it makes itself, it has heard
 * of all before.
 */
async function hasHeardAll(scratch: string): Promise<boolean> {
  const name = `still-${randomUUID()}`;
  try {
    const watcher = watch(scratch);
    try {
      return await hears(watcher, { name, file: join(scratch, name) });
    } finally {
      watcher.close();
    }
  } catch {
    // No room on the disk, or for one more watch.
    return false;
  }
}

/** On this thread: threads for files would take most of the time, and it is all that an unchanged context costs. */
async function hears(watcher: FSWatcher, own: { readonly name: string; readonly file: string }): Promise<boolean> {
  const heard = new Promise<boolean>((resolve) => {
    watcher.on("change", (_, name) => {
      if (name === own.name) resolve(true);
    });
    watcher.on("error", () => {
      resolve(false);
    });
  });
  closeSync(openSync(own.file, "wx"));
  unlinkSync(own.file);
  return Promise.race([heard, pause(answerMs, false, { ref: false })]);
}

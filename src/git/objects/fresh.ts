import { type Git, requireOk } from "../git.ts";
import type { Answer } from "./answers.ts";
import { type ObjectFormat, type ObjectType, objectName } from "./object-name.ts";
import { type NewObject, makePack } from "./pack.ts";

/** Objects that were made and are not on the disk yet, and those that came there last. */
export interface Fresh {
  find(id: string): Answer | undefined;
  /** What came to the disk with the last flush is not stored again. */
  make(type: ObjectType, bytes: Buffer): string;
  flush(): Promise<void>;
}

/** Up to this many objects become loose ones. Each is synced by itself, which a pack is faster at; but too many packs slow down every search. */
const looseLimit = 32;
/** What was stored last is often wanted again at once: to be copied elsewhere, or made a second time. */
const mostKeptBytes = 32 * 1024 * 1024;

export function makeFresh(git: Git, place: { readonly gitDir: string; readonly format: ObjectFormat }): Fresh {
  const made = new Map<string, NewObject>();
  let stored: ReadonlyMap<string, NewObject> = new Map();
  let flushing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    const batch = [...made];
    const objects = batch.map(([, object]) => object);
    if (objects.length === 0) return;
    stored = new Map();
    try {
      await storeObjects(git, place, objects);
      if (objects.reduce((sum, { bytes }) => sum + bytes.length, 0) <= mostKeptBytes) stored = new Map(batch);
    } finally {
      // Stored or refused: one that git does not take would keep all later ones from the disk.
      for (const [id] of batch) made.delete(id);
    }
  }

  return {
    find: (id) => {
      const object = made.get(id) ?? stored.get(id);
      return object === undefined ? undefined : { kind: "found", id, type: object.type, size: object.bytes.length, bytes: object.bytes };
    },
    make: (type, bytes) => {
      const id = objectName(place.format, type, bytes);
      if (!stored.has(id)) made.set(id, { type, bytes });
      return id;
    },
    flush: () => {
      // In turn: what is made meanwhile goes with the next one.
      const next = flushing.then(store);
      flushing = next.catch(() => undefined);
      return next;
    },
  };
}

async function storeObjects(git: Git, place: { gitDir: string; format: ObjectFormat }, objects: readonly NewObject[]): Promise<void> {
  const args = objects.length <= looseLimit ? ["unpack-objects", "-q", "--strict"] : ["index-pack", "--stdin", "--strict"];
  const stdin = await makePack(place.format, objects);
  requireOk(await git.sealed({ gitDir: place.gitDir, args, stdin }), "storing objects");
}

import { TuttiError, messageOf } from "../../base/error.ts";
import { type Git, requireTaken } from "../git.ts";
import type { Answer } from "./answers.ts";
import { storeKept } from "./bytes/kept-pack.ts";
import { type ObjectFormat, type ObjectType, objectName } from "./bytes/object-name.ts";
import { type NewObject, makePack } from "./bytes/pack.ts";
import { parseTree } from "./bytes/tree-bytes.ts";
import { writeLoose } from "../storage/loose.ts";

/** Objects not on the disk yet, and those stored last. */
export interface Fresh {
  find(id: string): Answer | undefined;
  /** Objects of the last flush are not stored again. */
  make(type: ObjectType, bytes: Buffer): string;
  flush(): Promise<void>;
}

/** Up to here Tutti's own objects are stored loose. A pack syncs faster, but many packs slow every search. */
const looseLimit = 32;
/** Stored objects are often needed again at once: to be copied, or made a second time. */
const mostKeptBytes = 32 * 1024 * 1024;

interface Destination {
  readonly gitDir: string;
  readonly format: ObjectFormat;
  readonly takesAll?: true;
  readonly isUsers?: true;
}

export function makeFresh(git: Git, place: Destination): Fresh {
  const made = new Map<string, NewObject>();
  let stored: ReadonlyMap<string, NewObject> = new Map();
  let flushing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    const batch = [...made];
    if (batch.length === 0) return;
    stored = new Map();
    const drop = (): void => {
      for (const [id] of batch) made.delete(id);
    };
    const refused = await storeAll(git, place, batch).catch((error: unknown) => {
      if (holdsMissing(error)) drop();
      // After a fault of the machine the next flush stores them.
      throw error;
    });
    // A refused object would keep all later ones from the disk.
    drop();
    if (refused !== undefined) throw refused;
    if (batch.reduce((sum, [, { bytes }]) => sum + bytes.length, 0) <= mostKeptBytes) stored = new Map(batch);
  }

  return {
    find: (id) => {
      const object = made.get(id) ?? stored.get(id);
      return object === undefined
        ? undefined
        : { kind: "found", id, type: object.type, size: object.bytes.length, bytes: object.bytes };
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

/** It refers to an object that is missing: its maker has to make both again. */
function holdsMissing(error: unknown): boolean {
  return /object of unexpected type|did not receive expected object/.test(messageOf(error));
}

type Named = readonly [id: string, object: NewObject];

/** Returns why git refused some; the others are stored, except those that contain one. */
async function storeAll(git: Git, place: Destination, batch: readonly Named[]): Promise<TuttiError | undefined> {
  try {
    await storeObjects(git, place, batch);
    return undefined;
  } catch (error) {
    if (!(error instanceof TuttiError) || error.code !== "git.refused") throw error;
    await storeHalves(git, place, leavesFirst(batch, place.format));
    return error;
  }
}

async function storeHalves(git: Git, place: Destination, batch: readonly Named[]): Promise<void> {
  const middle = Math.ceil(batch.length / 2);
  for (const half of batch.length > 1 ? [batch.slice(0, middle), batch.slice(middle)] : []) {
    // Refused, or it holds what was refused.
    await storeObjects(git, place, half).catch(() => storeHalves(git, place, half));
  }
}

/** Each behind what it holds. */
function leavesFirst(batch: readonly Named[], format: ObjectFormat): readonly Named[] {
  const objects = new Map(batch);
  const ordered = new Map<string, NewObject>();
  const visit = (id: string): void => {
    const object = objects.get(id);
    if (object === undefined || !objects.delete(id)) return;
    for (const held of heldBy(object, format)) visit(held);
    ordered.set(id, object);
  };
  for (const [id] of batch) visit(id);
  return [...ordered];
}

function heldBy({ type, bytes }: NewObject, format: ObjectFormat): readonly string[] {
  if (type === "tree") return parseTree(format, bytes).map(({ id }) => id);
  if (type !== "commit") return [];
  const header = bytes.toString("latin1", 0, Math.max(0, bytes.indexOf("\n\n")));
  return [...header.matchAll(/^(?:tree|parent) ([0-9a-f]+)$/gm)].map(([, id = ""]) => id);
}

async function storeObjects(git: Git, place: Destination, batch: readonly Named[]): Promise<void> {
  const pack = (): Promise<Buffer> =>
    makePack(
      place.format,
      batch.map(([, object]) => object),
    );
  if (place.isUsers === true) return storeKept(git, place.gitDir, await pack());
  if (place.takesAll === true && batch.length <= looseLimit) return writeLoose(place.gitDir, batch);
  const args = ["index-pack", "--stdin", ...(place.takesAll === true ? [] : ["--strict"])];
  requireTaken(await git.sealed({ gitDir: place.gitDir, args, stdin: await pack() }), "storing objects");
}

import { lstat, mkdtemp, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, isAbsolute, join, sep } from "node:path";
import type { ContextId } from "../../base/ids.ts";
import { writeWhole } from "../../base/files/write/write-whole.ts";
import { type Owner, ownerName, thisOwner } from "../../process/tree/owner.ts";
import type { Places } from "../home/places.ts";
import { ignoreMissing, removeTree } from "../cleanup/remove-tree.ts";

/**
 * Marks a context that no agent was let into. Only a marked one may be removed without a proof of capture, once its
 * maker is proven dead; a missing record proves nothing.
 */
export function makingMark(places: Places, id: ContextId): string {
  return join(places.admin(id), "making");
}

export interface Making {
  readonly owner: Owner;
  /** `null`: in place, the folder is the user's. */
  readonly path: string | null;
}

/** Claims an id. The folder appears with its mark, so a maker that dies at any moment leaves one that can be swept. */
export async function claimAdmin(places: Places, id: ContextId, path: string | null): Promise<void> {
  // Named by its maker, who may die before the mark is written.
  const draft = await mkdtemp(`${places.admin(id)}.new-${ownerName(thisOwner())}~`);
  try {
    await writeWhole(join(draft, "making"), JSON.stringify({ owner: thisOwner(), path } satisfies Making));
    // Fails onto a folder that holds anything: an id is claimed once.
    await rename(draft, places.admin(id));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Records that the maker made the folder. The mark alone names it before it exists: a maker that meets another's folder
 * and dies must not get that one removed.
 */
export async function writeMade(places: Places, id: ContextId, path: string): Promise<void> {
  await writeFile(madePath(places, id), await identityOf(path));
}

/** `undefined`: unreadable. */
export async function readMaking(places: Places, id: ContextId): Promise<Making | undefined> {
  try {
    const { owner, path } = JSON.parse(await readFile(makingMark(places, id), "utf8")) as Partial<Making>;
    if (!isOwner(owner) || path === undefined || (path !== null && typeof path !== "string")) return undefined;
    return { owner, path };
  } catch {
    return undefined;
  }
}

/** Removes the folder of a dead maker. False: something else may be in its place. */
export async function removeMade(places: Places, id: ContextId, path: string): Promise<boolean> {
  const stats = await lstat(path).catch(ignoreMissing);
  if (stats === undefined) return true;
  if (!stats.isDirectory() || !isNamedFor(id, path) || isAround(path, places.home)) return false;
  const made = await readFile(madePath(places, id), "utf8").catch(() => undefined);
  if (made !== undefined && made === (await identityOf(path))) {
    await removeTree(path);
    return true;
  }
  // Its maker may have died before recording it: then it is empty.
  return rmdir(path).then(
    () => true,
    () => false,
  );
}

export function isNamedFor(id: ContextId, path: string): boolean {
  const name = basename(path);
  return isAbsolute(path) && name !== "" && (id === name || id.endsWith(`.${name}`));
}

function isAround(path: string, home: string): boolean {
  return home === path || home.startsWith(path.endsWith(sep) ? path : `${path}${sep}`);
}

function isOwner(owner: Partial<Owner> | undefined): owner is Owner {
  const texts = [owner?.startTime, owner?.bootId, owner?.pidNamespace];
  return Number.isInteger(owner?.pid) && (owner?.pid ?? 0) > 0 && texts.every((text) => typeof text === "string");
}

/** Device numbers change at boot and inodes are reused; the birth time decides. */
async function identityOf(path: string): Promise<string> {
  const { ino, birthtimeNs } = await lstat(path, { bigint: true });
  return `${String(ino)}:${String(birthtimeNs)}`;
}

function madePath(places: Places, id: ContextId): string {
  return join(places.admin(id), "made");
}

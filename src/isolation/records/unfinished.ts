import { lstat, readFile, rmdir, writeFile } from "node:fs/promises";
import { basename, isAbsolute, join, sep } from "node:path";
import type { ContextId } from "../../base/ids.ts";
import type { Owner } from "../../process/tree/owner.ts";
import type { Places } from "../home/places.ts";
import { type Making, makingMark } from "./record.ts";
import { ignoreMissing, removeTree } from "../remove-tree.ts";

/**
 * Writes down that the folder of a context was made by its maker just now. The mark alone names a folder before it is
 * there: a maker that meets somebody else's folder in its place and dies must not get that one removed.
 */
export async function writeMade(places: Places, id: ContextId, path: string): Promise<void> {
  await writeFile(madePath(places, id), await identityOf(path));
}

/** The mark of a context that was being made; `undefined` when it can't be read: cut short, or nonsense. */
export async function readMaking(places: Places, id: ContextId): Promise<Making | undefined> {
  try {
    const { owner, path } = JSON.parse(await readFile(makingMark(places, id), "utf8")) as Partial<Making>;
    if (!isOwner(owner) || path === undefined || (path !== null && typeof path !== "string")) return undefined;
    return { owner, path };
  } catch {
    return undefined;
  }
}

/** Removes the folder a dead maker made. False when it stays because something else may be in its place. */
export async function removeMade(places: Places, id: ContextId, path: string): Promise<boolean> {
  const stats = await lstat(path).catch(ignoreMissing);
  if (stats === undefined) return true;
  if (!stats.isDirectory() || !isNamedFor(id, path) || isAround(path, places.home)) return false;
  const made = await readFile(madePath(places, id), "utf8").catch(() => undefined);
  if (made !== undefined && made === (await identityOf(path))) {
    await removeTree(path);
    return true;
  }
  // Its maker may have died between making it and saying so: then it is empty.
  return rmdir(path).then(
    () => true,
    () => false,
  );
}

/** The last part of an id is the name of its folder. */
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

/**
 * Numbers of disks change when a machine starts again, and numbers of files are given away again; when it was made says
 * the rest.
 */
async function identityOf(path: string): Promise<string> {
  const { ino, birthtimeNs } = await lstat(path, { bigint: true });
  return `${String(ino)}:${String(birthtimeNs)}`;
}

function madePath(places: Places, id: ContextId): string {
  return join(places.admin(id), "made");
}

import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";
import { messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import type { ContextId } from "../../base/ids.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { isGitAtWork, removeLeftovers } from "../../git/stale-locks.ts";
import { isOwnerDead, ownerNamed } from "../../process/tree/owner.ts";
import { type ObjectStore, hubOf } from "../store/object-store.ts";
import type { Places } from "../home/places.ts";
import { levelTable } from "../levels/table.ts";
import { listContexts } from "./record.ts";
import { isGone, removeTree } from "../cleanup/remove-tree.ts";
import { isNamedFor, makingMark, readMaking, removeMade } from "./making.ts";
import { writersQueue } from "../store/writers-queue.ts";

/** For a git that outlived its maker. */
const patienceMs = 60_000;
const pollMs = 20;

/**
 * Clears files that dead processes left in the home; other programs may use it at the same time. Only the holder of the
 * writer lock calls this. Files that can't be removed stay, with a notice.
 */
export async function sweepHome(places: Places, notice: (text: string) => void): Promise<void> {
  await mkdir(places.scratch, { recursive: true, mode: 0o700 });
  const scratch = join(places.home, "scratch");
  for (const name of await list(scratch)) {
    const owner = ownerNamed(name);
    if (owner !== undefined && !isOwnerDead(owner)) continue;
    await removeTree(join(scratch, name)).catch((error: unknown) => {
      notice(`${join(scratch, name)} could not be cleared and stays: ${messageOf(error)}`);
    });
  }
  const names = await list(places.contexts);
  const ready = await readyAmong(places, names);
  for (const name of names) {
    const id = name as ContextId;
    if (ready.has(id)) continue;
    if (isDeadDraft(id)) await removeTree(places.admin(id)).catch(() => undefined);
    await sweepUnfinished(places, id, notice);
    // A draft is empty until its maker writes the mark.
    if (!isDraft(id)) await rmdir(places.admin(id)).catch(() => undefined);
  }
}

/** Whole contexts, of which there may be thousands. */
async function readyAmong(places: Places, names: readonly string[]): Promise<ReadonlySet<string>> {
  const inside = await Promise.all(names.map((name) => list(places.admin(name as ContextId))));
  return new Set(
    names.filter((_, place) => {
      const files = inside[place] ?? [];
      return files.includes("record.json") && !files.includes("making");
    }),
  );
}

/**
 * `nothing`: no mark · `swept`: the id is free · `whole`: ready when its maker died, can be reopened · `in-use`: its
 * maker or a git of it may live · `left`: it stays, with a notice.
 */
export type Sweeping = "nothing" | "swept" | "whole" | "in-use" | "left";

/**
 * Clears what a killed maker left under an id, so that it can be used again. Never call it within a queue of writers.
 */
export async function sweepUnfinished(
  places: Places,
  id: ContextId,
  notice: (text: string) => void = () => undefined,
): Promise<Sweeping> {
  if (!(await exists(makingMark(places, id)))) return "nothing";
  await mkdir(places.locks, { recursive: true, mode: 0o700 });
  // The second of two sweepers must look again: a new context may be there.
  const alone = writersQueue(join(places.locks, "sweep.lock"), realWorld);
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const sweeping = await alone(() => sweepMarked(places, id, notice)).catch((error: unknown) => {
      notice(`${places.admin(id)} could not be cleared and stays: ${messageOf(error)}`);
      return "left" as const;
    });
    if (sweeping !== "being-filled") return sweeping;
    if (waitedMs >= patienceMs) return "in-use";
    await new Promise<void>((resolve) => realWorld.after(pollMs, resolve));
  }
}

/** Locks and half-written objects of killed gits, and forsaken worktrees. */
export async function sweepStore(
  places: Places,
  store: ObjectStore,
  notice: (text: string) => void = () => undefined,
): Promise<void> {
  await store.writers(async () => {
    const worktrees = join(store.hub, "worktrees");
    for (const name of await list(worktrees))
      if (await isForsaken(places, worktrees, name)) await removeTree(join(worktrees, name));
    const leftovers = [...(await leftoversIn(store.gitDir)), ...(await leftoversIn(store.hub))];
    // Rare, and a home may keep thousands of contexts.
    if (leftovers.length === 0) return;
    const records = (await listContexts(places)).filter(
      (record) =>
        record.store === store.gitDir &&
        levelTable[record.context.level].adminFolder(store, record.context.id) !== null,
    );
    // An agent's git in a worktree locks the hub without naming it.
    const folders = [dirname(store.gitDir), ...records.map((record) => record.context.path)];
    const doubtful = await removeLeftovers(leftovers, folders);
    for (const path of doubtful) notice(`${path} exists and its owner may be alive: it stays`);
  });
}

async function sweepMarked(
  places: Places,
  id: ContextId,
  notice: (text: string) => void,
): Promise<Sweeping | "being-filled"> {
  if (!(await exists(makingMark(places, id)))) return "nothing";
  const making = await readMaking(places, id);
  if (making === undefined) {
    if (!isDraft(id)) notice(`${places.admin(id)} stays: its owner is unknown`);
    return "in-use";
  }
  if (!isOwnerDead(making.owner)) return "in-use";
  // Another maker may have claimed the draft's id.
  const path = isDraft(id) && making.path !== null && !isNamedFor(id, making.path) ? null : making.path;
  if ((await readdir(places.admin(id))).includes("record.json")) {
    // Whole when its maker died: it may be in use by now.
    await rm(makingMark(places, id));
    return "whole";
  }
  // The maker's git may still run. Where the system does not tell, assume not.
  if (path !== null && (await isGitAtWork([path])) === true) return "being-filled";
  if (path !== null && !(await removeMade(places, id, path))) {
    notice(`${path} stays: something else than what Tutti made may be in it`);
    return "left";
  }
  // Level and repository are unknown here.
  for (const name of await list(places.repositories)) {
    const hub = hubOf(join(places.repositories, name, "store.git"));
    const admins = Object.values(levelTable).flatMap((level) => level.adminFolder({ hub }, id) ?? []);
    for (const admin of admins) await removeTree(admin);
  }
  await giveBack(places, id);
  return "swept";
}

/** In one step: a folder that is unlinked file by file can be claimed meanwhile. */
async function giveBack(places: Places, id: ContextId): Promise<void> {
  await mkdir(places.scratch, { recursive: true, mode: 0o700 });
  const aside = await mkdtemp(join(places.scratch, "swept-"));
  await rename(places.admin(id), aside);
  await removeTree(aside);
}

/** A claim in preparation. */
function isDraft(id: ContextId): boolean {
  return /\.new-(?:[0-9a-f-]+~)?[A-Za-z0-9]{6}$/.test(id);
}

/** A draft holds only its maker's mark, so it goes with its maker. */
function isDeadDraft(id: ContextId): boolean {
  const maker = ownerNamed(/\.new-([0-9a-f-]+)~[A-Za-z0-9]{6}$/.exec(id)?.[1] ?? "");
  return maker !== undefined && isOwnerDead(maker);
}

/** Notes and files are both gone. Files without notes are work, and this leads to them. */
async function isForsaken(places: Places, worktrees: string, name: string): Promise<boolean> {
  const link = await readPlainText(join(worktrees, name, "gitdir")).catch(() => "");
  return link !== "" && (await isGone(places.admin(name as ContextId))) && (await isGone(dirname(link.trim())));
}

/** Names of git's locks and temporary files. */
async function leftoversIn(gitDir: string): Promise<readonly string[]> {
  const entries = await readdir(gitDir, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && (/\.lock$|^gc\.pid$|^\.tmp-/.test(entry.name) || isHalfWritten(gitDir, entry)))
    .map((entry) => join(entry.parentPath, entry.name));
}

function isHalfWritten(gitDir: string, entry: { name: string; parentPath: string }): boolean {
  return entry.name.startsWith("tmp_") && `${entry.parentPath}/`.startsWith(`${join(gitDir, "objects")}/`);
}

async function list(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

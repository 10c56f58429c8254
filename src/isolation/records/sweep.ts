import { lstat, mkdir, mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";
import { messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import type { ContextId } from "../../base/ids.ts";
import { realWorld } from "../../base/real-world.ts";
import { isGitAtWork, removeLeftovers } from "../../git/stale-locks.ts";
import { isOwnerDead, ownerNamed } from "../../process/tree/owner.ts";
import { type ObjectStore, hubOf } from "../store/object-store.ts";
import type { Places } from "../home/places.ts";
import { levelTable } from "../levels/table.ts";
import { listContexts, makingMark } from "./record.ts";
import { removeTree } from "../remove-tree.ts";
import { isNamedFor, readMaking, removeMade } from "./unfinished.ts";
import { writersQueue } from "../store/writers-queue.ts";

/** How long a git that outlived its maker may take to finish, and how often it is looked for. */
const patienceMs = 60_000;
const pollMs = 20;

/**
 * Clears what dead processes left in Tutti's own home; other programs may use the same home at the same time. Only the
 * holder of the writer lock calls this. What can't be removed stays, with a word; it never keeps anyone from working.
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
  for (const name of await list(places.contexts)) {
    const id = name as ContextId;
    if (isDeadDraft(id)) await removeTree(places.admin(id)).catch(() => undefined);
    await sweepUnfinished(places, id, notice);
    // A draft is empty for a moment before its maker writes the mark.
    if (!isDraft(id)) await rmdir(places.admin(id)).catch(() => undefined);
  }
}

/**
 * `nothing`: there is no mark of a maker · `swept`: the id is free · `whole`: its context was ready when its maker
 * died, and can be reopened · `in-use`: its maker, or a git of its maker's, is not proven dead · `left`: it stays, and
 * a notice said why.
 */
export type Sweeping = "nothing" | "swept" | "whole" | "in-use" | "left";

/**
 * Clears what a maker that was killed left under an id, so that the same id works again. Never from within a queue of
 * writers.
 */
export async function sweepUnfinished(
  places: Places,
  id: ContextId,
  notice: (text: string) => void = () => undefined,
): Promise<Sweeping> {
  if (!(await exists(makingMark(places, id)))) return "nothing";
  await mkdir(places.locks, { recursive: true, mode: 0o700 });
  // Of two who sweep the same id the second must find what the first left, not what it saw before: a new context may be
  // there.
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

/** Locks and half-written objects of killed git processes, and worktrees of which nothing else is left. */
export async function sweepStore(
  places: Places,
  store: ObjectStore,
  notice: (text: string) => void = () => undefined,
): Promise<void> {
  await store.writers(async () => {
    const worktrees = join(store.hub, "worktrees");
    for (const name of await list(worktrees))
      if (await isForsaken(places, worktrees, name)) await removeTree(join(worktrees, name));
    const records = (await listContexts(places)).filter(
      (record) =>
        record.store === store.gitDir &&
        levelTable[record.context.level].adminFolder(store, record.context.id) !== null,
    );
    // An agent's git in a worktree takes locks in the hub, without ever naming it.
    const folders = [dirname(store.gitDir), ...records.map((record) => record.context.path)];
    const doubtful = await removeLeftovers(
      [...(await leftoversIn(store.gitDir)), ...(await leftoversIn(store.hub))],
      folders,
    );
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
    if (!isDraft(id)) notice(`${places.admin(id)} stays: whose it is can't be told`);
    return "in-use";
  }
  if (!isOwnerDead(making.owner)) return "in-use";
  // A draft names the folder of an id that somebody else may have claimed meanwhile.
  const path = isDraft(id) && making.path !== null && !isNamedFor(id, making.path) ? null : making.path;
  if ((await readdir(places.admin(id))).includes("record.json")) {
    // It was whole when its maker died, and somebody may have found it and begun to work in it.
    await rm(makingMark(places, id));
    return "whole";
  }
  // A killed maker's git may still be at it. Where the system does not tell, it has to be believed that none is.
  if (path !== null && (await isGitAtWork([path])) === true) return "being-filled";
  if (path !== null && !(await removeMade(places, id, path))) {
    notice(`${path} stays: something else than what Tutti made may be in it`);
    return "left";
  }
  // Neither the level nor the repository is known here.
  for (const name of await list(places.repositories)) {
    const hub = hubOf(join(places.repositories, name, "store.git"));
    const admins = Object.values(levelTable).flatMap((level) => level.adminFolder({ hub }, id) ?? []);
    for (const admin of admins) await removeTree(admin);
  }
  await giveBack(places, id);
  return "swept";
}

/** Frees an id at one stroke: a folder that is unlinked file by file can be claimed by another in the middle of it. */
async function giveBack(places: Places, id: ContextId): Promise<void> {
  await mkdir(places.scratch, { recursive: true, mode: 0o700 });
  const aside = await mkdtemp(join(places.scratch, "swept-"));
  await rename(places.admin(id), aside);
  await removeTree(aside);
}

/** The name under which a claim is prepared before it appears. */
function isDraft(id: ContextId): boolean {
  return /\.new-(?:[0-9a-f-]+~)?[A-Za-z0-9]{6}$/.test(id);
}

/** A draft holds its maker's mark and nothing else, so it goes with its maker, whether or not the mark was written. */
function isDeadDraft(id: ContextId): boolean {
  const maker = ownerNamed(/\.new-([0-9a-f-]+)~[A-Za-z0-9]{6}$/.exec(id)?.[1] ?? "");
  return maker !== undefined && isOwnerDead(maker);
}

/**
 * Tutti's notes and the files are both gone. Files without notes are somebody's work, which can be found again as long
 * as this stays.
 */
async function isForsaken(places: Places, worktrees: string, name: string): Promise<boolean> {
  const link = await readPlainText(join(worktrees, name, "gitdir")).catch(() => "");
  return link !== "" && (await isGone(places.admin(name as ContextId))) && (await isGone(dirname(link.trim())));
}

/** A folder that can't be looked at is not gone. */
async function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT",
  );
}

/** git writes locks under such names, and objects and packs until they are whole. */
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

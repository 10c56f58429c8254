import type { Stats } from "node:fs";
import { lstat, readFile, readlink, rm, rmdir } from "node:fs/promises";
import type { Change } from "../git/changes.ts";
import type { Git } from "../git/git.ts";
import { requireOk } from "../git/git.ts";
import { type PrivateIndex, setEntries } from "../git/index.ts";
import { hashFile, hashLink, readSmudged } from "../git/user-files.ts";
import { pathBytes } from "../isolation/raw-path.ts";

/** Which end of an interrupted move the files are brought to. */
export type Side = "from" | "to";

/**
 * Finishes (or takes back) a move of the user's checkout that was cut short. Every changed path was clean when the move
 * began, so a file is at one side, at the other, half-written, or edited by the user since; the last kind stays as it is.
 */
export async function settleFiles(git: Git, checkout: PrivateIndex, what: { changes: readonly Change[]; side: Side }): Promise<void> {
  const toWrite: Change[] = [];
  for (const change of what.changes) {
    if (await needsWriting(git, checkout, { change, side: what.side })) toWrite.push(change);
  }
  await setEntries(
    git,
    checkout,
    what.changes.map((change) => entryOf(change, what.side)),
  );
  // What lies deeper first: a folder may have to make room for a file.
  const paths = toWrite
    .map((change) => change.path)
    .sort()
    .reverse();
  for (const path of paths) await clear(checkout, path);
  const files: string[] = [];
  for (const change of toWrite) {
    // git would clear the way by itself, and take along what the user put there.
    if (!isAbsent(change, what.side) && (await isFree(checkout, change.path))) files.push(`${change.path}\0`);
  }
  const stdin = Buffer.from(files.join(""), "latin1");
  requireOk(await git.checkout({ ...checkout, args: ["checkout-index", "-q", "-f", "-z", "--stdin"], stdin }), "writing files of the checkout");
  await git.checkout({ ...checkout, args: ["update-index", "-q", "--refresh"] });
}

interface Asked {
  readonly change: Change;
  readonly side: Side;
}

async function needsWriting(git: Git, checkout: PrivateIndex, asked: Asked): Promise<boolean> {
  const { change, side } = asked;
  const found = await foundAt(git, checkout, change.path);
  if (found === wantedAt(change, side)) return false;
  if (found === wantedAt(change, opposite(side)) || found === undefined) return true;
  return isHalfWritten(git, checkout, change);
}

/** Mode and object name of what lies at a path, as git would store it; `undefined` when nothing does. */
async function foundAt(git: Git, checkout: PrivateIndex, path: string): Promise<string | undefined> {
  const absolute = pathBytes(checkout.workTree, path);
  const stats = await statOf(checkout, path);
  if (stats === undefined || stats.isDirectory()) return undefined;
  if (stats.isSymbolicLink()) return `120000 ${await hashLink(git, checkout, await readlink(absolute, "buffer"))}`;
  return `${(stats.mode & 0o100) === 0 ? "100644" : "100755"} ${await hashFile(git, checkout, path)}`;
}

function wantedAt(change: Change, side: Side): string | undefined {
  const { mode, blob } = entryOf(change, side);
  return isAbsent(change, side) ? undefined : `${mode} ${blob}`;
}

/** git writes a new file from its beginning: a beginning of what was to be written is nobody's edit. */
async function isHalfWritten(git: Git, checkout: PrivateIndex, change: Change): Promise<boolean> {
  const absolute = pathBytes(checkout.workTree, change.path);
  if ((await statOf(checkout, change.path))?.isFile() !== true) return false;
  const found = await readFile(absolute);
  for (const side of ["to", "from"] as const) {
    if (isAbsent(change, side)) continue;
    const whole = await readSmudged(git, checkout, { blob: entryOf(change, side).blob, path: change.path });
    if (whole.subarray(0, found.length).equals(found)) return true;
  }
  return false;
}

/** Takes a file away, and the folders that are empty then, as git does. */
async function clear(checkout: PrivateIndex, path: string): Promise<void> {
  const stats = await statOf(checkout, path);
  if (stats?.isDirectory() === false) await rm(pathBytes(checkout.workTree, path), { force: true });
  for (let folder = stats?.isDirectory() === true ? path : above(path); folder !== ""; folder = above(folder)) {
    const isGone = await rmdir(pathBytes(checkout.workTree, folder)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

async function isFree(checkout: PrivateIndex, path: string): Promise<boolean> {
  if ((await statOf(checkout, path)) !== undefined) return false;
  for (let folder = above(path); folder !== ""; folder = above(folder)) {
    const stats = await statOf(checkout, folder);
    if (stats !== undefined) return stats.isDirectory();
  }
  return true;
}

/** What is at a path; nothing is when a folder on the way is a file or a link now, which may lead anywhere. */
async function statOf(checkout: PrivateIndex, path: string): Promise<Stats | undefined> {
  const folder = above(path);
  if (folder !== "" && (await statOf(checkout, folder))?.isDirectory() !== true) return undefined;
  return lstat(pathBytes(checkout.workTree, path)).catch(() => undefined);
}

function above(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function entryOf(change: Change, side: Side): { mode: string; blob: string; path: string } {
  const [mode, blob] = side === "to" ? [change.mode, change.blob] : [change.oldMode, change.oldBlob];
  return { mode: isAbsent(change, side) ? "0" : mode, blob, path: change.path };
}

function isAbsent(change: Change, side: Side): boolean {
  return (side === "to" ? change.mode : change.oldMode) === "000000";
}

function opposite(side: Side): Side {
  return side === "to" ? "from" : "to";
}

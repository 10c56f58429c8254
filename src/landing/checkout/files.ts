import type { Stats } from "node:fs";
import { lstat, readlink, rm, rmdir } from "node:fs/promises";
import { readPlain } from "../../base/files/read-plain.ts";
import type { Change } from "../../git/diff/changes.ts";
import { type Git, requireOk } from "../../git/git.ts";
import { type PrivateIndex, listMarks, setEntries, setMarks } from "../../git/index.ts";
import { hashFile, hashLink, readSmudged } from "../../git/checkout/user-files.ts";
import { pathBytes } from "../../isolation/raw-path.ts";

/** Which end of an interrupted move the files are brought to. */
export type Side = "from" | "to";

interface Settling {
  readonly changes: readonly Change[];
  readonly side: Side;
  /** When the move began. */
  readonly since: number;
}

/**
 * Finishes or undoes an interrupted move of the user's checkout. Every changed path was clean when it began, so a file
 * is at one side, at the other, half-written, or edited since; edited files stay.
 */
export async function settleFiles(git: Git, checkout: PrivateIndex, what: Settling): Promise<void> {
  const marks = await listMarks(git, checkout);
  const toWrite: Change[] = [];
  for (const change of what.changes) {
    if (
      await needsWriting(git, checkout, {
        change,
        side: what.side,
        since: what.since,
        isMarked: marks.has(change.path),
      })
    )
      toWrite.push(change);
  }
  const entries = what.changes.map((change) => entryOf(change, what.side));
  await setEntries(git, checkout, entries);
  await setMarks(
    git,
    checkout,
    new Map([...marks].filter(([path]) => entries.some((entry) => entry.path === path && entry.mode !== "0"))),
  );
  for (const change of toWrite) await clear(checkout, change.path);
  const files: string[] = [];
  for (const change of toWrite) {
    // git would clear the way, and remove the user's files with it.
    if (!isAbsent(change, what.side) && (await isFree(checkout, change.path))) files.push(`${change.path}\0`);
  }
  const stdin = Buffer.from(files.join(""), "latin1");
  requireOk(
    await git.checkout({ ...checkout, args: ["checkout-index", "-q", "-f", "-z", "--stdin"], stdin }),
    "writing files of the checkout",
  );
  await git.checkout({ ...checkout, args: ["update-index", "-q", "--refresh"] });
}

interface Asked {
  readonly change: Change;
  readonly side: Side;
  readonly since: number;
  /** The user told git to ignore this file, so differences are theirs. */
  readonly isMarked: boolean;
}

async function needsWriting(git: Git, checkout: PrivateIndex, asked: Asked): Promise<boolean> {
  const { change, side } = asked;
  const found = await foundAt(git, checkout, change.path);
  if (found === wantedAt(change, side)) return false;
  if (found === wantedAt(change, opposite(side))) return true;
  return !asked.isMarked && (found === undefined || (await isGits(git, checkout, asked)));
}

/** As git would store it; `undefined`: absent. */
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

/**
 * Whether git wrote a file and no one touched it since: it is one side as git writes it, or the beginning of one. A
 * person who deletes the last lines leaves such a beginning too, but not at the moment of the move, nor cut at a disk
 * block.
 */
async function isGits(git: Git, checkout: PrivateIndex, asked: Asked): Promise<boolean> {
  const { change, since } = asked;
  const stats = await statOf(checkout, change.path);
  if (stats?.isFile() !== true || stats.mtimeMs < since - clockSlackMs) return false;
  const found = await readPlain(pathBytes(checkout.workTree, change.path));
  const mayBeCut = stats.mtimeMs < since + longestMoveMs || found.length % 512 === 0;
  for (const side of ["to", "from"] as const) {
    if (isAbsent(change, side)) continue;
    const whole = await readSmudged(git, checkout, { blob: entryOf(change, side).blob, path: change.path });
    const isWhole = whole.equals(found);
    if (isWhole || (mayBeCut && whole.subarray(0, found.length).equals(found))) return true;
  }
  return false;
}

/** The file system's clock may lag by a tick, which may be coarse. */
const clockSlackMs = 2000;
const longestMoveMs = 20_000;

/** Removes a file, and folders that become empty, as git does: one may have to make room for a file. */
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

/** Nothing where a folder on the way is a file or a link, which may lead anywhere. */
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

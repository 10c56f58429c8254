import { constants } from "node:fs";
import { lstat, open, readdir, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** git reads files at the top of a git folder and refs; of objects it reads this folder as text, the rest in pieces. */
const refs = "refs";
const info = "info";
/** git reads a list of refs or alternates into memory. */
const largestText = 256 * 1024 * 1024;
const deepest = 16;
const mostBytes = 64 * 1024;

/**
 * The first entry of a git folder (or of the one that a `.git` file names) that git can't read: it would wait for ever
 * at a pipe. `undefined`: none.
 */
export async function findOdd(path: Buffer): Promise<string | undefined> {
  const text = path.toString("latin1");
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isFile() === true) return findOddLinked(text);
  if (stats?.isDirectory() !== true) return undefined;
  return findIn(text, { enters: (name) => name === refs, isText: true }, deepest);
}

async function findOddLinked(file: string): Promise<string | undefined> {
  const target = /^gitdir: (.+?)\n*$/s.exec((await readStart(file)) ?? "")?.[1];
  return target === undefined
    ? undefined
    : findIn(resolve(dirname(file), target), { enters: (name) => name === refs, isText: true }, deepest);
}

/** The same for a folder of objects and its alternates, except those known to be sound. */
export async function findOddObjects(objects: string, known: ReadonlySet<string>): Promise<string | undefined> {
  const seen = new Set(known);
  const folders = [objects];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    const raw = Buffer.from(folder).toString("latin1");
    const odd =
      (await findIn(raw, { enters: () => true, isText: false }, deepest)) ??
      (await findIn(`${raw}/${info}`, { enters: () => false, isText: true }, 0));
    if (odd !== undefined) return odd;
    folders.push(...(await alternatesOf(folder)));
  }
  return undefined;
}

async function alternatesOf(objects: string): Promise<readonly string[]> {
  const text = (await readStart(Buffer.from(join(objects, "info", "alternates")).toString("latin1"))) ?? "";
  const lines = Buffer.from(text, "latin1").toString("utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => (isAbsolute(line) ? line : join(objects, line)));
}

interface How {
  readonly enters: (folder: string) => boolean;
  /** Whether git reads whole files there. */
  readonly isText: boolean;
}

async function findIn(folder: string, how: How, depth: number): Promise<string | undefined> {
  const entries = await readdir(Buffer.from(folder, "latin1"), { withFileTypes: true, encoding: "buffer" }).catch(
    () => [],
  );
  for (const entry of entries) {
    const name = entry.name.toString("latin1");
    const path = `${folder}/${name}`;
    if (entry.isDirectory()) {
      const odd =
        how.enters(name) && depth > 0 ? await findIn(path, { ...how, enters: () => true }, depth - 1) : undefined;
      if (odd !== undefined) return odd;
    } else if (
      entry.isFile() ? how.isText && (await isTooLarge(path)) : !entry.isSymbolicLink() || (await leadsToOdd(path))
    )
      return Buffer.from(path, "latin1").toString("utf8");
  }
  return undefined;
}

/** A link to nothing or to itself can't hang git. */
async function leadsToOdd(path: string): Promise<boolean> {
  const stats = await stat(Buffer.from(path, "latin1")).catch(() => undefined);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

async function isTooLarge(path: string): Promise<boolean> {
  return lstat(Buffer.from(path, "latin1")).then(
    ({ size }) => size > largestText,
    () => false,
  );
}

/** The start of an ordinary file; never waits for a pipe. */
async function readStart(path: string): Promise<string | undefined> {
  const file = await open(Buffer.from(path, "latin1"), constants.O_RDONLY | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (file === undefined) return undefined;
  try {
    if (!(await file.stat()).isFile()) return undefined;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { open, readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { inflateSync } from "node:zlib";
import { syncNames } from "../../base/files/write/sync-folder.ts";
import { writeWhole } from "../../base/files/write/write-whole.ts";
import { formatOf } from "../objects/bytes/object-name.ts";
import { isPlainRef, readRefFile } from "../refs/ref-files.ts";
import { loosePath } from "./loose-path.ts";
import { listLoose } from "./pack-loose.ts";
import { recordMark, redoHeader, redoPath } from "./redo.ts";

interface Record {
  readonly kind: "object" | "ref";
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Recovered {
  readonly removed: number;
  readonly made: number;
}

/**
 * After a start of the machine: files that were not on the disk yet may be empty or cut. Damaged objects and refs are
 * removed, so that they can be made again, and all that was noted is made again. `undefined`: there is nothing to do.
 */
export async function recoverFiles(gitDir: string): Promise<Recovered | undefined> {
  const bytes = await readFile(redoPath(gitDir)).catch(() => undefined);
  if (bytes === undefined || bytes.toString("latin1", 0, redoHeader().length) === redoHeader()) return undefined;
  let removed = 0;
  for (const id of await listLoose(gitDir)) {
    if (isWhole(id, readFileSync(loosePath(gitDir, id)))) continue;
    rmSync(loosePath(gitDir, id), { force: true });
    removed += 1;
    await new Promise(setImmediate);
  }
  for (const path of await brokenRefs(join(gitDir, "refs/tutti/snapshots"))) {
    rmSync(path, { force: true });
    removed += 1;
  }
  let made = 0;
  for (const record of recordsIn(bytes)) {
    const path = record.kind === "object" ? loosePath(gitDir, record.name) : join(gitDir, record.name);
    const isThere = record.kind === "object" ? existsSync(path) : readRefFile(gitDir, record.name)?.kind !== "none";
    if (isThere) continue;
    mkdirSync(dirname(path), { recursive: true });
    await writeWhole(path, record.bytes);
    made += 1;
  }
  await forget(gitDir);
  return { removed, made };
}

/** Removes the log, once all that it names is on the disk by itself. Nothing may be packed or removed meanwhile. */
export async function dropRedo(gitDir: string): Promise<void> {
  const path = redoPath(gitDir);
  let done = 0;
  for (;;) {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes === undefined) return;
    for (const { kind, name } of recordsIn(bytes.subarray(Math.max(0, done - 1))))
      await syncFile(kind === "object" ? loosePath(gitDir, name) : join(gitDir, name));
    done = bytes.length;
    await syncFile(join(gitDir, "packed-refs"));
    // Nothing is awaited between this look and the end.
    if (statSync(path, { throwIfNoEntry: false })?.size !== done) continue;
    rmSync(path, { force: true });
    return;
  }
}

async function forget(gitDir: string): Promise<void> {
  rmSync(redoPath(gitDir), { force: true });
  await syncNames(gitDir);
}

/** An object that was packed meanwhile has no file of its own. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return;
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whole ones only: each is checked by what it says, so one that is cut hides no other. */
function* recordsIn(bytes: Buffer): Generator<Record> {
  const mark = Buffer.from(recordMark, "latin1");
  for (let at = bytes.indexOf(mark); at !== -1; ) {
    const lineEnd = bytes.indexOf(0x0a, at + mark.length);
    const head = /^(object|ref) (\S+) (\d+)$/.exec(bytes.toString("latin1", at + mark.length, Math.max(at, lineEnd)));
    const end = lineEnd + 1 + Number(head?.[3] ?? 0);
    const content = bytes.subarray(lineEnd + 1, end);
    const [, kind, name = ""] = head ?? [];
    const isSound = kind === "object" ? isWhole(name, content) : kind === "ref" && isRef(name, content);
    if (isSound && end <= bytes.length) yield { kind: kind === "ref" ? "ref" : "object", name, bytes: content };
    at = bytes.indexOf(mark, isSound ? end : at + mark.length);
  }
}

function isWhole(id: string, packed: Buffer): boolean {
  try {
    return createHash(formatOf(id)).update(inflateSync(packed)).digest("hex") === id;
  } catch {
    return false;
  }
}

function isRef(name: string, content: Buffer): boolean {
  return isPlainRef(name) && /^(?:[0-9a-f]{40}|[0-9a-f]{64})\n$/.test(content.toString("latin1"));
}

async function brokenRefs(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/^[0-9a-f]{40,64}\n$/.test(readFileSync(path, "latin1")));
}

import { randomUUID } from "node:crypto";
import { constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate, deflateSync, constants as zlib } from "node:zlib";
import { writeSynced } from "../../base/files/write/write-synced.ts";
import type { NewObject } from "../objects/bytes/pack.ts";
import { loosePath } from "./loose-path.ts";
import { hasRedo, noteFile } from "./redo.ts";

const deflateAside = promisify<Buffer, { level: number }, Buffer>(deflate);
const level = { level: zlib.Z_BEST_SPEED };
/** From here on compressed on another thread. */
const bigBytes = 16 * 1024;
/** Of git's own kind: a killed writer's files go with git's. */
const half = "tmp_obj_tutti";
const mine = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * Stores objects as files of Tutti's own repository. They are on the disk before a ref names them (`notedOnDisk`). git
 * would skip one that it can borrow, and needs a process for it.
 */
export async function writeLoose(
  gitDir: string,
  objects: Iterable<readonly [id: string, object: NewObject]>,
): Promise<void> {
  await Promise.all(Array.from(objects, ([id, object]) => writeOne(gitDir, id, object)));
}

async function writeOne(gitDir: string, id: string, { type, bytes }: NewObject): Promise<void> {
  const path = loosePath(gitDir, id);
  if (existsSync(path)) return;
  const whole = Buffer.concat([Buffer.from(`${type} ${String(bytes.length)}\0`, "latin1"), bytes]);
  const packed = whole.length < bigBytes ? deflateSync(whole, level) : await deflateAside(whole, level);
  const folder = join(path, "..");
  mkdirSync(folder, { recursive: true });
  const made = join(folder, `${half}${randomUUID()}`);
  try {
    if (hasRedo(gitDir, packed.length)) {
      writeFileSync(made, packed, { flag: "wx", mode: 0o444 });
      noteFile(gitDir, `object ${id}`, packed);
    } else await writeSynced(made, packed, { flags: mine, mode: 0o444 });
    renameSync(made, path);
  } catch (error) {
    rmSync(made, { force: true });
    throw error;
  }
}

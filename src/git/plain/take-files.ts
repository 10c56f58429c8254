import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PrivateIndex } from "../index.ts";
import { objectName } from "../objects/bytes/object-name.ts";
import type { NewObject } from "../objects/bytes/pack.ts";
import { type NewEntry, editIndex } from "../storage/index-edit.ts";
import { writeLoose } from "../storage/loose.ts";
import { hasModes, isPlainPath, readPlainIndex } from "./plain.ts";
import { readWorkFile } from "./work-file.ts";

/** More than this is git's work. */
const most = { files: 512, bytes: 16 * 1024 * 1024 };

/**
 * Records files in a private index as the work tree has them, and drops others, without git. False: nothing was
 * recorded, since git has to convert or judge.
 */
export async function takePlain(
  place: PrivateIndex,
  { changed, gone }: { readonly changed: readonly string[]; readonly gone: readonly string[] },
): Promise<boolean> {
  const { format, gitDir, index, workTree } = place;
  if (format === undefined || changed.length + gone.length > most.files || !changed.every(isPlainPath)) return false;
  const bytes = await readFile(index);
  if (readPlainIndex(bytes, format) === undefined || !hasModes(gitDir)) return false;
  const entries = new Map<string, NewEntry | null>(gone.map((path) => [path, null]));
  const blobs = new Map<string, NewObject>();
  let left = most.bytes;
  for (const path of changed) {
    const file = readWorkFile(join(workTree, path), left);
    if (file === undefined) return false;
    left -= file.bytes.length;
    const blob = objectName(format, "blob", file.bytes);
    blobs.set(blob, { type: "blob", bytes: file.bytes });
    entries.set(path, { mode: file.mode, blob, stats: file.stats });
  }
  const next = editIndex(bytes, format, { changes: entries });
  if (next === undefined) return false;
  await writeLoose(gitDir, blobs);
  await writeFile(index, next);
  return true;
}

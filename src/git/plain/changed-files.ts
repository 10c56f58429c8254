import { lstatSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PrivateIndex } from "../index.ts";
import { type ObjectFormat, objectName } from "../objects/bytes/object-name.ts";
import type { Entry } from "../storage/index-file.ts";
import { type FileStat, readIndexStats } from "../storage/index-stats.ts";
import { hasModes, isPlainPath, readPlainIndex } from "./plain.ts";
import { readWorkFile } from "./work-file.ts";

/** A larger file that looks changed counts as changed. */
const mostRead = 4 * 1024 * 1024;
/** System calls between two looks at the rest of the program. */
const atOnce = 256;

interface Seen {
  /** All files and links of the work tree. */
  readonly files: readonly string[];
  /** Some file says what git ignores. */
  readonly hasRules: boolean;
}

/**
 * Changed, deleted and untracked paths, as git would list them. `undefined`: git has to be asked, since rules, converted
 * files or unusual names decide.
 */
export async function listPlainChanged(place: PrivateIndex, { files, hasRules }: Seen): Promise<string[] | undefined> {
  const { format, index, gitDir, workTree, lent = [] } = place;
  if (format === undefined || lent.length > 0) return undefined;
  const bytes = await readFile(index);
  const read = readPlainIndex(bytes, format);
  const known = read === undefined || !hasModes(gitDir) ? undefined : readIndexStats(bytes, format)?.files;
  if (read === undefined || known === undefined) return undefined;
  const changed = files.filter((path) => !known.has(path));
  if (!changed.every(isPlainPath) || (hasRules && changed.length > 0)) return undefined;
  const there = new Set(files);
  // As git does: a file of the same moment as the index may have changed after it.
  const at = Math.floor(statSync(index).mtimeMs);
  for (const [turn, entry] of read.entries.entries()) {
    const stat = known.get(entry.path);
    if (turn % atOnce === atOnce - 1) await new Promise(setImmediate);
    const isSame = there.has(entry.path) && stat !== undefined && isUnchanged({ workTree, entry, stat, at }, format);
    if (!isSame) changed.push(entry.path);
  }
  return changed;
}

interface Look {
  readonly workTree: string;
  readonly entry: Entry;
  readonly stat: FileStat;
  readonly at: number;
}

/** No program can set back the time of the last change; where that is another one, the content decides. */
function isUnchanged({ workTree, entry, stat, at }: Look, format: ObjectFormat): boolean {
  const path = join(workTree, entry.path);
  const now = lstatSync(path, { throwIfNoEntry: false });
  const isAsWritten =
    now !== undefined &&
    now.ctimeMs < at &&
    Math.abs(now.ctimeMs - stat.changedMs) < 0.001 &&
    now.ino % 2 ** 32 === stat.inode &&
    now.size === stat.size &&
    now.isSymbolicLink() === stat.isLink;
  if (isAsWritten) return true;
  const file = readWorkFile(path, mostRead);
  return file?.mode === entry.mode && objectName(format, "blob", file.bytes) === entry.blob;
}

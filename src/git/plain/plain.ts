import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ObjectFormat } from "../objects/bytes/object-name.ts";
import { type IndexFile, parseIndex } from "../storage/index-file.ts";

/** Up to here an index is read and written faster than git starts. */
const mostIndexBytes = 2 * 1024 * 1024;

/**
 * An index of files that are the same in the work tree and in the repository, byte by byte: no file gives attributes to
 * others, nothing is a repository of its own. `undefined`: git has to convert or judge.
 */
export function readPlainIndex(bytes: Buffer, format: ObjectFormat): IndexFile | undefined {
  // Elsewhere modes, links or names may be others than on the disk.
  if (process.platform !== "linux" || bytes.length > mostIndexBytes) return undefined;
  const read = parseIndex(bytes, format);
  return read?.marks.size === 0 && read.entries.every((entry) => isPlainMode(entry.mode) && isPlainPath(entry.path))
    ? read
    : undefined;
}

export function isPlainMode(mode: string): boolean {
  return mode === "100644" || mode === "100755" || mode === "120000";
}

/** git refuses or reads names of this kind; every system has ways to spell them. */
const special =
  /(?:^|\/)(?:\.git(?!ignore$|keep$|hub(?:\/|$))|\.gitignore\/|git~)|(?:^|\/)\.{0,2}(?:\/|$)|[\\:\0]|[^\x20-\x7e]/i;

/** A name that git takes as it is. */
export function isPlainPath(path: string): boolean {
  return !special.test(path);
}

const modes = new Map<string, boolean>();

/** Whether files of a store's work trees say which of them are programs; asked once for each store. */
export function hasModes(gitDir: string): boolean {
  const known = modes.get(gitDir);
  if (known !== undefined) return known;
  const config = readFileSync(join(gitDir, "config"), "latin1");
  const has = /^\s*filemode = true$/m.test(config) && !/autocrlf|^\s*eol\b|symlinks/im.test(config);
  modes.set(gitDir, has);
  return has;
}

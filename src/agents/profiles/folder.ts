import { readdir, realpath } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { messageOf } from "../../base/error.ts";
import { readSmall } from "../../base/files/read-small.ts";
import type { ProfileFolder } from "./places.ts";
import type { Origin } from "./shelf.ts";
import { ofFile, type ProfileProblem } from "./problem.ts";

/** A file that is meant as a profile. */
export interface ProfileFile {
  readonly origin: Origin;
  readonly path: string;
  /** What its profile is called when it does not say. */
  readonly name: string;
  readonly text: string;
}

export interface FolderRead {
  readonly files: readonly ProfileFile[];
  readonly problems: readonly ProfileProblem[];
}

const maxFiles = 200;

/** The files of a folder; one that is not there has none. */
export async function readProfileFolder(folder: ProfileFolder): Promise<FolderRead> {
  let names: readonly string[];
  try {
    names = (await readdir(folder.path)).filter((name) => /^[^.].*\.ya?ml$/.test(name)).toSorted();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      files: [],
      problems:
        code === "ENOENT" || code === "ENOTDIR" ? [] : [ofFile(folder.path, `can't be read: ${messageOf(error)}`)],
    };
  }
  if (names.length > maxFiles)
    return { files: [], problems: [ofFile(folder.path, `has more than ${String(maxFiles)} profiles`)] };
  const reads = await Promise.all(names.map((name) => readProfileFile(folder, name)));
  return { files: reads.filter((read) => "text" in read), problems: reads.filter((read) => "message" in read) };
}

async function readProfileFile(
  { origin, path: folder, top }: ProfileFolder,
  name: string,
): Promise<ProfileFile | ProfileProblem> {
  const path = join(folder, name);
  try {
    // A clone is whatever somebody put there: what a link names elsewhere would be shown in our messages.
    const real = await realpath(path);
    if (top !== null && !real.startsWith((await realpath(top)) + sep))
      return ofFile(path, `is a link that leads out of ${top}`);
    const read = await readSmall(real);
    if (read.kind === "read") return { origin, path, name: basename(name).replace(/\.ya?ml$/, ""), text: read.text };
    return ofFile(path, `can't be read: ${read.kind === "absent" ? "it is gone" : read.why}`);
  } catch (error) {
    return ofFile(path, `can't be read: ${messageOf(error)}`);
  }
}

import { readdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, sep } from "node:path";
import { messageOf } from "../../base/error.ts";
import { checkoutAround } from "../../base/files/checkout-around.ts";
import { exists } from "../../base/files/exists.ts";
import { readSmall } from "../../base/files/read-small.ts";
import type { Origin } from "./shelf.ts";
import { ofFile, type ProfileProblem } from "./problem.ts";

export interface ProfileSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `null`: no profiles of a project. */
  readonly project: string | null;
}

export interface ProfileFolder {
  readonly origin: Origin;
  readonly path: string;
  /** Links must not leave it; `null`: the owner's links are trusted. */
  readonly top: string | null;
}

/** Folders of the user and the project. */
export async function ownFolders({ env, project }: ProfileSources): Promise<readonly ProfileFolder[]> {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  const user = join(named === "" ? join(env["HOME"] ?? homedir(), ".config") : named, "tutti", "agents");
  const top = project === null ? undefined : ((await checkoutAround(project)) ?? project);
  return [
    { origin: "user", path: user, top: null },
    ...(top === undefined ? [] : [{ origin: "project", path: join(top, ".tutti", "agents"), top } as const]),
  ];
}

/** Besides built-in ones. */
export async function hasOwnProfiles(sources: ProfileSources): Promise<boolean> {
  const found = await Promise.all((await ownFolders(sources)).map(({ path }) => exists(path)));
  return found.includes(true);
}

export interface ProfileFile {
  readonly origin: Origin;
  readonly path: string;
  /** The default name of its profile. */
  readonly name: string;
  readonly text: string;
}

export interface FolderRead {
  readonly files: readonly ProfileFile[];
  readonly problems: readonly ProfileProblem[];
}

const maxFiles = 200;

/** A missing folder has none. */
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
    return { files: [], problems: [ofFile(folder.path, `has more than ${maxFiles} profiles`)] };
  const reads = await Promise.all(names.map((name) => readProfileFile(folder, name)));
  return { files: reads.filter((read) => "text" in read), problems: reads.filter((read) => "message" in read) };
}

async function readProfileFile(
  { origin, path: folder, top }: ProfileFolder,
  name: string,
): Promise<ProfileFile | ProfileProblem> {
  const path = join(folder, name);
  try {
    // In a clone, a link could show foreign files in our messages.
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

import { mkdir, mkdtemp, readdir, rename, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha } from "../../base/ids.ts";
import { makeFolder } from "../../base/files/make-folder.ts";
import type { Git } from "../../git/git.ts";
import { populate } from "../../git/index.ts";
import { removeTree } from "../remove-tree.ts";
import { withRawView } from "./raw-view.ts";

export interface FolderRequest {
  readonly commit: CommitSha;
  /** Absolute. */
  readonly folder: string;
  /** Of a workspace: byte for byte. Others get the line ends that their own attributes ask for, as in a checkout. */
  readonly isRaw: boolean;
}

/** `refused`: the file system lets no folder be made or filled there. */
export type FolderOutcome =
  | { readonly kind: "written" }
  | { readonly kind: "in the way" | "refused"; readonly what: string };

/**
 * Writes the files of a snapshot into a folder that is new or empty; never over anything. git's own checkout writes
 * them: it refuses paths that lead out of the folder, and writes nothing through a link.
 */
export async function restoreToFolder(
  git: Git,
  store: { gitDir: string; scratch: string },
  request: FolderRequest,
): Promise<FolderOutcome> {
  const write = (folder: string): Promise<void> => writeFiles(git, store, { ...request, folder });
  try {
    const found = await lookAt(request.folder);
    if (found.kind === "in the way") return found;
    return await (found.kind === "empty" ? fillEmpty(request.folder, write) : writeNew(request.folder, write));
  } catch (error) {
    if (error instanceof TuttiError || typeof (error as NodeJS.ErrnoException).code !== "string") throw error;
    return { kind: "refused", what: messageOf(error) };
  }
}

async function lookAt(
  folder: string,
): Promise<{ readonly kind: "empty" | "new" } | { readonly kind: "in the way"; readonly what: string }> {
  try {
    const entries = await readdir(folder);
    return entries.length === 0 ? { kind: "empty" } : { kind: "in the way", what: "it is not empty" };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { kind: "new" };
    if (code === "ENOTDIR") return { kind: "in the way", what: "it is not a folder" };
    throw error;
  }
}

/** The folder stays the one it is; its files come into it only when all of them are written. */
async function fillEmpty(folder: string, write: (folder: string) => Promise<void>): Promise<FolderOutcome> {
  return withDraft(folder, async (draft) => {
    await write(draft);
    for (const name of await readdir(draft, { encoding: "buffer" })) {
      await rename(Buffer.concat([Buffer.from(`${draft}/`), name]), Buffer.concat([Buffer.from(`${folder}/`), name]));
    }
    return { kind: "written" };
  });
}

/** Beside it first: a restore that is cut short must not look like a whole one. */
async function writeNew(folder: string, write: (folder: string) => Promise<void>): Promise<FolderOutcome> {
  const parent = dirname(folder);
  const missing = await missingFrom(parent);
  let isWritten = false;
  try {
    await makeFolder(parent);
    const outcome = await withDraft(parent, async (draft) => {
      await write(draft);
      return putInPlace(draft, folder);
    });
    isWritten = outcome.kind === "written";
    return outcome;
  } finally {
    // Only what was made here, and only while nothing is in it.
    if (!isWritten) for (const made of missing) await rmdir(made).catch(() => undefined);
  }
}

async function putInPlace(draft: string, folder: string): Promise<FolderOutcome> {
  try {
    // The system refuses this when something came into being there meanwhile.
    await rename(draft, folder);
    return { kind: "written" };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOTDIR")
      return { kind: "in the way", what: "something else was put there" };
    throw error;
  }
}

async function withDraft(parent: string, use: (draft: string) => Promise<FolderOutcome>): Promise<FolderOutcome> {
  const aside = await mkdtemp(join(parent, ".tutti-restore-"));
  try {
    const draft = join(aside, "files");
    await mkdir(draft);
    return await use(draft);
  } finally {
    await removeTree(aside);
  }
}

/** The folders on the way to one that are not there yet, the deepest first. */
async function missingFrom(folder: string): Promise<readonly string[]> {
  return (await exists(folder)) || dirname(folder) === folder ? [] : [folder, ...(await missingFrom(dirname(folder)))];
}

async function writeFiles(git: Git, store: { gitDir: string; scratch: string }, request: FolderRequest): Promise<void> {
  await withFlatFolder(store.scratch, async (flat) => {
    const fill = (gitDir: string): Promise<void> =>
      populate(git, { gitDir, workTree: request.folder, index: join(flat, "index") }, request.commit);
    await (request.isRaw ? withRawView(store, fill) : fill(store.gitDir));
  });
}

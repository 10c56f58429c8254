import { mkdir, mkdtemp, readdir, rename, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, TuttiError } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha } from "../../base/ids.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import type { Git } from "../../git/git.ts";
import { populate } from "../../git/index.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { withRawView } from "./workspace-files.ts";
import { readCommit, swapRef } from "../../git/refs/refs.ts";
import { transferObjects } from "../../git/remote/transfer.ts";

export interface FolderRequest {
  readonly commit: CommitSha;
  readonly folder: string;
  /** A workspace: byte for byte. Others get the line ends that their attributes ask for. */
  readonly isRaw: boolean;
}

/** `refused`: the file system refuses to make or fill it. */
export type FolderOutcome =
  | { readonly kind: "written" }
  | { readonly kind: "in the way" | "refused"; readonly what: string };

/**
 * Writes a snapshot into a new or empty folder, never over anything. git's checkout refuses paths that lead out of the
 * folder and writes through no link.
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

/** The folder stays; its files come when all are written. */
async function fillEmpty(folder: string, write: (folder: string) => Promise<void>): Promise<FolderOutcome> {
  return withDraft(folder, async (draft) => {
    await write(draft);
    for (const name of await readdir(draft, { encoding: "buffer" })) {
      await rename(Buffer.concat([Buffer.from(`${draft}/`), name]), Buffer.concat([Buffer.from(`${folder}/`), name]));
    }
    return { kind: "written" };
  });
}

/** Beside it first: a restore cut short must not look whole. */
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
    // Only what was made here, and only if empty.
    if (!isWritten) for (const made of missing) await rmdir(made).catch(() => undefined);
  }
}

async function putInPlace(draft: string, folder: string): Promise<FolderOutcome> {
  try {
    // Fails if something was put there meanwhile.
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

/** The deepest first. */
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

export interface BranchRequest {
  readonly commit: CommitSha;
  readonly base: CommitSha | null;
  readonly commonDir: string;
  /** Revisions of the user's that the history probably begins at: what they reach is not copied. */
  readonly near: readonly string[];
  readonly branch: string;
}

export type BranchOutcome = { readonly kind: "made" } | { readonly kind: "taken"; readonly by: CommitSha };

/** Makes a branch at a snapshot; never moves an existing one. */
export async function restoreToBranch(
  git: Git,
  store: { gitDir: string; scratch: string },
  request: BranchRequest,
): Promise<BranchOutcome> {
  const { commonDir, commit, branch } = request;
  const there = await readCommit(git, commonDir, branch);
  if (there !== undefined) return { kind: "taken", by: there };
  const found = await Promise.all(
    [...(request.base === null ? [] : [request.base]), ...request.near].map((name) => readCommit(git, commonDir, name)),
  );
  const known = [...new Set(found.filter((name) => name !== undefined))];
  await transferObjects(
    git,
    { from: store.gitDir, to: commonDir, scratch: store.scratch, isUsers: true },
    { tips: [commit], known },
  );
  if (await swapRef(git, commonDir, { ref: branch, next: commit, expected: null, why: "tutti: restore" }))
    return { kind: "made" };
  return { kind: "taken", by: (await readCommit(git, commonDir, branch)) ?? commit };
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CommitSha, EpochMs, JobId, SheetId, TreeSha } from "../../src/base/ids.ts";
import type { Git } from "../../src/git/git.ts";
import { openRepository } from "../../src/git/repository.ts";
import { writeCommit } from "../../src/git/history/trees.ts";
import { type ObjectStore, openObjectStore } from "../../src/isolation/store/object-store.ts";
import { type KeptSnapshot, keepSnapshot } from "../../src/isolation/snapshots/keep.ts";
import { snapshotMessage, snapshotRefs, type SnapshotWhy } from "../../src/isolation/snapshots/names.ts";
import { tempFolder } from "./folders.ts";
import { gitIn, wireGit } from "./git.ts";
import { type Files, type TestRepository, person, writeFiles } from "./repository.ts";

/** Tutti's store beside a repository, in which snapshots are made without any context. */
export interface Shelf {
  readonly git: Git;
  readonly home: string;
  readonly scratch: string;
  readonly store: ObjectStore;
  /** A tree of these files, laid over those of the base. */
  tree(files: Files, base?: CommitSha | null): TreeSha;
  /** Makes a commit of a tree on a base and keeps it as a snapshot of the sheet. */
  keep(sheet: string, tree: TreeSha, more?: More): Promise<KeptSnapshot>;
  look(...args: readonly string[]): string;
}

interface More {
  readonly job?: JobId;
  readonly base?: CommitSha;
  readonly attempt?: number;
  readonly why?: SnapshotWhy;
  readonly leftOut?: number;
  readonly at?: number;
}

export const shelfJob = "job-1" as JobId;

export async function makeShelf(repository: TestRepository, home: string = join(tempFolder(), "home")): Promise<Shelf> {
  const git = wireGit();
  const scratch = join(home, "scratch");
  for (const folder of [scratch, join(home, "repositories")]) mkdirSync(folder, { recursive: true });
  const store = await openObjectStore(git, join(home, "repositories"), await openRepository(git, repository.path));
  const look = (...args: readonly string[]): string => gitIn(store.gitDir, args);
  return {
    git,
    home,
    scratch,
    store,
    look,
    tree: (files, base = repository.head()) => {
      const folder = tempFolder();
      const work = join(folder, "files");
      mkdirSync(work);
      writeFiles(work, files);
      const env = { GIT_INDEX_FILE: join(folder, "index"), GIT_DIR: store.gitDir, GIT_WORK_TREE: work };
      gitIn(work, base === null ? ["read-tree", "--empty"] : ["read-tree", base], env);
      gitIn(work, ["-c", "core.autocrlf=false", "add", "--force", "--", ...Object.keys(files)], env);
      return gitIn(work, ["write-tree"], env) as TreeSha;
    },
    keep: async (sheet, tree, more = {}) => {
      const {
        job = shelfJob,
        base = repository.head(),
        attempt = 1,
        why = "end",
        leftOut = 0,
        at = 1_700_000_000_000,
      } = more;
      const message = snapshotMessage({ job, sheet: sheet as SheetId, attempt, why, leftOut });
      const commit = await writeCommit(git, store.gitDir, {
        tree,
        parents: [base],
        message,
        by: person,
        at: at as EpochMs,
      });
      return keepSnapshot(git, store.gitDir, { prefix: snapshotRefs(job, sheet as SheetId), commit, tree, base });
    },
  };
}

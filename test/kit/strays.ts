import { dirname, join } from "node:path";
import type { EpochMs } from "../../src/base/ids.ts";
import { openRepository } from "../../src/git/repository.ts";
import { type StrayCapture, captureStray } from "../../src/isolation/strays/capture-stray.ts";
import { readStrayContent } from "../../src/isolation/strays/content.ts";
import { findStrays, usualFolders } from "../../src/isolation/strays/find.ts";
import { type RemovalTerms, type StrayRemoval, removeStray } from "../../src/isolation/strays/remove-stray.ts";
import type { Stray, StrayContent } from "../../src/isolation/strays/stray.ts";
import { gitIn } from "./git.ts";
import { type TestRepository, makeRepository, person } from "./repository.ts";
import { type Wired, wire } from "./wire.ts";

/** A repository of a user's in which other tools left things, and the verbs for dealing with them. */
export interface StrayKit {
  readonly wired: Wired;
  readonly repository: TestRepository;
  /** The path of something beside the repository. */
  beside(name: string): string;
  /** Makes a linked worktree beside the repository; detached unless told otherwise. */
  worktree(name: string, ...more: readonly string[]): string;
  clone(name: string, ...more: readonly string[]): string;
  find(): Promise<readonly Stray[]>;
  /** The one whose folder is, or was, beside the repository under this name. */
  only(name: string): Promise<Stray>;
  content(stray: Stray): Promise<StrayContent>;
  capture(stray: Stray): Promise<StrayCapture>;
  remove(capture: StrayCapture, more?: Partial<RemovalTerms>): Promise<StrayRemoval>;
}

export async function strayKit(): Promise<StrayKit> {
  const repository = makeRepository({ "a.txt": "a\n", "b.txt": "b\n", ".gitignore": "*.log\n" });
  const wired = await wire(repository);
  const beside = (name: string): string => join(dirname(repository.path), name);
  const opened = await openRepository(wired.git, repository.path);
  const find = async (): Promise<readonly Stray[]> =>
    (
      await findStrays(wired.git, opened, {
        desk: wired.store.gitDir,
        folders: [{ path: beside("."), depth: 2, skipsHidden: true }, ...usualFolders(opened)],
        ours: [wired.places.home],
      })
    ).strays;
  return {
    wired,
    repository,
    beside,
    worktree: (name, ...more) => {
      repository.git("worktree", "add", "-q", ...(more.length === 0 ? ["--detach"] : more), beside(name));
      return beside(name);
    },
    clone: (name, ...more) => {
      gitIn(dirname(repository.path), ["clone", "-q", "--template=", ...more, repository.path, name]);
      for (const [key, value] of Object.entries(person)) gitIn(beside(name), ["config", `user.${key}`, value]);
      return beside(name);
    },
    find,
    only: async (name) => {
      const found = (await find()).filter(({ path }) => path === beside(name));
      if (found.length !== 1 || found[0] === undefined) throw new Error(`${String(found.length)} strays at ${name}`);
      return found[0];
    },
    content: (stray) =>
      readStrayContent(
        wired.git,
        { repository: opened, desk: { gitDir: wired.store.gitDir, scratch: wired.places.scratch } },
        stray,
      ),
    capture: (stray) =>
      captureStray(
        wired.git,
        { store: wired.store, scratch: wired.places.scratch, by: person, at: 1_700_000_000_000 as EpochMs },
        stray,
      ),
    remove: (capture, more = {}) =>
      removeStray(capture, {
        places: wired.places,
        repository: opened,
        others: [repository.path],
        isForced: false,
        ...more,
      }),
  };
}

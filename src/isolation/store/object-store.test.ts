import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, wireGit } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { openRepository } from "../../git/repository.ts";
import { objectStorePath, openFolderStore, openHub, openObjectStore } from "./object-store.ts";

it("a store whose making was cut short is made anew, over the files of the killed git", async () => {
  const git = wireGit();
  const user = makeRepository();
  const repositories = tempFolder();
  const repository = await openRepository(git, user.path);
  const draft = `${objectStorePath(repositories, repository)}.new`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "config.lock"), "");

  const store = await openObjectStore(git, repositories, repository);

  expect(gitIn(store.gitDir, ["config", "extensions.preciousObjects"])).toBe("true");
  expect(gitIn(store.gitDir, ["cat-file", "-t", user.head()])).toBe("commit");
});

it("a store that several open at once for the first time is made once, for all of them", async () => {
  const git = wireGit();
  const user = makeRepository();
  const repositories = tempFolder();
  const repository = await openRepository(git, user.path);
  const stores = await Promise.all(Array.from({ length: 4 }, () => openObjectStore(git, repositories, repository)));
  expect(stores.map((store) => gitIn(store.gitDir, ["cat-file", "-t", user.head()]))).toEqual(Array(4).fill("commit"));
});

it("the repository for a plain folder is made once, for any number of callers at the same moment", async () => {
  const [repositories, folder] = [tempFolder(), tempFolder()];
  const stores = await Promise.all([1, 2, 3, 4].map(() => openFolderStore(wireGit(), repositories, folder)));
  expect(new Set(stores.map(({ commonDir }) => commonDir)).size).toBe(1);
  expect(gitIn(stores[0]?.commonDir ?? "", ["rev-parse", "--is-bare-repository"])).toBe("true");
});

it.each(["sha1", "sha256"] as const)(
  "a store of format %s, and what worktrees hang on, says each thing once, so that git can change it",
  async (format) => {
    const git = wireGit();
    const repository = await openRepository(git, makeRepository({}, format).path);
    const store = await openObjectStore(git, tempFolder(), repository);
    await openHub(git, store);
    const said = (gitDir: string): readonly string[] =>
      gitIn(gitDir, ["config", "--file", join(gitDir, "config"), "--list"])
        .split("\n")
        .toSorted();
    const both = (log: boolean): readonly string[] => [
      "core.bare=true",
      "core.filemode=true",
      `core.logallrefupdates=${String(log)}`,
      "core.repositoryformatversion=1",
      ...(format === "sha256" ? ["extensions.objectformat=sha256"] : []),
      "extensions.preciousobjects=true",
      ...(log ? ["extensions.worktreeconfig=true"] : []),
      "gc.auto=0",
      "maintenance.auto=false",
    ];
    expect([said(store.gitDir), said(store.hub)]).toEqual([both(false), both(true)]);
  },
);

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { gitIn, wireGit } from "../../test/kit/git.ts";
import { makeRepository } from "../../test/kit/repository.ts";
import { openRepository } from "../git/repository.ts";
import { objectStorePath, openObjectStore } from "./object-store.ts";

it("a store whose making was cut short is made anew, whatever the killed git left there", async () => {
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

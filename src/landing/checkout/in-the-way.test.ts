import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { type Files, makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { readChanges } from "../../git/diff/changes.ts";
import { findInTheWay } from "./in-the-way.ts";

const base: Files = {
  ".gitignore": "*.log\n",
  "file.txt": "file\n",
  "folder/inside.txt": "inside\n",
  "folder/deep/er.txt": "deeper\n",
};

/** The files in the way of a landing, after the user did something to their checkout. */
async function inTheWay(
  landing: { readonly remove?: string; readonly add?: Files },
  user: Files,
): Promise<string | undefined> {
  const git = wireGit();
  const repository = makeRepository(base);
  const from = repository.head();
  if (landing.remove !== undefined) repository.git("rm", "-rq", landing.remove);
  const to = repository.commit(landing.add ?? {});
  repository.git("reset", "-q", "--hard", from);
  writeFiles(repository.path, user);
  const index = join(repository.gitDir, "private.index");
  copyFileSync(join(repository.gitDir, "index"), index);
  const changes = await readChanges(git, repository.gitDir, { from, to });
  return findInTheWay(git, { gitDir: repository.gitDir, workTree: repository.path, index }, { changes, from: "HEAD" });
}

describe("a file in the way of a landing", () => {
  it("is nothing in a clean checkout, though files become folders and folders files", async () => {
    expect(await inTheWay({ add: { "new/file.txt": "new\n" } }, {})).toBeUndefined();
    expect(await inTheWay({ remove: "folder", add: { folder: "a file now\n" } }, {})).toBeUndefined();
    expect(await inTheWay({ remove: "file.txt", add: { "file.txt/inside": "a folder now\n" } }, {})).toBeUndefined();
  });

  it("is nothing when the user's changes are elsewhere", async () => {
    expect(
      await inTheWay(
        { remove: "folder", add: { folder: "a file now\n" } },
        { "file.txt": "edited\n", "untracked.txt": "mine\n" },
      ),
    ).toBeUndefined();
  });

  it("is a file that the landing changes or removes and the user has changed", async () => {
    expect(await inTheWay({ add: { "file.txt": "theirs\n" } }, { "file.txt": "mine\n" })).toContain("file.txt");
    expect(await inTheWay({ remove: "file.txt" }, { "file.txt": "mine\n" })).toContain("file.txt");
  });

  it.each(["mine.txt", "mine.log"])("is %s at the path of a new file", async (name) => {
    expect(await inTheWay({ add: { [name]: "theirs\n" } }, { [name]: "mine\n" })).toContain(name);
  });

  it.each(["mine.txt", "mine.log"])("is %s inside a folder that becomes a file", async (name) => {
    expect(
      await inTheWay({ remove: "folder", add: { folder: "a file now\n" } }, { [`folder/deep/${name}`]: "mine\n" }),
    ).toContain(`folder/deep/${name}`);
  });

  it.each(["mine", "mine.log"])("is %s in the place of a folder for a new file", async (name) => {
    expect(await inTheWay({ add: { [`${name}/new.txt`]: "theirs\n" } }, { [name]: "mine\n" })).toContain(name);
  });

  it("is a link of the user's that would lead a new file elsewhere", async () => {
    expect(await inTheWay({ add: { "mine.log/new.txt": "theirs\n" } }, { "mine.log": { link: "folder" } })).toContain(
      "mine.log",
    );
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { makeSparse } from "../../../test/kit/odd-repositories.ts";
import { makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";
import { loadIndex } from "../../git/index.ts";
import { writeTree } from "../../git/history/trees.ts";
import { surveyContext } from "../capture/survey/survey.ts";
import { takeResult } from "../capture/take-result.ts";
import { keepSparse } from "./in-place.ts";

const files = { "top.txt": "top\n", "in/a.txt": "a\n", "out/b.txt": "b\n", "out/deep/c.txt": "c\n" };
const ways = [
  ["cone", ["in"]],
  ["sparse-index", ["in"]],
  ["patterns", ["/top.txt", "/in/"]],
] as const;

describe.each(ways)("a sparse checkout of the user's (%s)", (how, names) => {
  const sparse = () => {
    const user = makeRepository(files);
    makeSparse(user, how, names);
    return user;
  };

  it.each(["clone", "worktree"] as const)("has contexts with all files of the commit (%s)", async (level) => {
    const wired = await wire(sparse());
    const context = await wired.create("s", { level });
    expect(Object.keys(files).map((name) => shown(context.path, name))).toEqual(
      Object.values(files).map((text) => `file ${text}`),
    );
    expect(gitIn(context.path, ["status", "--porcelain"])).toBe("");
  });

  it("that is worked in in place keeps in the result what it leaves out", async () => {
    const user = sparse();
    writeFiles(user.path, {
      "in/a.txt": "edited\n",
      "out/deep/c.txt": "there all the same\n",
      "in/added.txt": "added\n",
    });
    user.git("add", "in/added.txt");
    // Left out and staged, but in no commit yet.
    user.git("update-index", "--add", "--cacheinfo", `100644,${user.git("rev-parse", "HEAD:top.txt")},out/staged.txt`);
    user.git("update-index", "--skip-worktree", "out/staged.txt");
    const { git, store } = await wire(user);
    const scratch = tempFolder();
    const place = { gitDir: store.gitDir, workTree: user.path, index: join(scratch, "index") };
    await loadIndex(git, place, user.head());
    await keepSparse(git, place, store.repository);
    const survey = await surveyContext(git, place);
    await takeResult(git, place, { survey, scratch });
    const tree = await writeTree(git, store.gitDir, place.index);
    expect(gitIn(store.gitDir, ["diff-tree", "-r", "--name-status", user.head(), tree]).split("\n")).toEqual([
      "M\tin/a.txt",
      "A\tin/added.txt",
      "M\tout/deep/c.txt",
    ]);
  });
});

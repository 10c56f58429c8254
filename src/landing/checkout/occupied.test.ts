import { renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { type TestRepository, makeRepository } from "../../../test/kit/repository.ts";
import { isUnoccupied } from "./occupied.ts";

const target = "refs/heads/main";
const isFree = (user: TestRepository): Promise<boolean> => isUnoccupied(user.gitDir, target);
const aside = (user: TestRepository): unknown => user.git("checkout", "-q", "-b", "aside");
const linked = (user: TestRepository, ...args: readonly string[]): string => {
  const path = join(tempFolder(), "linked");
  user.git("worktree", "add", "-q", path, ...args);
  return path;
};

test.each<[string, boolean, (user: TestRepository) => unknown]>([
  ["it is checked out", false, () => undefined],
  ["another branch is checked out", true, aside],
  ["HEAD is detached", true, (user) => user.git("checkout", "-q", "--detach")],
  [
    "another branch is checked out that has no commit yet",
    true,
    (user) => user.git("checkout", "-q", "--orphan", "fresh"),
  ],
  ["a linked worktree has another branch", true, (user) => (aside(user), linked(user, "-b", "more"))],
  ["a linked worktree has it", false, (user) => (aside(user), linked(user, "main"))],
  [
    "the checked-out branch represents it",
    false,
    (user) => (
      user.git("symbolic-ref", "refs/heads/alias", target), user.git("symbolic-ref", "HEAD", "refs/heads/alias")
    ),
  ],
  [
    "only the case of a name tells them apart",
    false,
    (user) => (user.git("checkout", "-q", "-b", "other"), user.git("symbolic-ref", "HEAD", "refs/heads/Main")),
  ],
  [
    "HEAD can't be read",
    false,
    (user) => {
      writeFileSync(join(user.gitDir, "HEAD"), "rubbish\n");
    },
  ],
  [
    "refs are kept in another way",
    false,
    (user) => {
      writeFileSync(join(user.gitDir, "HEAD"), "ref: refs/heads/.invalid\n");
    },
  ],
])("when %s, it is told to be free: %s", async (_, free, deed) => {
  const user = makeRepository();
  deed(user);
  expect(await isFree(user)).toBe(free);
});

it("HEAD may be a link to the branch, as it was long ago", async () => {
  const user = makeRepository();
  renameSync(join(user.gitDir, "HEAD"), join(user.gitDir, "HEAD.old"));
  symlinkSync(target, join(user.gitDir, "HEAD"));
  expect(gitIn(user.path, ["symbolic-ref", "HEAD"])).toBe(target);
  expect(await isFree(user)).toBe(false);
});

it("a rebase under way leaves a doubt, in the main checkout and in a linked one", async () => {
  for (const where of ["main", "linked"] as const) {
    const user = makeRepository({ a: "1\n" });
    user.commit({ a: "2\n" }, "two");
    user.git("branch", "other", "HEAD~1");
    const path =
      where === "main" ? (user.git("checkout", "-q", "other"), user.path) : (aside(user), linked(user, "other"));
    writeFileSync(join(path, "a"), "3\n");
    gitIn(path, ["commit", "-q", "-am", "three"]);
    expect(await isFree(user)).toBe(true);
    expect(() => gitIn(path, ["rebase", "-q", "main"])).toThrow();
    expect(await isFree(user)).toBe(false);
  }
});

import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, hastyWorld } from "../../../test/kit/git.ts";
import { beginMove, makeLanding } from "../../../test/kit/landing.ts";
import { shown, writeFiles } from "../../../test/kit/repository.ts";
import type { CommitSha } from "../../base/ids.ts";
import { recoverCheckouts } from "../checkout/locks/recovery.ts";

const before = {
  "edited.txt": "one\n",
  "deleted.txt": "d\n",
  tool: "t\n",
  link: { link: "tool" },
  "notes.txt": "notes\n",
  "dir/deep.txt": "deep\n",
  ".gitignore": "*.log\n",
};
const change = {
  "edited.txt": "ONE\n",
  tool: { program: "t\n" },
  link: { link: "notes.txt" },
  "new/file.txt": "new\n",
  "größe.txt": "g\n",
};
const story = { before, remove: ["deleted.txt"], change };

describe.each(["sha1", "sha256"] as const)(
  "a landing on the branch that the user of a %s repository has checked out",
  (format) => {
    it("moves ref, index and files together", async () => {
      const landing = await makeLanding({ ...story, format });
      expect(await landing.land()).toEqual({ kind: "published" });
      expect(landing.user.head()).toBe(landing.to);
      expect(landing.status()).toBe("");
      expect(
        ["edited.txt", "deleted.txt", "tool", "link", "new/file.txt", "größe.txt"].map((name) =>
          shown(landing.user.path, name),
        ),
      ).toEqual(["file ONE\n", "nothing", "program t\n", "link notes.txt", "file new\n", "file g\n"]);
      expect(landing.leftovers()).toEqual([]);
      expect(landing.user.git("reflog", "-1", "--format=%gs")).toBe("tutti: land");
    });
  },
);

describe("a landing on the branch that the user has checked out", () => {
  it("leaves every change of theirs in other files as it is: edited, staged, both, deleted, renamed, untracked, ignored", async () => {
    const landing = await makeLanding({
      before: { ...before, "s.txt": "s\n", "both.txt": "b\n", "gone.txt": "g\n", "old.txt": "o\n" },
      remove: ["deleted.txt"],
      change,
    });
    const { user } = landing;
    writeFiles(user.path, {
      "notes.txt": "mine\n",
      "s.txt": "staged\n",
      "both.txt": "staged\n",
      "untracked.txt": "u\n",
      "new/mine.txt": "beside\n",
      "x.log": "ignored\n",
      "dir/x.log": "ignored\n",
    });
    user.git("add", "s.txt", "both.txt");
    user.git("mv", "old.txt", "renamed.txt");
    user.git("rm", "-q", "--cached", "dir/deep.txt");
    writeFiles(user.path, { "both.txt": "edited again\n" });
    rmSync(join(user.path, "gone.txt"));
    const status = landing.status();
    const staged = user.git("ls-files", "--stage", "s.txt", "both.txt", "renamed.txt");
    expect(await landing.land()).toEqual({ kind: "published" });
    expect(landing.status()).toBe(status);
    expect(user.git("ls-files", "--stage", "s.txt", "both.txt", "renamed.txt")).toBe(staged);
    expect(
      ["notes.txt", "both.txt", "untracked.txt", "new/mine.txt", "x.log"].map((name) => shown(user.path, name)),
    ).toEqual(["file mine\n", "file edited again\n", "file u\n", "file beside\n", "file ignored\n"]);
    expect(shown(user.path, "new/file.txt")).toBe("file new\n");
    user.git("commit", "-q", "-m", "mine");
    expect(user.git("show", "--format=", "--name-only", "HEAD").split("\n").toSorted()).toEqual([
      "both.txt",
      "dir/deep.txt",
      "renamed.txt",
      "s.txt",
    ]);
  });

  it("is not made over a file that the user told git not to look at", async () => {
    const landing = await makeLanding(story);
    landing.user.git("update-index", "--skip-worktree", "edited.txt");
    writeFiles(landing.user.path, { "edited.txt": "o" });
    expect(await landing.land()).toMatchObject({ kind: "blocked" });
    expect(shown(landing.user.path, "edited.txt")).toBe("file o");
    expect(landing.leftovers()).toEqual([]);
  });

  it("waits for another git to end, and then goes on", async () => {
    let waits = 0;
    const locks: string[] = [];
    const world = {
      ...hastyWorld,
      after: (delayMs: number, call: () => void) => {
        waits += 1;
        if (waits === 3) for (const lock of locks) rmSync(lock);
        return hastyWorld.after(delayMs, call);
      },
    };
    const landing = await makeLanding({ ...story, world });
    locks.push(join(landing.user.gitDir, "index.lock"));
    for (const lock of locks) writeFileSync(lock, "");
    expect(await landing.land()).toEqual({ kind: "published" });
    expect(waits).toBe(3);
  });

  it("is not made when the target moved meanwhile: nothing of the checkout is touched", async () => {
    const landing = await makeLanding(story);
    landing.user.git("commit", "-q", "--allow-empty", "-m", "by the user");
    const head = landing.user.head();
    expect(await landing.land()).toEqual({ kind: "moved" });
    expect([landing.user.head(), landing.status()]).toEqual([head, ""]);
    expect(landing.leftovers()).toEqual([]);
  });

  it("puts no file where the user wants none: a sparse checkout stays sparse, also when a dead Tutti's move is finished", async () => {
    const sparse = {
      before: { "in/a.txt": "a\n", "out/b.txt": "b\n" },
      change: { "in/a.txt": "A\n", "out/b.txt": "B\n", "out/new.txt": "new\n" },
    };
    const landing = await makeLanding(sparse);
    landing.user.git("sparse-checkout", "set", "in");
    expect(await landing.land()).toEqual({ kind: "published" });
    const cut = await makeLanding(sparse);
    cut.user.git("sparse-checkout", "set", "in");
    await beginMove(cut, { owner: "home.1", stage: "moving" });
    cut.user.git("update-ref", "refs/heads/main", cut.to);
    expect(await recoverCheckouts(cut.hands)).toBe(1);
    for (const { user, status } of [landing, cut]) {
      expect(status()).toBe("");
      expect([shown(user.path, "in/a.txt"), existsSync(join(user.path, "out/b.txt"))]).toEqual(["file A\n", false]);
    }
  });

  it("uses the user's own filters and line ends in their checkout", async () => {
    const landing = await makeLanding({
      before: { ".gitattributes": "*.f filter=rot\n*.crlf text eol=crlf\n", "a.f": "one\n", "b.crlf": "one\n" },
      change: { "a.f": "two\n", "b.crlf": "two\n" },
    });
    landing.user.git("config", "filter.rot.smudge", "tr a-z A-Z");
    landing.user.git("config", "filter.rot.clean", "tr A-Z a-z");
    expect(await landing.land()).toEqual({ kind: "published" });
    expect([shown(landing.user.path, "a.f"), shown(landing.user.path, "b.crlf")]).toEqual([
      "file TWO\n",
      "file two\r\n",
    ]);
    expect(landing.status()).toBe("");
  });
});

describe("a landing on a branch", () => {
  it("that is checked out in a linked worktree moves that one and leaves the others", async () => {
    const landing = await makeLanding(story);
    const linked = join(tempFolder(), "linked");
    landing.user.git("checkout", "-q", "-b", "elsewhere");
    landing.user.git("worktree", "add", "-q", linked, "main");
    expect(await landing.land()).toEqual({ kind: "published" });
    expect(shown(linked, "edited.txt")).toBe("file ONE\n");
    expect(gitIn(linked, ["status", "--porcelain"])).toBe("");
    expect(shown(landing.user.path, "edited.txt")).toBe("file one\n");
    expect(landing.status()).toBe("");
  });

  it("that is checked out twice goes nowhere", async () => {
    const landing = await makeLanding(story);
    landing.user.git("worktree", "add", "-q", "--force", join(tempFolder(), "second"), "main");
    expect(await landing.land()).toEqual({ kind: "blocked", why: expect.stringContaining("2 places") as string });
    expect(landing.user.head()).toBe(landing.from);
  });

  it("that no worktree has checked out moves the ref alone, and only from where it stood", async () => {
    const landing = await makeLanding(story);
    landing.user.git("checkout", "-q", "--detach");
    expect(await landing.land()).toEqual({ kind: "published" });
    expect(landing.user.git("rev-parse", "main")).toBe(landing.to);
    expect(shown(landing.user.path, "edited.txt")).toBe("file one\n");
    expect(landing.status()).toBe("");
    landing.user.git(
      "update-ref",
      "refs/heads/main",
      landing.user.git("commit-tree", "-p", "main", "-m", "theirs", "main^{tree}"),
    );
    expect(await landing.land()).toEqual({ kind: "moved" });
  });

  it("brings its commits from Tutti's store, and nothing else of it", async () => {
    const landing = await makeLanding({ before, change: {} });
    const { user, hands, from } = landing;
    const own = gitIn(hands.store.gitDir, [
      "-c",
      "user.name=T",
      "-c",
      "user.email=t@t",
      "commit-tree",
      "-p",
      from,
      "-m",
      "in the store",
      `${from}^{tree}`,
    ]) as CommitSha;
    const other = gitIn(hands.store.gitDir, [
      "-c",
      "user.name=T",
      "-c",
      "user.email=t@t",
      "commit-tree",
      "-p",
      from,
      "-m",
      "not landed",
      `${from}^{tree}`,
    ]);
    const { carryObjects } = await import("../../git/remote/transfer.ts");
    await carryObjects(
      hands.git,
      { from: hands.store.gitDir, to: hands.store.repository.commonDir, scratch: hands.self.scratch },
      [own],
    );
    const { advanceTarget } = await import("./advance-target.ts");
    expect(await advanceTarget(hands, "refs/heads/main", { from, to: own })).toEqual({ kind: "published" });
    expect(user.head()).toBe(own);
    expect(() => user.git("cat-file", "-e", other)).toThrow();
    expect(existsSync(join(user.gitDir, "refs/tutti"))).toBe(false);
  });
});

it("landings in two repositories at the same moment touch each their own index", async () => {
  const left = await makeLanding({
    before: { "left.txt": "1\n" },
    change: { "left.txt": "2\n", "more-left.txt": "2\n" },
  });
  const right = await makeLanding({
    before: { "right.txt": "1\n" },
    change: { "right.txt": "2\n", "more-right.txt": "2\n" },
  });
  const { advanceTarget } = await import("./advance-target.ts");
  // As two jobs of one conductor do it: one scratch folder, one owner.
  const shared = { ...right.hands, self: { ...right.hands.self, scratch: left.hands.self.scratch } };
  for (let round = 0; round < 3; round += 1) {
    const outcomes = await Promise.all([
      left.land(),
      advanceTarget(shared, "refs/heads/main", { from: right.from, to: right.to }),
    ]);
    expect(outcomes).toEqual([{ kind: "published" }, { kind: "published" }]);
    expect([left.status(), right.status(), left.user.git("ls-files"), right.user.git("ls-files")]).toEqual([
      "",
      "",
      "left.txt\nmore-left.txt",
      "more-right.txt\nright.txt",
    ]);
    for (const one of [left, right]) one.user.git("reset", "-q", "--hard", one.from);
  }
});

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn, hermetic, run, wireGit } from "../../../test/kit/git.ts";
import { makeRepository, person } from "../../../test/kit/repository.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { createRefs, isAncestor, readCommit, readHeadRef, readRef, swapRef } from "./refs.ts";
import { readTree, writeCommit } from "../history/trees.ts";

const git = wireGit();

describe.each(["sha1", "sha256"] as const)("a ref of a %s repository", (format) => {
  const repository = makeRepository({ "a.txt": "a\n" }, format);
  const { gitDir } = repository;
  const first = repository.head();
  const second = repository.commit({ "a.txt": "b\n" });
  const swap = (ref: string, next: string, expected: string | null) =>
    swapRef(git, gitDir, { ref, next, expected, why: "test" });

  it("moves only from where it is expected to stand", async () => {
    expect(await swap("refs/heads/x", first, null)).toBe(true);
    expect(await swap("refs/heads/x", second, null)).toBe(false);
    expect(await swap("refs/heads/x", second, second)).toBe(false);
    expect(await readCommit(git, gitDir, "refs/heads/x")).toBe(first);
    expect(await swap("refs/heads/x", second, first)).toBe(true);
    expect(await readCommit(git, gitDir, "refs/heads/x")).toBe(second);
    expect(await swap("refs/heads/missing", second, first)).toBe(false);
    expect(await readCommit(git, gitDir, "refs/heads/missing")).toBeUndefined();
  });

  it("is moved by exactly one of ten who try at once", async () => {
    for (const expected of [null, second]) {
      const from = expected === null ? "refs/heads/new" : "refs/heads/old";
      if (expected !== null) await swap(from, expected, null);
      const tree = await readTree(git, gitDir, first);
      const commits = await Promise.all(
        Array.from({ length: 10 }, (_, place) =>
          writeCommit(git, gitDir, { tree, parents: [second], message: `${place}\n`, by: person, at: 0 as EpochMs }),
        ),
      );
      const won = await Promise.all(commits.map((commit) => swap(from, commit, expected)));
      expect(won.filter((item) => item)).toHaveLength(1);
      expect(await readCommit(git, gitDir, from)).toBe(commits[won.indexOf(true)]);
    }
  });

  it("that can't be written is an error, not a lost race", async () => {
    await expect(swap("refs/heads/to-nowhere", "1".repeat(first.length), null)).rejects.toMatchObject({
      code: "git.failed",
    });
    await expect(swap("refs/heads/bad..name", first, null)).rejects.toMatchObject({ code: "git.failed" });
    await swap("refs/heads/folder/inside", first, null);
    await expect(swap("refs/heads/folder", first, null)).rejects.toMatchObject({ code: "git.failed" });
  });

  it("may be made together with a hundred others, and making them again changes nothing", async () => {
    const refs = new Map(
      Array.from({ length: 100 }, (_, place) => [`refs/tutti/many/${place}`, place % 2 === 0 ? first : second]),
    );
    await createRefs(git, gitDir, refs);
    await createRefs(git, gitDir, refs);
    expect(gitIn(repository.path, ["for-each-ref", "refs/tutti/many"]).split("\n")).toHaveLength(100);
  });

  it("may point to any object, and is read as that", async () => {
    const tree = await readTree(git, gitDir, first);
    expect(await swap("refs/tutti/tree", tree, null)).toBe(true);
    expect(await readRef(git, gitDir, "refs/tutti/tree")).toBe(tree);
    expect(await readCommit(git, gitDir, "refs/tutti/tree")).toBeUndefined();
    expect(await readRef(git, gitDir, "refs/tutti/none")).toBeUndefined();
  });

  it("that is symbolic is itself moved, not the ref it names", async () => {
    gitIn(repository.path, ["symbolic-ref", "refs/heads/alias", "refs/heads/main"]);
    const main = await readCommit(git, gitDir, "refs/heads/main");
    expect(await swap("refs/heads/alias", first, main ?? null)).toBe(true);
    expect(await readCommit(git, gitDir, "refs/heads/main")).toBe(main);
  });

  it("tells what descends from what", async () => {
    expect(await isAncestor(git, gitDir, { older: first, newer: second })).toBe(true);
    expect(await isAncestor(git, gitDir, { older: second, newer: first })).toBe(false);
    expect(await isAncestor(git, gitDir, { older: "1".repeat(first.length) as CommitSha, newer: first })).toBe(false);
  });

  it("is HEAD's own when HEAD is on a branch, and not HEAD's own when it is detached", async () => {
    expect(await readHeadRef(git, gitDir)).toBe("refs/heads/main");
    const detached = makeRepository({ "a.txt": "a\n" }, format);
    detached.git("checkout", "-q", "--detach");
    expect(await readHeadRef(git, detached.gitDir)).toBeUndefined();
  });

  it("is the one that HEAD finally names, where a branch names another one", async () => {
    const other = makeRepository({ "a.txt": "a\n" }, format);
    other.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
    other.git("symbolic-ref", "HEAD", "refs/heads/alias");
    expect(await readHeadRef(git, other.gitDir)).toBe("refs/heads/main");
    expect(await readCommit(git, other.gitDir, "HEAD")).toBe(other.head());
  });

  it("is a branch that has no commit yet", async () => {
    const other = makeRepository({ "a.txt": "a\n" }, format);
    other.git("symbolic-ref", "HEAD", "refs/heads/unborn");
    expect(await readHeadRef(git, other.gitDir)).toBe("refs/heads/unborn");
    expect(await readCommit(git, other.gitDir, "HEAD")).toBeUndefined();
  });

  it("whose name begins like an option is still a name", async () => {
    expect(await readCommit(git, gitDir, "--all")).toBeUndefined();
    expect(await readRef(git, gitDir, "-h")).toBeUndefined();
  });
});

describe("a ref whose lock is held", () => {
  it("is waited for longer than the tenth of a second that git waits by itself", async () => {
    const repository = makeRepository();
    const lock = join(repository.gitDir, "refs/heads/main.lock");
    writeFileSync(lock, "");
    const head = repository.head();
    const next = await writeCommit(git, repository.gitDir, {
      tree: await readTree(git, repository.gitDir, head),
      parents: [head],
      message: "x\n",
      by: person,
      at: 0 as EpochMs,
    });
    const swapped = swapRef(git, repository.gitDir, { ref: "refs/heads/main", next, expected: head, why: "test" });
    // Two gits with their own patience, begun later and one after the other, have given up by then.
    for (const ref of ["refs/heads/main", "refs/heads/main"]) {
      const end = await run({
        argv: ["git", "update-ref", ref, next],
        cwd: repository.path,
        env: hermetic,
        output: { kind: "memory", capBytes: 1000 },
        tree: "group",
      });
      expect(end.how).toEqual({ kind: "exited", code: 128 });
    }
    rmSync(lock);
    expect(await swapped).toBe(true);
  });
});

it("a ref whose git was killed when it had moved it has moved", async () => {
  const repository = makeRepository();
  const real = wireGit();
  const sealed: typeof real.sealed = async (call) => ({
    ...(await real.sealed(call)),
    ...(call.args[0] === "update-ref" ? { code: 128 } : {}),
  });
  const swap = { ref: "refs/heads/new", next: repository.head(), expected: null, why: "a test" };
  expect(await swapRef({ ...real, sealed }, repository.gitDir, swap)).toBe(true);
});

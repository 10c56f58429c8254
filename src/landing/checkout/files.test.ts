import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn, wireGit } from "../../../test/kit/git.ts";
import { type Files, makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { readChanges } from "../../git/diff/changes.ts";
import { type Side, settleFiles } from "./files.ts";

const git = wireGit();

interface Move {
  readonly from: Files;
  readonly remove: readonly string[];
  readonly add: Files;
}

/** A move from one commit to another, with the checkout still at the first. */
function makeMove({ from, remove, add }: Move) {
  const repository = makeRepository({ "other.txt": "other\n", ...from });
  const before = repository.head();
  if (remove.length > 0) repository.git("rm", "-rq", ...remove);
  const after = repository.commit(add);
  repository.git("reset", "-q", "--hard", before);
  const index = join(repository.gitDir, "private.index");
  copyFileSync(join(repository.gitDir, "index"), index);
  const checkout = { gitDir: repository.gitDir, workTree: repository.path, index };
  return {
    ...repository,
    /** Puts the files to the other side, as a git that was killed before it wrote its index. */
    moveFiles: () => {
      repository.git("-c", "core.hooksPath=/dev/null", "read-tree", "-m", "-u", before, after);
      copyFileSync(index, join(repository.gitDir, "index"));
    },
    settle: async (side: Side) => {
      await settleFiles(git, checkout, {
        changes: await readChanges(git, repository.gitDir, { from: before, to: after }),
        side,
        since: Date.now(),
      });
    },
    /** The status that git reports of index and files when HEAD is at this side. */
    status: (side: Side) => {
      repository.git("update-ref", "HEAD", side === "to" ? after : before);
      return gitIn(repository.path, ["status", "--porcelain", "--untracked-files=all"], { GIT_INDEX_FILE: index });
    },
  };
}

const moves: readonly (Move & { readonly what: string })[] = [
  { what: "an edit", from: { "a.txt": "one\n" }, remove: [], add: { "a.txt": "two\n" } },
  { what: "a new file", from: {}, remove: [], add: { "deep/down/a.txt": "new\n" } },
  { what: "a deleted folder", from: { "deep/down/a.txt": "old\n" }, remove: ["deep"], add: {} },
  { what: "a mode", from: { tool: "#!/bin/sh\n" }, remove: [], add: { tool: { program: "#!/bin/sh\n" } } },
  {
    what: "a link in the place of a file",
    from: { start: "text\n" },
    remove: [],
    add: { start: { link: "other.txt" } },
  },
  {
    what: "a folder that becomes a file",
    from: { "nest/egg.txt": "egg\n", "nest/in/egg.txt": "egg\n" },
    remove: ["nest"],
    add: { nest: "a file\n" },
  },
  {
    what: "a file that becomes a folder",
    from: { nest: "a file\n" },
    remove: ["nest"],
    add: { "nest/egg.txt": "egg\n", "nest/in/egg.txt": "egg\n" },
  },
];

describe.each(moves)("a move of $what that was cut short", (move) => {
  it.each(["from", "to"] as const)("is brought to the side %s from either", async (side) => {
    const early = makeMove(move);
    await early.settle(side);
    expect(early.status(side)).toBe("");

    const late = makeMove(move);
    late.moveFiles();
    await late.settle(side);
    expect(late.status(side)).toBe("");
  });
});

describe("files that were being written", () => {
  it.each(["from", "to"] as const)("are made whole on the side %s", async (side) => {
    const move = makeMove({
      from: { "a.txt": "one\ntwo\n" },
      remove: [],
      add: { "a.txt": "three\nfour\n", "new.txt": "all of it\n" },
    });
    writeFiles(move.path, { "a.txt": "three\nf", "new.txt": "" });
    await move.settle(side);
    expect(move.status(side)).toBe("");
  });
});

describe("a change that the user made meanwhile", () => {
  it("stays: an edit of a file that the move is about", async () => {
    const move = makeMove({ from: { "a.txt": "one\n" }, remove: [], add: { "a.txt": "two\n" } });
    writeFiles(move.path, { "a.txt": "mine\n" });
    await move.settle("to");
    expect(shown(move.path, "a.txt")).toBe("file mine\n");
  });

  it("stays: a file in a folder that was to become a file", async () => {
    const move = makeMove({ from: { "nest/egg.txt": "egg\n" }, remove: ["nest"], add: { nest: "a file\n" } });
    writeFiles(move.path, { "nest/mine.txt": "mine\n" });
    await move.settle("to");
    expect(shown(move.path, "nest/mine.txt")).toBe("file mine\n");
  });

  it("stays: an edit of a file that was to become a folder", async () => {
    const move = makeMove({ from: { nest: "a file\n" }, remove: ["nest"], add: { "nest/egg.txt": "egg\n" } });
    writeFiles(move.path, { nest: "mine\n" });
    await move.settle("to");
    expect(shown(move.path, "nest")).toBe("file mine\n");
  });

  it("stays: what a link leads to, put in the place of a folder", async () => {
    const move = makeMove({
      from: { "nest/egg.txt": "old\n", "real/egg.txt": "old\n" },
      remove: [],
      add: { "nest/egg.txt": "new\n" },
    });
    writeFiles(move.path, { nest: { link: "real" } });
    await move.settle("to");
    expect(shown(move.path, "nest")).toBe("link real");
    expect(shown(move.path, "real/egg.txt")).toBe("file old\n");
  });
});

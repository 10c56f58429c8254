import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { events, notices, once, playUntil, said, shellScore, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** A checkout in which its user is in the middle of something: staged, changed, deleted, untracked and ignored files. */
function busyCheckout(): Kit {
  const busy = makeKit({ "a.txt": "a\n", "mine.txt": "mine\n", "gone.txt": "gone\n", ".gitignore": "*.log\n" });
  busy.write("mine.txt", "mine, changed\n");
  busy.write("staged.txt", "staged\n");
  busy.git("add", "staged.txt");
  busy.git("rm", "--quiet", "gone.txt");
  busy.write("notes/untracked.txt", "untracked\n");
  busy.write("debug.log", "ignored\n");
  return busy;
}

/** All that a user would miss: the branch, what is staged and what is not, and the bytes. */
function whatUserHas(of: Kit): readonly unknown[] {
  const bytes = ["mine.txt", "staged.txt", "notes/untracked.txt", "debug.log"].map((path) => of.read(path));
  const staged = of.git("diff", "--cached", "--name-status");
  return [of.git("symbolic-ref", "HEAD"), staged, of.git("status", "--porcelain", "--ignored"), bytes, existsSync(join(of.repository, "gone.txt"))];
}

describe.each(["branch", "full"])("level %s", (level) => {
  it("puts a result on its own branch, on the user's commit, and leaves a busy checkout as it was", async () => {
    kit = busyCheckout();
    const begin = kit.git("rev-parse", "HEAD").trim();
    const before = whatUserHas(kit);
    const played = await kit.play({ fix: "edit a.txt a fixed\ncreate new.txt new" }, { score: { isolation: level } });

    expect(played.states).toEqual({ fix: "landed" });
    expect(whatUserHas(kit)).toEqual(before);
    expect(kit.git("diff", "--name-only", begin, "main-task-fix").trim().split("\n")).toEqual(["a.txt", "new.txt"]);
    expect(kit.git("rev-parse", "main-task-fix^").trim()).toBe(begin);
    expect((await kit.status())?.sheets[0]?.context).toMatchObject({ level, branch: "refs/heads/main-task-fix" });
    expect(kit.cli("status").out).toContain("branch: main-task-fix");
    // It lands as well, without anything of the user's.
    expect(kit.git("diff", "--name-only", begin, "main").trim().split("\n")).toEqual(["a.txt", "new.txt"]);
  });

  it("moves a branch of its own with the next job, and leaves anybody else's alone", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    kit.git("branch", "main-task-taken");
    const first = await kit.play({ fix: "create one.txt 1", taken: "create two.txt 2" }, { score: { isolation: level } });
    expect(first.states).toEqual({ fix: "landed", taken: "landed" });
    expect(notices(first).filter((text) => !text.includes(" works in "))).toEqual([
      expect.stringMatching(/^taken: refs\/heads\/main-task-taken was not written: there is a branch of that name already/),
    ]);
    expect(subjects(kit, "main-task-taken")).toEqual(["begin"]);
    const before = kit.git("rev-parse", "main-task-fix");

    await kit.play({ fix: "create three.txt 3" }, { score: { isolation: level } });
    expect(kit.git("rev-parse", "main-task-fix")).not.toBe(before);
    expect(kit.at("main-task-fix", "three.txt")).toBe("3\n");
    // What the first job had put there is still in Tutti's store.
    expect(await kit.store("for-each-ref", "--points-at", before.trim(), "refs/tutti/results")).not.toBe("");
  });
});

describe("level branch", () => {
  it("works in the checkout itself, one sheet after the other, and each begins with what the user had", async () => {
    kit = busyCheckout();
    const line = 'pwd; echo "$TUTTI_STATE"; ls; cat mine.txt; echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"';
    const played = await kit.playScore(shellScore("branch", line, { parallel: 4, sheets: [{ id: "one" }, { id: "two" }] }));
    const state = join(kit.home, "jobs", played.job.id, "state");
    expect(said(kit, "one")).toEqual([kit.repository, state, "a.txt", "debug.log", "mine.txt", "notes", "staged.txt", "mine, changed"]);
    // The second starts when the first has landed, which is in the checkout by then.
    expect(said(kit, "two").slice(2)).toEqual(["a.txt", "debug.log", "mine.txt", "notes", "one.txt", "staged.txt", "mine, changed"]);
    expect(["main-task-one", "main-task-two"].map((branch) => kit.git("show", "--format=", "--name-only", branch).trim())).toEqual(["one.txt", "two.txt"]);
    expect(played.states).toEqual({ one: "landed", two: "landed" });
    expect(await kit.contexts()).toEqual([]);
  });

  it("gives the checkout back when a sheet fails, and its work is kept", async () => {
    kit = busyCheckout();
    const before = whatUserHas(kit);
    const script = "edit mine.txt changed trampled\ncreate half.txt half\ndelete notes\ncreate debug.log overwritten\nfail 1";
    const played = await kit.play({ fix: { script, retry: once } }, { score: { isolation: "branch" } });
    expect(played.states).toEqual({ fix: "failed" });
    expect(whatUserHas(kit).toSpliced(3, 1)).toEqual(before.toSpliced(3, 1));
    expect(kit.read("mine.txt")).toBe("mine, changed\n");
    expect(kit.git("branch", "--list", "main-task-*")).toBe("");
    expect((await kit.diff("fix")).files.map(({ path, status }) => [path, status])).toEqual([
      ["half.txt", "added"],
      ["mine.txt", "changed"],
      ["notes/untracked.txt", "deleted"],
    ]);
  });

  it("gives the checkout back when it is stopped, and goes on with the work when it is resumed", async () => {
    kit = busyCheckout();
    const before = whatUserHas(kit);
    const begun = join(kit.root, "begun");
    const script = `create half.txt half\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\ncreate whole.txt whole`;
    const stopped = await playUntil(kit, begun, { sheets: { fix: script }, score: { isolation: "branch" } });
    expect(stopped.how).toEqual({ kind: "stopped" });
    expect(whatUserHas(kit)).toEqual(before);

    const resumed = await kit.resume();
    expect(resumed.states).toEqual({ fix: "landed" });
    expect(whatUserHas(kit)).toEqual(before);
    expect(kit.git("show", "--name-only", "--format=", "main-task-fix").trim().split("\n")).toEqual(["half.txt", "whole.txt"]);
    expect(events(resumed, "fix").map(({ kind }) => kind)).toEqual(["started", "placed", "ended", "landing", "landed"]);
  });
});

describe("an agent of level branch that commits by itself", () => {
  /** Where everything is that its user left: the branch, its commit, and what is staged. */
  const stand = (): readonly string[] => [kit.git("symbolic-ref", "HEAD"), kit.git("diff", "--cached", "--name-status"), kit.git("status", "--porcelain")];

  it("leaves no commit on the user's branch: the result lands as any other, and what was staged still is", async () => {
    kit = busyCheckout();
    const before = stand();
    const played = await kit.play({ fix: "create new.txt new\ncommit by the agent" }, { score: { isolation: "branch" } });
    expect([played.states, subjects(kit), stand()]).toEqual([{ fix: "landed" }, ["fix", "begin"], before]);
    expect(kit.git("show", "--format=", "--name-only", "main").trim()).toBe("new.txt");
    expect(notices(played)).toEqual([
      expect.stringMatching(/works in .*: what is changed there until it ends counts as its own$/) as string,
      expect.stringContaining("is back where it was; those commits are kept") as string,
    ]);
    expect(await kit.store("log", "--no-walk", "--format=%s", "--glob=refs/tutti/agent")).toBe("by the agent\n");
  });

  it("and fails leaves nothing of it there but in Tutti's store, whatever branch it went to", async () => {
    kit = busyCheckout();
    const before = stand();
    const line =
      "git switch --quiet --create elsewhere; git add --all; git commit --quiet --message own; git checkout --quiet --detach; git rm --quiet a.txt; exit 1";
    const played = await kit.playScore(shellScore("branch", line, { retry: once }));
    expect([played.states, subjects(kit), stand()]).toEqual([{ fix: "failed" }, ["begin"], before]);
    expect([subjects(kit, "elsewhere"), kit.read("a.txt")]).toEqual([["own", "begin"], "a\n"]);
  });
});

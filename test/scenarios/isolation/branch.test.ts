import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { untilMade } from "../../kit/pause.ts";
import { itLong, oneOf } from "../../kit/long.ts";
import { notices, said, shellScore, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/**
 * A checkout in which its user is in the middle of something: staged, changed, deleted, untracked and ignored files.
 */
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
  return [
    of.git("symbolic-ref", "HEAD"),
    staged,
    of.git("status", "--porcelain", "--ignored"),
    bytes,
    existsSync(join(of.repository, "gone.txt")),
  ];
}

describe.each(oneOf(2, ["branch", "full"]))("level %s", (level) => {
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
    const first = await kit.play(
      { fix: "create one.txt 1", taken: "create two.txt 2" },
      { score: { isolation: level } },
    );
    expect(first.states).toEqual({ fix: "landed", taken: "landed" });
    expect(notices(first)).toEqual([
      expect.stringMatching(
        /^taken: refs\/heads\/main-task-taken was not written: there is a branch of that name already/,
      ),
    ]);
    expect(subjects(kit, "main-task-taken")).toEqual(["begin"]);
    const before = kit.git("rev-parse", "main-task-fix");

    await kit.play({ fix: "create three.txt 3" }, { score: { isolation: level } });
    expect(kit.git("rev-parse", "main-task-fix")).not.toBe(before);
    expect(kit.at("main-task-fix", "three.txt")).toBe("3\n");
    // The objects of the first job are still in Tutti's store.
    expect(await kit.store("for-each-ref", "--points-at", before.trim(), "refs/tutti/results")).not.toBe("");
  });
});

describe("level branch", () => {
  it("gives each sheet its own branch of a private repository, side by side, and the user's checkout stays theirs", async () => {
    kit = busyCheckout();
    const before = whatUserHas(kit);
    const met = (mine: string, other: string): string =>
      `touch ${join(kit.root, mine)}; until [ -e ${join(kit.root, other)} ]; do sleep 0.02; done`;
    const line = `[ "$TUTTI_SHEET" = one ] && { ${met("one", "two")}; } || { ${met("two", "one")}; }; git branch --show-current; git remote; ls; echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"`;
    const played = await kit.playScore(
      shellScore("branch", line, { parallel: 2, sheets: [{ id: "one" }, { id: "two" }] }),
    );
    expect(played.states).toEqual({ one: "landed", two: "landed" });
    expect([said(kit, "one"), said(kit, "two")]).toEqual([
      ["main-task-one", "a.txt", "gone.txt", "mine.txt"],
      ["main-task-two", "a.txt", "gone.txt", "mine.txt"],
    ]);
    expect(
      ["main-task-one", "main-task-two"].map((branch) => kit.git("show", "--format=", "--name-only", branch).trim()),
    ).toEqual(["one.txt", "two.txt"]);
    expect([whatUserHas(kit), await kit.contexts()]).toEqual([before, []]);
  });

  itLong("lands with strategy merge while the user has uncommitted work", async () => {
    kit = busyCheckout();
    const before = whatUserHas(kit);
    const played = await kit.play(
      { fix: "create new.txt new" },
      { score: { isolation: "branch", landing: { strategy: "merge" } } },
    );
    expect([played.states, whatUserHas(kit)]).toEqual([{ fix: "landed" }, before]);
    expect(kit.git("show", "--format=", "--name-only", "--first-parent", "-m", "main").trim()).toBe("new.txt");
  });

  itLong(
    "puts nothing on the user's branch when Tutti is killed under an agent that commits, and goes on from its work",
    async () => {
      kit = busyCheckout();
      const before = whatUserHas(kit);
      const begun = join(kit.root, "begun");
      const script = `on-attempt 1 create half.txt half\non-attempt 1 commit by the agent\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\ncreate whole.txt whole`;
      const child = kit.spawn({ fix: script }, { score: { isolation: "branch" } });
      const isGone = child.gone();
      await untilMade(begun, isGone);
      child.kill();
      await isGone;
      expect([subjects(kit), whatUserHas(kit)]).toEqual([["begin"], before]);
      const resumed = await kit.resume();
      expect([resumed.states, subjects(kit), whatUserHas(kit)]).toEqual([{ fix: "landed" }, ["fix", "begin"], before]);
      expect(kit.git("show", "--format=", "--name-only", "main").trim().split("\n")).toEqual(["half.txt", "whole.txt"]);
      expect(await kit.store("log", "--no-walk", "--format=%s", "--glob=refs/tutti/agent")).toBe("by the agent\n");
    },
  );
});

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { itLong, oneOf } from "../../kit/long.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { once, places, playUntil, said, shellScore, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

describe.each(oneOf(2, ["clone", "worktree"]))("sheets that share a context of level %s", (mode) => {
  it("see each other's work, one after the other, and each lands a commit of its own", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const line = 'pwd; ls; git status --porcelain; echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"';
    const sheets = [{ id: "one" }, { id: "two" }, { id: "three" }];
    const played = await kit.playScore(shellScore({ mode, per: "job" }, line, { parallel: 4, sheets }));
    const folder = join(kit.home, "jobs/tasks", played.job.id);
    expect(played.states).toEqual({ one: "landed", two: "landed", three: "landed" });
    expect(said(kit, "one")).toEqual([folder, "a.txt"]);
    expect(said(kit, "three").slice(0, 4)).toEqual([folder, "a.txt", "one.txt", "two.txt"]);
    expect(subjects(kit)).toEqual(["three", "two", "one", "begin"]);
    const changed = (commit: string): string => kit.git("show", "--format=", "--name-only", commit).trim();
    expect(["main~2", "main~1", "main"].map(changed)).toEqual(["one.txt", "two.txt", "three.txt"]);
    // Taken away once, when all have ended.
    expect([await kit.contexts(), readdirSync(join(kit.home, "trash"))]).toEqual([[], [`${played.job.id}-1`]]);
  });
});

it("sheets that share a context don't see what a failed one left", async () => {
  kit = makeKit({ "a.txt": "a\n", ".gitignore": "*.log\n" });
  const line =
    'ls; [ "$TUTTI_SHEET" = bad ] && { echo half >half.txt; echo trampled >a.txt; exit 1; }; echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"';
  const sheets = [{ id: "good" }, { id: "bad" }, { id: "next" }];
  const played = await kit.playScore(shellScore({ per: "job" }, line, { retry: once, sheets }));
  expect(played.states).toEqual({ good: "landed", bad: "failed", next: "landed" });
  expect(said(kit, "next")).toEqual(["a.txt", "good.txt"]);
  expect([subjects(kit), kit.read("a.txt")]).toEqual([["next", "good", "begin"], "a\n"]);
  expect((await kit.diff("bad")).files.map(({ path }) => path)).toEqual(["a.txt", "half.txt"]);
});

itLong("a job that shares a context goes on in it after a stop", async () => {
  kit = makeKit({ "a.txt": "a\n", ".gitignore": "*.log\n" });
  const begun = join(kit.root, "begun");
  const second = `create half.txt half\ncreate build.log made\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\ncreate whole.txt whole`;
  const stopped = await playUntil(kit, begun, {
    sheets: { one: "create one.txt 1", two: { script: second, after: ["one"] } },
    score: { isolation: { per: "job" } },
  });
  expect(stopped.states).toEqual({ one: "landed", two: "waiting" });
  const resumed = await kit.resume();
  expect(resumed.states).toEqual({ one: "landed", two: "landed" });
  expect(places(resumed, "two").map(({ path }) => path)).toEqual([join(kit.home, "jobs/tasks", resumed.job.id)]);
  expect(kit.git("show", "--format=", "--name-only", "main").trim().split("\n")).toEqual(["half.txt", "whole.txt"]);
  expect(await kit.contexts()).toEqual([]);
});

itLong("a shared context whose folder was deleted is made again with what the sheets had done", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const begun = join(kit.root, "begun");
  const second = `on-attempt 1 create half.txt half\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\nedit half.txt half whole\nedit one.txt 1 one`;
  const sheets = { one: "create one.txt 1", two: { script: second, after: ["one"] } };
  const { job } = await playUntil(kit, begun, { sheets, score: { isolation: { per: "job" } } });
  rmSync(join(kit.home, "jobs/tasks", job.id), { recursive: true });
  const resumed = await kit.resume();
  expect(places(resumed, "two")).toMatchObject([{ level: "clone", fallback: null }]);
  expect([resumed.states, kit.read("half.txt"), kit.read("one.txt")]).toEqual([
    { one: "landed", two: "landed" },
    "whole\n",
    "one\n",
  ]);
});

itLong(
  "the shared context of a job with a failure stays until it has none, and its branch stacks the results",
  async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const sheets = {
      one: "create one.txt 1",
      two: { script: "until-attempt 1 fail 1\ncreate two.txt 2", retry: once },
    };
    const first = await kit.play(sheets, { score: { isolation: { mode: "full", per: "job" } } });
    expect(first.states).toEqual({ one: "landed", two: "failed" });
    expect(await kit.contexts()).toEqual([first.job.id]);

    expect((await kit.resume({ retryFailed: true })).states).toEqual({ one: "landed", two: "landed" });
    expect([await kit.contexts(), subjects(kit, `main-task-${first.job.id}`)]).toEqual([[], ["two", "one", "begin"]]);
  },
);

import { afterEach, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { oneOf } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** The commits of an agent that adds what is ignored by force; what it leaves uncommitted is taken as well. */
const forcing = [
  "create .git/hooks/pre-commit #!/bin/sh\\nexec git add -f keep.ign cache/keep.txt",
  "mode .git/hooks/pre-commit 755",
  "create keep.ign kept",
  "create waste.ign waste",
  "create cache/keep.txt kept",
  "create cache/waste.txt waste",
  "create one.txt 1",
  "commit add files by force",
];

it.each(
  oneOf(2, [
    ["squash", forcing, ["begin", "chore: s"]],
    ["rebase", forcing, ["begin", "add files by force"]],
    ["rebase", [...forcing, "create two.txt 2"], ["begin", "add files by force", "chore: s"]],
    ["merge", [...forcing, "create two.txt 2"], ["begin", "add files by force", "s", "chore: s"]],
  ] as const),
)("by %s, ignored files that the agent committed by force land and stay", async (strategy, script, subjects) => {
  kit = makeKit({ "a.txt": "a\n", ".gitignore": "*.ign\ncache/\n" });
  const played = await kit.play(
    { s: script.join("\n") },
    { score: { isolation: { mode: "clone" }, landing: { strategy } } },
  );
  expect(played.states).toEqual({ s: "landed" });
  expect(kit.git("log", "--topo-order", "--format=%s", "--reverse", "main").trim().split("\n")).toEqual(subjects);
  const more = script.length > forcing.length ? ["two.txt"] : [];
  expect(kit.git("ls-tree", "-r", "--name-only", "main").trim().split("\n")).toEqual([
    ".gitignore",
    "a.txt",
    "cache/keep.txt",
    "keep.ign",
    "one.txt",
    ...more,
  ]);
  expect([kit.read("keep.ign"), kit.read("cache/keep.txt")]).toEqual(["kept\n", "kept\n"]);
  expect(kit.git("log", "--diff-filter=D", "--name-only", "--format=", "main")).toBe("");
  const report = await kit.verify();
  expect(report.landings.map(({ problems, absent }) => [problems, absent])).toEqual([[[], []]]);
  expect(kit.git("status", "--porcelain")).toBe("");
});

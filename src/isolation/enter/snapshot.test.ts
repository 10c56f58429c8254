import { afterEach, expect, it } from "vitest";
import { type Kit, makeKit } from "../../../test/kit/kit.ts";

let kit: Kit | undefined;
afterEach(() => kit?.dispose());

it("the files that snapshots of a workspace skip are reported once a job, and ignore rules in it hide nothing", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const line =
    'cd "$TUTTI_WORKSPACE" && echo "*" >.gitignore && echo "$TUTTI_SHEET" >report.md && mkdir -p one/.git two/.git three/.git four/.git';
  const agent = { command: ["sh", "-c", line] };
  const score = {
    name: "story",
    isolation: "clone",
    agent,
    workspace: "./out",
    prompt: "-",
    sheets: [{ id: "first" }, { id: "second", after: ["first"] }],
  };
  const { progress, states } = await kit.playScore(score);
  expect(states).toEqual({ first: "done", second: "done" });
  expect((await kit.snapshots(null)).map(({ files, leftOut }) => [files, leftOut])).toEqual([
    [2, 4],
    [1, 4],
  ]);
  const said = progress.flatMap((item) =>
    item.kind === "notice" && item.text.includes("workspace") ? [item.text] : [],
  );
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/leave out 4 paths: (?:\w+\/\.git\/ \(nested repository's history\)(?:, | and 1 more$)){3}/);
});

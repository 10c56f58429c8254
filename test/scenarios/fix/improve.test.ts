import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFixProject } from "../../kit/fix-project.ts";

it("plan --improve by quality tools makes a score of ranked proposals without an agent, and needs a budget to run unasked", () => {
  const project = makeFixProject({ "a.txt": "BAD-A one\nBAD-A two\n", "b.txt": "BAD-A three\nBAD-B four\n" });
  const improve = (...more: readonly string[]) =>
    project.cli("plan", "--improve", "--improvers", "tools", "--yes", "--json", ...more);
  const end = improve("--top", "1");
  expect(end.code).toBe(0);
  const { tasks, path } = JSON.parse(end.out) as { tasks: readonly object[]; path: string };
  expect(tasks).toMatchObject([
    {
      id: "tool-marks-bad-a",
      title: "resolve 3 findings of marks BAD-A",
      files: [{ path: "a.txt" }, { path: "b.txt" }],
      impact: "medium",
      effort: "small",
    },
  ]);
  expect(readFileSync(path, "utf8")).toContain("resolve 3 findings of marks BAD-A");
  const memory = readFileSync(join(project.repository, ".tutti/plans/improvements.json"), "utf8");
  expect(JSON.parse(memory)).toMatchObject([{ title: "resolve 3 findings of marks BAD-A", verdict: "accepted" }]);
  const unasked = improve("--run", "--force");
  expect([unasked.code, unasked.out + unasked.err]).toEqual([2, expect.stringContaining("need a budget")]);
  const focused = project.cli("plan", "--improve", "speed", "--improvers", "tools", "--yes");
  expect([focused.code, focused.err]).toEqual([2, expect.stringContaining("quality tools have no focus")]);
  const clean = makeFixProject({ "a.txt": "fine\n" }).cli("plan", "--improve", "--improvers", "tools", "--yes");
  expect([clean.code, clean.err]).toEqual([2, expect.stringContaining("find nothing to improve")]);
});

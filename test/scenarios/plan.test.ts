import { afterEach, expect, test } from "vitest";
import { type Kit, makeKit } from "../kit/kit.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const good = {
  goal: "Two files",
  tasks: [
    {
      id: "one",
      title: "Add one",
      description: "script:\ncreate one.txt 1",
      kind: "feature",
      files: [{ path: "one.txt", new: true }],
      criteria: [{ text: "one is there", command: "test -f one.txt" }],
      covers: ["R1"],
    },
    {
      id: "two",
      title: "Add two",
      description: "script:\nappend one.txt 2",
      kind: "testing",
      after: ["one"],
      files: [{ path: "one.txt" }],
      criteria: [{ text: "two is there", command: "grep -q 2 one.txt" }],
      covers: ["R2"],
    },
  ],
};
/** A scripted agent writes `\n` as a new line; JSON has another name for it. */
const said = (plan: object): string => JSON.stringify(plan).replaceAll("\\n", "\\u000a");

test("a planner that misses a requirement hears of it once, and its second plan is written, run and landed", () => {
  kit = makeKit({ "a.txt": "a\n" });
  const wish = `Wanted:\n- one\n- two\n\nscript:\non-attempt 1 print ${said({ ...good, tasks: good.tasks.slice(0, 1) })}\non-attempt 2 print So: ${said(good)}\n`;
  const end = kit.cli("plan", wish, "--agent", "scripted", "--name", "both", "--yes", "--run", "--local");
  expect(end.out).toContain("2 tasks cover 2 requirements; no fault was found");
  expect(end.out).toContain("2 landed on main (of 2)");
  expect(kit.git("log", "--format=%s", "main").trim().split("\n").slice(0, 2)).toEqual([
    "test: Add two",
    "feat: Add one",
  ]);
  expect(kit.read(".tutti/plans/both.yaml")).toContain("# R2 (two): two");
});

import { describe, expect, it, test } from "vitest";
import { draftFaults } from "./check.ts";
import { type Draft, draftFrom, draftInAnswer, readDraft } from "./draft.ts";
import { faultLine } from "./fault.ts";
import { orderOverlaps } from "./graph.ts";

const task = (id: string, more: object = {}): object => ({
  id,
  title: `Do ${id}`,
  description: "All of it.",
  kind: "feature",
  files: [{ path: `${id}.ts`, new: true }],
  criteria: [{ text: "it works", command: "npm test" }],
  covers: ["R1"],
  ...more,
});

function draftOf(...tasks: readonly object[]): Draft {
  const read = draftFrom({ goal: "All", tasks });
  if (read.kind === "wrong") throw new Error(read.faults.map(faultLine).join("\n"));
  return read.draft;
}

const ground = { requirements: ["R1"], exists: (path: string) => path === "there.ts" };
const faultsOf = (...tasks: readonly object[]): readonly string[] =>
  draftFaults(draftOf(...tasks), ground).map((fault) => `${fault.code} ${faultLine(fault)}`);

describe("a plan is refused before any work when", () => {
  test.each<[string, readonly object[], readonly string[]]>([
    ["two tasks have one id", [task("a"), task("a", { files: [] })], ["double_id a: another task has this id"]],
    ["a task waits for none", [task("a", { after: ["b"] })], ["unknown_task a: comes after b, which is no task"]],
    [
      "tasks wait for each other",
      [task("a", { after: ["c"] }), task("b", { after: ["a"] }), task("c", { after: ["b"] })],
      ["cycle a: waits for itself: a → b → c → a"],
    ],
    ["a task waits for itself", [task("a", { after: ["a"] })], ["cycle a: waits for itself: a → a"]],
    [
      "no task covers a requirement",
      [task("a", { covers: ["R9"] })],
      ['unknown_requirement a: covers "R9"; the requirements are R1', "uncovered R1: no task covers this requirement"],
    ],
    [
      "nothing needs a task",
      [task("a"), task("b", { covers: [] })],
      ["aimless b: covers no requirement, and no task that does comes after it"],
    ],
    [
      "it names a file that is not there",
      [task("a", { files: [{ path: "gone.ts" }] })],
      ['missing_file a: "gone.ts" does not exist; mark it as new, or name a file that does'],
    ],
    [
      "a file is made too late",
      [task("a"), task("b", { files: [{ path: "a.ts" }] })],
      ['missing_file b: "a.ts" is made by a, which this task does not come after'],
    ],
    [
      "a new file is there already",
      [task("a", { files: [{ path: "there.ts", new: true }] })],
      ['not_new a: "there.ts" is marked as new, and the repository has it'],
    ],
    [
      "two tasks make one file",
      [task("a"), task("b", { after: ["a"], files: [{ path: "a.ts", new: true }] })],
      ['made_twice a: "a.ts" is made by a and by b; one makes it, the others come after that'],
    ],
  ])("%s", (_, tasks, expected) => {
    expect(faultsOf(...tasks)).toEqual(expected);
  });

  test.each(["/etc/passwd", "../x", "a/../b", "./a", "a//b", ".git/hooks/x", "a/.GIT/x", "src/**", "~/x", "a\\b"])(
    "it names the path %s",
    (path) => {
      expect(faultsOf(task("a", { files: [{ path, new: true }] }))).toEqual([
        `bad_path a: ${JSON.stringify(path)} is not the path of a file in the repository`,
      ]);
    },
  );
});

it("a plan that holds has no fault: a task without a requirement serves one that comes after it", () => {
  expect(
    faultsOf(
      task("base", { covers: [] }),
      task("a", { after: ["base"], files: [{ path: "base.ts" }, { path: "there.ts" }] }),
    ),
  ).toEqual([]);
});

describe("tasks that touch the same file", () => {
  const touching = (id: string, after: readonly string[], ...paths: readonly string[]): object =>
    task(id, { after, files: paths.map((path) => ({ path })) });

  it("are made to run one after the other, and those that do already stay as they are", () => {
    const { draft, overlaps } = orderOverlaps(
      draftOf(touching("a", [], "x"), touching("b", ["a"], "x"), touching("c", [], "x", "y"), touching("d", [], "z")),
    );
    expect(draft.tasks.map(({ id, after }) => [id, after])).toEqual([
      ["a", []],
      ["b", ["a"]],
      ["c", ["b"]],
      ["d", []],
    ]);
    expect(overlaps).toEqual([{ first: "b", second: "c", files: ["x"] }]);
  });

  it("never wait in a circle because of it", () => {
    const { draft } = orderOverlaps(
      draftOf(touching("a", ["b"], "x"), touching("b", [], "y"), touching("c", [], "x", "y")),
    );
    expect(draftFaults(draft, { ...ground, exists: () => true })).toEqual([]);
    expect(draft.tasks.map(({ after }) => after)).toEqual([["b"], [], ["a"]]);
  });
});

describe("a planner's answer", () => {
  it("is JSON of one shape; anything else is named where it stands", () => {
    const codes = (text: string): unknown => {
      const read = readDraft(text);
      return read.kind === "draft" ? "draft" : read.faults.map(({ code, where }) => [code, where]);
    };
    const good = { goal: "g", tasks: [task("a")] };
    expect(codes(JSON.stringify(good))).toBe("draft");
    expect(codes(`\`\`\`json\n${JSON.stringify(good, null, 2)}\n\`\`\`\n`)).toBe("draft");
    expect(codes("First, we add a parser.")).toEqual([["data", ""]]);
    expect(codes(JSON.stringify({ ...good, note: "x" }))).toEqual([["shape", ""]]);
    expect(codes(JSON.stringify({ goal: "g", tasks: [task("a", { criteria: [] })] }))).toEqual([
      ["shape", "tasks.0.criteria"],
    ]);
    expect(codes(JSON.stringify({ goal: "g", tasks: [task("A B")] }))).toEqual([["shape", "tasks.0.id"]]);
    expect(codes(JSON.stringify({ goal: "g", tasks: Array.from({ length: 61 }, (_, n) => task(`t${n}`)) }))).toEqual([
      ["shape", "tasks"],
    ]);
    expect(codes(" ".repeat(600_000))).toEqual([["size", ""]]);
  });

  it("is found in an answer: the last fenced object, else from bracket to bracket", () => {
    expect(draftInAnswer('Here:\n```json\n{"a": 1}\n```\nor\n```\n{"b": 2}\n```\nDone.')).toBe('{"b": 2}');
    expect(draftInAnswer('I think {"a": {"b": 1}} does it')).toBe('{"a": {"b": 1}}');
    expect(draftInAnswer("no plan")).toBeNull();
  });
});

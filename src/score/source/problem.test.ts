import { describe, expect, it } from "vitest";
import { readDocument } from "./document.ts";
import { inOrder, isError, pathText, problemLine, scoreError, severityOf } from "./problem.ts";
import type { Problem } from "./problem.ts";
import { type Report, reportOn } from "./report.ts";

const problem = (more: Partial<Problem>): Problem => ({
  code: "V011",
  at: { line: 2, column: 3 },
  path: ["a", 0, "b c"],
  message: "is wrong",
  ...more,
});

function reportFor(text: string, origin?: Parameters<typeof reportOn>[1]): Report {
  const read = readDocument(text);
  if (read.kind === "unreadable") throw new TypeError("unreadable");
  return reportOn(read.document, origin);
}

it("a problem is one line: where, which key, what, and its code", () => {
  expect(problemLine(problem({}), "s.yaml")).toBe('s.yaml:2:3 a[0]["b c"]: is wrong [V011]');
  expect(problemLine(problem({ path: [], file: "t.md" }), "s.yaml")).toBe("t.md:2:3 is wrong [V011]");
  expect(pathText(["x-y", "z", 3])).toBe("x-y.z[3]");
});

it("a problem is one line for any subject, and says nothing to a terminal", () => {
  const line = problemLine(problem({ message: "is \u001b[2J\n", path: ["x\u0007".repeat(200)] }), "s");
  expect(line).toMatch(/: is \\u001b\[2J\\u000a \[V011\]$/);
  expect(line).not.toMatch(/\p{Cc}/u);
  expect(line.length).toBeLessThan(900);
});

it("a problem is an error, a warning or a note by its code", () => {
  expect([
    severityOf(problem({})),
    severityOf(problem({ code: "V208" })),
    severityOf(problem({ code: "V407" })),
  ]).toEqual(["error", "warning", "info"]);
  expect([isError(problem({})), isError(problem({ code: "V208" }))]).toEqual([true, false]);
});

it("problems come in the order of the file, the score's own before those of other files", () => {
  const problems = [
    problem({ file: "b.md" }),
    problem({ at: { line: 9, column: 1 } }),
    problem({ at: { line: 2, column: 9 } }),
    problem({}),
  ];
  expect(inOrder(problems).map(({ at, file }) => [file, at.line, at.column])).toEqual([
    [undefined, 2, 3],
    [undefined, 2, 9],
    [undefined, 9, 1],
    ["b.md", 2, 3],
  ]);
});

describe("the error for a score", () => {
  it("holds errors only, each line once", () => {
    expect(scoreError("s.yaml", [problem({}), problem({ code: "V208" }), problem({})]).message).toBe(
      's.yaml is not a valid score:\n  s.yaml:2:3 a[0]["b c"]: is wrong [V011]',
    );
  });

  it("is about templates when nothing else is wrong", () => {
    expect(
      scoreError("s", [problem({ code: "V001" }), problem({ code: "V101" }), problem({ code: "V208" })]).code,
    ).toBe("score.template");
    expect(scoreError("s", [problem({ code: "V001" }), problem({})]).code).toBe("score.invalid");
  });
});

describe("a report", () => {
  it("keeps each problem once, however often it is found", () => {
    const report = reportFor("a: 1\n");
    report("V011", ["a"], "is wrong");
    report("V011", ["a"], "is wrong");
    report.add([{ code: "V011", at: { line: 1, column: 4 }, path: ["a"], message: "is wrong" }]);
    report("V011", ["a"], "is very wrong");
    expect(report.problems).toHaveLength(2);
  });

  it("keeps no more of a kind than anybody reads, and still has the errors that come after", () => {
    const report = reportFor("a: 1\n");
    for (let number = 0; number < 500; number++) report("V208", ["a"], `hm ${number}`);
    report("V011", ["a"], "x".repeat(5_000));
    expect(report.problems).toHaveLength(201);
    expect(report.hasErrors()).toBe(true);
    expect(report.problems.at(-1)?.message).toHaveLength(1_000);
  });

  it("tells a key from its value, and a place inside a file from one in the score", () => {
    const report = reportFor("a: one\n");
    report.key("V208", ["a"], "key");
    report.inside("V001", ["a"], { at: { line: 1, column: 3 }, file: null, message: "here" });
    report.inside("V001", ["a"], { at: { line: 1, column: 3 }, file: "t.md", message: "there" });
    expect(report.problems.map((found) => problemLine(found, "s"))).toEqual([
      "s:1:1 a: key [V208]",
      "s:1:6 a: here [V001]",
      "t.md:1:3 a: there [V001]",
    ]);
  });

  it("speaks of the keys as they were written, not of those that were made of them", () => {
    const report = reportFor("old: x\n", (path) => (path[0] === "new" ? ["old"] : path));
    report("V011", ["new"], "is wrong");
    expect(report.problems).toMatchObject([{ path: ["old"], at: { line: 1, column: 6 } }]);
  });

  it("has errors only when one of its problems is one", () => {
    const report = reportFor("a: 1\n");
    report("V208", ["a"], "hm");
    expect(report.hasErrors()).toBe(false);
    report("V011", ["a"], "no");
    expect(report.hasErrors()).toBe(true);
  });
});

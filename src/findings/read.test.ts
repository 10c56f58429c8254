import { describe, expect, it } from "vitest";
import type { FindingsFormat } from "../score/rules/findings.ts";
import type { Finding } from "./finding.ts";
import { readFindings } from "./read.ts";
import type { ToolOutput } from "./tool.ts";

const printed = (stdout: string, more: Partial<ToolOutput> = {}): ToolOutput => ({
  stdout,
  stderr: "",
  code: 0,
  report: null,
  ...more,
});
const base = { tool: "t", file: "", line: null, column: null, code: null, severity: null, fixable: false };
const lines: FindingsFormat = { kind: "lines" };
const patterned = (pattern: string): FindingsFormat => ({ kind: "pattern", pattern });
const only = (format: FindingsFormat, output: string): readonly Finding[] => {
  const reading = readFindings(format, printed(output), "t");
  if (reading.kind === "unreadable") throw new Error(reading.why);
  return reading.findings;
};

describe("lines", () => {
  it.each([
    ["a.ts:3: wrong", { file: "a.ts", line: 3, message: "wrong" }],
    [
      "src/a b.ts:3:14: wrong name [no-name]",
      { file: "src/a b.ts", line: 3, column: 14, code: "no-name", message: "wrong name" },
    ],
    [
      "  /abs/x.c:1:2: Warning: unused [-Wunused]\r",
      { file: "/abs/x.c", line: 1, column: 2, code: "-Wunused", message: "Warning: unused", severity: "warning" },
    ],
    ["x.py:9: error: bad [a b]", { file: "x.py", line: 9, message: "error: bad [a b]", severity: "error" }],
    ["x.py:9:[only]", { file: "x.py", line: 9, message: "[only]" }],
    ["x.py:9: []", { file: "x.py", line: 9, message: "[]" }],
    ["C:\\src\\a.cs:1: m", { file: "C:\\src\\a.cs", line: 1, message: "m" }],
    ["\u001b[31mx.py\u001b[0m:9: red", { file: "x.py", line: 9, message: "red" }],
  ])("%j is a finding", (line, finding) => {
    expect(only(lines, `${line}\n`)).toEqual([{ ...base, ...finding }]);
  });

  it("say nothing when they are something else", () => {
    expect(
      only(lines, "Found 3 errors.\n\n12:30: lunch\na.ts: no line\n:3: no file\na.ts:3:\nhttp://x:80\n^~~~\n"),
    ).toEqual([{ ...base, file: "12", line: 30, message: "lunch" }]);
    expect(only(lines, "")).toEqual([]);
  });
});

describe("a pattern", () => {
  it("finds by its named groups; groups that are not there are not known", () => {
    const format = patterned("^(?P<code>[A-Z]\\d+) (?P<file>[^(]+)\\((?P<line>\\d+)\\) (?P<message>.*)$");
    expect(only(format, "E1 a.vb(7) bad\nother\nW22 b.vb(8) worse\n")).toEqual([
      { ...base, file: "a.vb", line: 7, code: "E1", message: "bad" },
      { ...base, file: "b.vb", line: 8, code: "W22", message: "worse" },
    ]);
    expect(only(patterned("TODO(?P<line>x)?"), "a TODO here")).toEqual([{ ...base, message: "a TODO here" }]);
  });

  it("can't be used when it is invalid", () => {
    expect(readFindings(patterned("(?=x)"), printed("x"), "t")).toMatchObject({ kind: "unreadable" });
  });
});

describe("hostile output", () => {
  it.each([
    ["one endless line", "a".repeat(5_000_000)],
    ["spaces", " ".repeat(9_000).concat("\n").repeat(300)],
    ["colons", ":".repeat(9_000).concat("\n").repeat(300)],
    ["brackets", `a:1: ${"[ ".repeat(4_000)}x\n`.repeat(300)],
    ["half colours", "\u001b[1;1;1".repeat(1_200).concat("\n").repeat(300)],
    ["NULs", "\0".repeat(9_000).concat("\n").repeat(300)],
  ])("is read in no time: %s", (_name, output) => {
    expect(readFindings(lines, printed(output), "t").kind).toBe("read");
    expect(readFindings(patterned("^((.*)*\\s)+(?P<message>z)$"), printed(output.slice(0, 100_000)), "t").kind).toBe(
      "read",
    );
  });

  it("in one endless line may still be a finding, of which the beginning is kept", () => {
    const [finding] = only(lines, `a.ts:1: ${"x".repeat(1_000_000)}\n`);
    expect(finding?.file).toBe("a.ts");
    expect(finding?.message.length).toBeLessThan(10_000);
  });

  it("without end is not read at all", () => {
    expect(readFindings(lines, printed("a:1: b\n".repeat(8_000_000)), "t")).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("longer than") as string,
    });
  });
});

describe("a document", () => {
  const documents = {
    sarif: '{"runs":[{"results":[{"message":{"text":"m"}}]}]}',
    checkstyle: '<checkstyle><file name="a"><error message="m"/></file></checkstyle>',
    junit: '<testsuite><testcase name="n"><failure message="m"/></testcase></testsuite>',
    github: "::error::m",
  } as const;
  const kinds = ["sarif", "checkstyle", "junit", "github"] as const;

  it.each(kinds)("of %s is read, and is the tool's", (kind) => {
    expect(readFindings({ kind }, printed(documents[kind], { code: 1 }), "mine")).toMatchObject({
      kind: "read",
      findings: [{ tool: "mine" }],
    });
  });

  it.each(["sarif", "checkstyle", "junit"] as const)(
    "of %s is taken from the report where the tool wrote one",
    (kind) => {
      expect(readFindings({ kind }, printed("3 problems", { report: documents[kind] }), "t")).toMatchObject({
        kind: "read",
        findings: [{}],
      });
      expect(readFindings({ kind }, printed(documents[kind], { report: "" }), "t").kind).toBe("unreadable");
    },
  );

  it.each<[FindingsFormat["kind"] & ("checkstyle" | "junit" | "github" | "lines"), string]>([
    ["checkstyle", "<checkstyle/>"],
    ["junit", "<testsuite/>"],
    ["github", "done"],
    ["lines", "done"],
  ])("of %s without a finding is one only if the tool is content", (kind, output) => {
    expect(readFindings({ kind }, printed(output), "t")).toEqual({ kind: "read", findings: [] });
    expect(readFindings({ kind }, printed(output, { code: 2 }), "t")).toEqual({
      kind: "unreadable",
      why: "it exited with 2 without a finding",
    });
  });
});

it("lines and annotations are findings on either stream", () => {
  expect(readFindings(lines, printed("a:1: x\n", { stderr: "b:2: y\n", code: 1 }), "t")).toMatchObject({
    findings: [{ file: "a" }, { file: "b" }],
  });
  expect(readFindings({ kind: "github" }, printed("", { stderr: "::error file=b::y\n", code: 1 }), "t")).toMatchObject({
    findings: [{ file: "b" }],
  });
  expect(only(lines, "a:0:0: x\n")).toEqual([{ ...base, file: "a", message: "x" }]);
});

import { describe, expect, it } from "vitest";
import type { FindingsFormat } from "../score/rule.ts";
import type { Finding } from "./finding.ts";
import { readFindings } from "./read.ts";

const lines: FindingsFormat = { kind: "lines" };
const patterned = (pattern: string): FindingsFormat => ({ kind: "pattern", pattern });
const only = (format: FindingsFormat, output: string): readonly Finding[] => {
  const reading = readFindings(format, output);
  if (reading.kind === "unreadable") throw new Error(reading.why);
  return reading.findings;
};

describe("lines", () => {
  it.each([
    ["a.ts:3: wrong", { file: "a.ts", line: 3, code: null, message: "wrong", severity: null }],
    ["src/a b.ts:3:14: wrong name [no-name]", { file: "src/a b.ts", line: 3, code: "no-name", message: "wrong name", severity: null }],
    ["  /abs/x.c:1:2: Warning: unused [-Wunused]\r", { file: "/abs/x.c", line: 1, code: "-Wunused", message: "Warning: unused", severity: "warning" }],
    ["x.py:9: error: bad [a b]", { file: "x.py", line: 9, code: null, message: "error: bad [a b]", severity: "error" }],
    ["x.py:9:[only]", { file: "x.py", line: 9, code: null, message: "[only]", severity: null }],
    ["x.py:9: []", { file: "x.py", line: 9, code: null, message: "[]", severity: null }],
    ["C:\\src\\a.cs:1: m", { file: "C:\\src\\a.cs", line: 1, code: null, message: "m", severity: null }],
    ["\u001b[31mx.py\u001b[0m:9: red", { file: "x.py", line: 9, code: null, message: "red", severity: null }],
  ])("%j is a finding", (line, finding) => {
    expect(only(lines, `${line}\n`)).toEqual([finding]);
  });

  it("that are something else say nothing", () => {
    expect(only(lines, "Found 3 errors.\n\n12:30: lunch\na.ts: no line\n:3: no file\na.ts:3:\nhttp://x:80\n^~~~\n")).toEqual([
      { file: "12", line: 30, code: null, message: "lunch", severity: null },
    ]);
    expect(only(lines, "")).toEqual([]);
  });
});

describe("a pattern", () => {
  it("finds by its named groups; groups that are not there are not known", () => {
    const format = patterned("^(?P<code>[A-Z]\\d+) (?P<file>[^(]+)\\((?P<line>\\d+)\\) (?P<message>.*)$");
    expect(only(format, "E1 a.vb(7) bad\nother\nW22 b.vb(8) worse\n")).toEqual([
      { file: "a.vb", line: 7, code: "E1", message: "bad", severity: null },
      { file: "b.vb", line: 8, code: "W22", message: "worse", severity: null },
    ]);
    expect(only(patterned("TODO(?P<line>x)?"), "a TODO here")).toEqual([{ file: "", line: null, code: null, message: "a TODO here", severity: null }]);
  });

  it("that is none can't be read by", () => {
    expect(readFindings(patterned("(?=x)"), "x")).toMatchObject({ kind: "unreadable" });
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
    expect(readFindings(lines, output).kind).toBe("read");
    expect(readFindings(patterned("^((.*)*\\s)+(?P<message>z)$"), output.slice(0, 100_000)).kind).toBe("read");
  });

  it("in one endless line may still be a finding, of which the beginning is kept", () => {
    const [finding] = only(lines, `a.ts:1: ${"x".repeat(1_000_000)}\n`);
    expect(finding?.file).toBe("a.ts");
    expect(finding?.message.length).toBeLessThan(10_000);
  });

  it("without end is not read at all", () => {
    expect(readFindings(lines, "a:1: b\n".repeat(8_000_000))).toMatchObject({ kind: "unreadable", why: expect.stringContaining("longer than") as string });
  });
});

import { describe, expect, it } from "vitest";
import type { Finding, Reading } from "../finding.ts";
import { readCheckstyle } from "../read.ts";
import { readGithub } from "./github.ts";
import { readJunit } from "./junit.ts";

// All of these reports are written by hand, after what the formats' own documents say.

const base: Finding = {
  tool: "t",
  file: "",
  line: null,
  column: null,
  code: null,
  message: "",
  severity: null,
  fixable: false,
};

function only(reading: Reading): readonly Finding[] {
  if (reading.kind === "unreadable") throw new Error(reading.why);
  return reading.findings;
}

describe("Checkstyle's XML", () => {
  const report = (inside: string): string =>
    `<?xml version="1.0" encoding="utf-8"?>\n<checkstyle version="4.3">${inside}</checkstyle>\n`;

  it("gives file, line, column, rule, message and severity", () => {
    const errors =
      '<error line="3" column="14" severity="error" message="&apos;a&apos; &lt; b&#10;c" source="eslint.rules.no-undef"/><error line="0" column="0" severity="info" message="m" source=""/>';
    expect(
      only(readCheckstyle(report(`<file name="/x/a b.js">${errors}</file><file name="clean.js"></file>`), "t")),
    ).toEqual([
      {
        ...base,
        file: "/x/a b.js",
        line: 3,
        column: 14,
        code: "eslint.rules.no-undef",
        message: "'a' < b\nc",
        severity: "error",
      },
      { ...base, file: "/x/a b.js", message: "m", severity: "info" },
    ]);
    expect(only(readCheckstyle(report(""), "t"))).toEqual([]);
  });

  it("leaves out what the tool says is ignored, and what it does not know", () => {
    const file =
      '<file name="a"><error severity="ignore" message="1"/><note message="2"/><error message="3"/></file><other><error message="4"/></other>';
    expect(only(readCheckstyle(report(file), "t")).map(({ message }) => message)).toEqual(["3"]);
  });

  it.each([
    ["", "not XML"],
    ["<checkstyle>", "cut short"],
    [report('<file name="a"><error line="1"').slice(0, -14), "not XML"],
    ["<testsuites/>", "not Checkstyle's: it begins with <testsuites>"],
    [report('<file name="a"><exception>\nboom at X</exception></file>'), "the tool broke: boom at X"],
    [report("<exception>boom</exception>"), "the tool broke: boom"],
  ])("is unreadable when it is invalid, or reports a tool that broke: %.60j", (output, why) => {
    expect(readCheckstyle(output, "t")).toEqual({ kind: "unreadable", why: expect.stringContaining(why) as string });
  });
});

describe("JUnit's XML", () => {
  const failed = { ...base, severity: "error" };
  const one = (inside: string, suite = ""): Finding | undefined =>
    only(readJunit(`<testsuites><testsuite name="s"${suite}>${inside}</testsuite></testsuites>`, "t"))[0];

  it("gives each test that failed or broke, in suites of any depth", () => {
    const cases =
      '<testcase classname="C" name="good"/><testcase classname="C" name="skipped"><skipped/></testcase>' +
      '<testcase classname="C" name="bad" file="a.py" line="7"><failure type="AssertionError" message="1 != 2">trace</failure></testcase>';
    const inner =
      '<testsuite name="inner"><testcase name="C broke" classname="C"><error>\n  first line\nsecond</error></testcase></testsuite>';
    expect(
      only(
        readJunit(
          `<testsuite name="s" failures="1">${cases}${inner}<error message="no setup"/><system-out>x</system-out></testsuite>`,
          "t",
        ),
      ),
    ).toEqual([
      { ...failed, file: "a.py", line: 7, code: "AssertionError", message: "C > bad: 1 != 2" },
      { ...failed, message: "C broke: first line" },
      { ...failed, message: "s: no setup" },
    ]);
    expect(only(readJunit("<testsuites><testsuite/></testsuites>", "t"))).toEqual([]);
  });

  const trace =
    "Error: x\n    at f (node_modules/r/i.js:1:2)\n    at Object.x (file:///p/src/util.ts:9:3)\n    at /p/src/a.test.ts:12:5\n";
  it.each<[string, string, string, Partial<Finding>]>([
    [
      "the test's own",
      "",
      `<testcase file="a.ts" line="4" name="n"><failure>${trace}</failure></testcase>`,
      { file: "a.ts", line: 4 },
    ],
    [
      "the suite's file, and its line in the text",
      ' file="src/a.test.ts"',
      `<testcase name="n"><failure>${trace}</failure></testcase>`,
      { file: "src/a.test.ts", line: 12, column: 5 },
    ],
    [
      "a class that is a file",
      "",
      `<testcase classname="src/a.test.ts" name="n"><failure>${trace}</failure></testcase>`,
      { file: "src/a.test.ts", line: 12, column: 5 },
    ],
    [
      "a file that the text does not name",
      "",
      `<testcase file="b.ts" name="n"><failure>${trace}</failure></testcase>`,
      { file: "b.ts", line: null, column: null },
    ],
    [
      "the first of the project's in the text",
      "",
      `<testcase name="n"><failure>${trace}</failure></testcase>`,
      { file: "/p/src/util.ts", line: 9, column: 3 },
    ],
    [
      "one in the message",
      "",
      '<testcase name="n"><failure message="tests/test_a.py:14: AssertionError"/></testcase>',
      { file: "tests/test_a.py", line: 14, column: null },
    ],
    [
      "Python's",
      "",
      '<testcase name="n"><error>  File "a b.py", line 3, in f</error></testcase>',
      { file: "a b.py", line: 3 },
    ],
    ["Java's", "", '<testcase name="n"><error>at x.Y.f(Y.java:31)</error></testcase>', { file: "Y.java", line: 31 }],
    ["none", "", '<testcase name="n"><error>at 12:30 it broke</error></testcase>', { file: "", line: null }],
  ])("says where: %s", (...[, suite, inside, place]) => {
    expect(one(inside, suite)).toMatchObject(place);
  });

  it.each([
    ["", "not XML"],
    ["<testsuites/>", "no test suite in <testsuites>"],
    ["<html><testsuite/></html>", "no test suite in <html>"],
    ['<testsuites><testsuite><testcase name="a">', "cut short"],
    ['<testsuites failures="2"><testsuite/></testsuites>', "names none"],
    ['<testsuite errors="1"><testcase name="a"/></testsuite>', "names none"],
  ])("is unreadable when it is invalid, or is cut short: %j", (output, why) => {
    expect(readJunit(output, "t")).toEqual({ kind: "unreadable", why: expect.stringContaining(why) as string });
  });

  it.each([
    ["a path without end", `a/b.${"c.".repeat(1_000_000)}`],
    ["many halves", "(a.b:".repeat(400_000)],
    ["many lines", "a.b:1\n".repeat(400_000)],
  ])("with a hostile trace is read in no time: %s", (_what, text) => {
    expect(one(`<testcase name="n"><failure>${text}</failure></testcase>`)).toMatchObject({ severity: "error" });
  });
});

describe("GitHub's annotations", () => {
  it.each<[string, Partial<Finding>]>([
    [
      "::error file=a b.js,line=3,col=14,title=no-undef::m",
      { file: "a b.js", line: 3, column: 14, code: "no-undef", message: "m", severity: "error" },
    ],
    ["  ::WARNING file=x,endLine=9::m", { file: "x", message: "m", severity: "warning" }],
    ["::notice::a::b", { message: "a::b", severity: "info" }],
    [
      "::error title=Ruff (F401),file=/p/a.py,line=1::unused",
      { file: "/p/a.py", line: 1, code: "F401", message: "unused", severity: "error" },
    ],
    ["::error title=Unused import::m", { code: "Unused import", message: "m", severity: "error" }],
    [
      "::error file=a%2Cb%3A%25.js::50%25 of%0Athis%3A%250A",
      { file: "a,b:%.js", message: "50% of\nthis%3A%0A", severity: "error" },
    ],
    ["::error file=a=b,line=0,col=x::m", { file: "a=b", message: "m", severity: "error" }],
    ["::error __proto__=1,file=a::m", { file: "a", message: "m", severity: "error" }],
  ])("%s is a finding", (line, finding) => {
    expect(only(readGithub(`noise\n${line}\r\nnoise\n`, "t"))).toEqual([{ ...base, ...finding }]);
  });

  it("say nothing when they are something else, or are where commands are off", () => {
    const off = "::stop-commands::tOken\n::error::off\n::other::\n::tOken::\n::error::on\n";
    expect(
      only(readGithub(`::debug::x\n::group::error\nerror: x\n::error no end\n: :error::x\n${off}`, "t")).map(
        ({ message }) => message,
      ),
    ).toEqual(["on"]);
  });
});

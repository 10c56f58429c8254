import fc from "fast-check";
import { readFileSync } from "node:fs";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { javascriptTools, toolNamed } from "../../catalog.ts";
import type { Finding, Reading } from "../../finding.ts";
import type { Tool, ToolOutput } from "../../tool.ts";

const recorded = (name: string): string =>
  readFileSync(new URL(`../../../../test/fixtures/javascript/${name}.json`, import.meta.url), "utf8");
const named = (name: string): Tool => {
  const tool = toolNamed(name);
  if (tool === undefined) throw new Error(`there is no ${name}`);
  return tool;
};
const left = (output: Partial<ToolOutput>): ToolOutput => ({
  stdout: "",
  stderr: "",
  code: 0,
  report: null,
  ...output,
});
const read = (name: string, output: Partial<ToolOutput>): Reading => named(name).read(left(output));
const found = (name: string, output: Partial<ToolOutput>): readonly Finding[] => {
  const reading = read(name, output);
  if (reading.kind === "unreadable") throw new Error(reading.why);
  return reading.findings;
};

it("failed tests and files that can't be run are read as Jest 30.5.2 reports them", () => {
  const findings = found("jest", { code: 1, report: recorded("jest-30.5.2") });
  expect(findings.map(({ file, line, column, code, message }) => [file, line, column, code, message])).toEqual([
    [
      "/project/src/a b.test.js",
      3,
      19,
      "test-failed",
      "sum adds: Error: expect(received).toBe(expected) // Object.is equality",
    ],
    ["/project/src/a b.test.js", 10, 27, "test-failed", "sum throws: Error: first line"],
    ["/project/src/hook.test.js", 1, 22, "test-failed", "x: Error: hook"],
    [
      "/project/src/syntax.test.js",
      null,
      null,
      "suite-failed",
      "SyntaxError: /project/src/syntax.test.js: Unexpected reserved word 'let'. (1:0)",
    ],
    ["/project/src/none.test.js", null, null, "suite-failed", "Your test suite must contain at least one test."],
    ["/project/src/-load.test.js", 1, 1, "suite-failed", "Cannot find module './nothere.js' from 'src/-load.test.js'"],
  ]);
});

it("places are lines and columns also as Biome 1.9.4 reports them, and nothing is told twice", () => {
  const findings = found("biome", { code: 1, stdout: recorded("biome-1.9.4") });
  expect(findings.map(({ file, line, column, code, fixable }) => [file, line, column, code, fixable])).toEqual([
    ["./a b.js", 1, 23, "lint/suspicious/noDebugger", false],
    ["./a b.js", 2, 7, "lint/suspicious/noDoubleEquals", false],
    ["./a b.js", null, null, "format", true],
    ["./broken.js", 1, 1, "parse", false],
    ["./broken.js", 1, 7, "parse", false],
  ]);
});

// Written by hand.
describe("a run is not read as clean when", () => {
  const eslintReport =
    '[{"filePath":"/p/a.js","messages":[{"ruleId":"no-var","severity":2,"message":"m","line":1,"column":1}]}]';
  const jestReport = '{"success":true,"testResults":[]}';
  it.each([
    [
      "it was cut off",
      "eslint",
      { code: 1, report: eslintReport.slice(0, -9) },
      "it exited with 1 and left no whole report",
    ],
    ["it left nothing", "eslint", { code: 0 }, "it exited with 0 and left no whole report"],
    [
      "its code is that of a crash",
      "eslint",
      { code: 2, report: eslintReport, stderr: "Oops! Something went wrong! :(\n\nTypeError: x" },
      "it exited with 2: TypeError: x",
    ],
    [
      "its code says that there is something",
      "eslint",
      { code: 1, report: "[]" },
      "it exited with 1 without a finding",
    ],
    [
      "a signal ended it",
      "tsc",
      { code: 137, stdout: "a.ts(1,1): error TS1: m\n" },
      "it exited with 137: a.ts(1,1): error TS1: m",
    ],
    [
      "it crashed behind some findings",
      "tsc",
      { code: 1, stdout: "a.ts(1,1): error TS1: m\n", stderr: "Error: Debug Failure.\n    at f (tsc.js:1:1)\n" },
      "it exited with 1: Error: Debug Failure.",
    ],
    [
      "references can't be followed",
      "tsc",
      { code: 2, stdout: "b/tsconfig.json(1,9): error TS6310: Referenced project may not disable emit.\n" },
      "its configuration is wrong: b/tsconfig.json: TS6310: Referenced project may not disable emit.",
    ],
    [
      "it held some findings back",
      "biome",
      { stdout: '{"summary":{"diagnosticsNotPrinted":3},"diagnostics":[]}' },
      "it did not print 3 of its findings",
    ],
    [
      "its report is another's",
      "biome",
      { stdout: '{"runs":[]}' },
      'it exited with 0 and left no whole report: {"runs":[]}',
    ],
    [
      "it was cut off",
      "oxlint",
      { code: 1, stdout: '{ "diagnostics": [{"message": "m"' },
      'it exited with 1 and left no whole report: { "diagnostics": [{"message": "m"',
    ],
    [
      "it could not write its report",
      "stylelint",
      { code: 2, stderr: "EACCES: permission denied" },
      "it exited with 2 and left no whole report: EACCES: permission denied",
    ],
    [
      "a file made it stumble",
      "prettier",
      {
        code: 2,
        stdout: "a.js\n",
        stderr: "[error] b.js: TypeError: x is not a function\n[error]     at f (x.js:1:1)\n",
      },
      "it exited with 2: [error] b.js: TypeError: x is not a function [error]     at f (x.js:1:1)",
    ],
    [
      "something else was wrong behind a file that can't be parsed",
      "prettier",
      {
        code: 2,
        stderr: '[error] b.js: SyntaxError: m (1:2)\n[error] > 1 | x\n[error] Invalid configuration for file "c.js":\n',
      },
      'it exited with 2: [error] b.js: SyntaxError: m (1:2) [error] > 1 | x [error] Invalid configuration for file "c.js":',
    ],
    [
      "it was interrupted",
      "jest",
      { code: 0, report: '{"wasInterrupted":true,"testResults":[]}' },
      "it exited with 0 before all tests were run",
    ],
    [
      "something but its tests failed",
      "jest",
      { code: 1, report: jestReport, stderr: "Jest: a worker process has failed\n" },
      "it exited with 1 although no test failed: Jest: a worker process has failed",
    ],
    [
      "it says so itself",
      "vitest",
      { code: 0, report: '{"success":false,"testResults":[]}' },
      "it exited with 0 although no test failed",
    ],
  ])("%s: %s", (...[, name, output, why]) => {
    expect(read(name, output)).toEqual({ kind: "unreadable", why });
  });

  it("its message speaks to no terminal and has an end", () => {
    const reading = read("eslint", { code: 2, stderr: `\u001b]0;title\u0007${"x".repeat(9_999)}\n` });
    expect(reading).toMatchObject({ kind: "unreadable", why: expect.not.stringMatching(/[\u0000-\u001f]/) as string });
    expect(reading.kind === "unreadable" && reading.why.length).toBeLessThan(500);
  });
});

it("a message of several lines of a file that Prettier can't parse ends with its place", () => {
  const stderr =
    "[error] a.x: SyntaxError: one\n[error] two (3:4)\n[error] > 3 | x\n[error] b.x: SyntaxError: three (1:2)\n";
  expect(
    found("prettier", { code: 2, stderr }).map(({ file, line, column, message }) => [file, line, column, message]),
  ).toEqual([
    ["a.x", 3, 4, "one\ntwo"],
    ["b.x", 1, 2, "three"],
  ]);
});

const pieces = fc.constantFrom(
  ...'[ ] { } " , : null "messages" "diagnostics" "testResults" "warnings" "location" "span" "sourceCode" "advices"'.split(
    " ",
  ),
  ...[
    "\n",
    "[error] ",
    ": SyntaxError: ",
    "(1:2)",
    "a.ts(1,2): error TS1: ",
    "error TS2688: ",
    "  ",
    "\u001b[31m",
    "\ud800",
    "__proto__",
  ],
);
const anyText = fc.oneof(
  fc.string(),
  fc.array(pieces).map((list) => list.join("")),
  fc.json(),
);
const keys = [
  "messages",
  "diagnostics",
  "testResults",
  "assertionResults",
  "failureMessages",
  "warnings",
  "location",
  "span",
  "start",
  "labels",
  "advices",
  "path",
];
const anyReport = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, fc.string(), fc.integer(), fc.constant(null), tie("list"), tie("fields")),
  list: fc.array(tie("value"), { maxLength: 3 }),
  fields: fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 4 }),
})).value;

describe.each(javascriptTools.map((tool) => [tool.name, tool] as const))("%s", (_name, tool) => {
  it("reads any input, or says why not", () => {
    const output = fc.record({
      stdout: fc.oneof(
        anyText,
        anyReport.map((value) => JSON.stringify(value)),
      ),
      stderr: anyText,
      code: fc.constantFrom(0, 1, 2, -1, 137),
      report: fc.oneof(
        fc.constant(null),
        anyText,
        anyReport.map((value) => JSON.stringify([value])),
      ),
    });
    fc.assert(
      fc.property(output, (given) => {
        const reading = tool.read(given);
        if (reading.kind === "unreadable") expect(reading.why).not.toBe("");
        else
          for (const finding of reading.findings)
            expect([finding.tool, typeof finding.file, typeof finding.message]).toEqual([
              tool.name,
              "string",
              "string",
            ]);
      }),
    );
  });

  it.each([
    ["one endless line", "a".repeat(2_000_000)],
    ["brackets", "[".repeat(100_000)],
    ["places", "(1,1".repeat(300_000)],
    ["errors", "[error] : SyntaxError: (1:\n".repeat(30_000)],
  ])("reads %s in no time", (_what, text) => {
    expect(["read", "unreadable"]).toContain(tool.read({ stdout: text, stderr: text, code: 1, report: text }).kind);
  });

  it("knows no address for what is no rule", () => {
    for (const code of ["", "../x", "a b", "<script>", "x/../../y", "é", "a".repeat(500)])
      expect(tool.ruleUrl?.(code) ?? null).toBeNull();
  });
});

it.each([
  ["eslint", "no-var", "https://eslint.org/docs/latest/rules/no-var"],
  ["eslint", "@typescript-eslint/no-explicit-any", "https://typescript-eslint.io/rules/no-explicit-any"],
  ["eslint", "unheard/of", null],
  ["eslint", "parse-error", null],
  ["biome", "lint/suspicious/noDoubleEquals", "https://biomejs.dev/linter/rules/no-double-equals/"],
  ["biome", "assist/source/organizeImports", "https://biomejs.dev/assist/actions/organize-imports/"],
  ["biome", "format", null],
  ["oxlint", "eslint(no-debugger)", "https://oxc.rs/docs/guide/usage/linter/rules/eslint/no-debugger.html"],
  [
    "oxlint",
    "typescript-eslint(no-explicit-any)",
    "https://oxc.rs/docs/guide/usage/linter/rules/typescript/no-explicit-any.html",
  ],
  ["stylelint", "color-hex-length", "https://stylelint.io/user-guide/rules/color-hex-length/"],
  ["stylelint", "parse-error", null],
])("%s explains %s at %s", (name, code, url) => {
  expect(named(name).ruleUrl?.(code)).toBe(url);
});

it.each([
  [
    "eslint",
    ["// eslint-disable-next-line no-var", "/* eslint no-var: 0 */", "<!-- eslint-disable -->", "/* global x */"],
    ["eslint.lint(x)", "const disabled = 1"],
  ],
  ["tsc", ["// @ts-ignore", "/* @ts-expect-error: x */", "// @TS-NOCHECK"], ["import ts from 'ts'"]],
  ["biome", ["// biome-ignore lint/x: y", "// biome-ignore-all lint"], ["biome.ignored"]],
  ["oxlint", ["// oxlint-disable-line", "/* eslint-disable */"], ["oxlint"]],
  ["stylelint", ["/* stylelint-disable */"], ["a { color: red }"]],
  ["prettier", ["// prettier-ignore", "<!-- prettier-ignore-start -->"], ["prettier.format"]],
  [
    "vitest",
    ["it.skip('x')", "describe.concurrent.only('x')", "test.todo('x')", "test.skipIf(a)('x')"],
    ["list.skip(1)", "it('skip')", "await.it()"],
  ],
  [
    "jest",
    ["xit('x')", "test.only.each([])('x')", "fdescribe('x')", "it.failing('x')"],
    ["exit('x')", "profit()", "it.each([])('only')"],
  ],
])("%s is silenced by %j, not by %j", (name, silent, others) => {
  const patterns = named(name).silencers.map((pattern) => RE2JS.compile(pattern));
  const isSilent = (line: string): boolean => patterns.some((pattern) => pattern.matcher(line).find());
  expect(silent.filter((line) => !isSilent(line))).toEqual([]);
  expect(others.filter(isSilent)).toEqual([]);
});

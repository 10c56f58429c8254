import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding, Reading } from "../finding.ts";
import type { ToolOutput } from "../tool.ts";
import { otherTools, pythonTools } from "../catalog.ts";

// Written by hand: an earlier reader misread each of these.
const tools = [...pythonTools, ...otherTools];
const output = (stdout: string, code: number, more: Partial<ToolOutput> = {}): ToolOutput => ({
  stdout,
  stderr: "",
  code,
  report: null,
  ...more,
});

function read(tool: string, given: ToolOutput): Reading {
  return tools.find(({ name }) => name === tool)?.read(given) ?? { kind: "unreadable", why: "no such tool" };
}

function findings(tool: string, given: ToolOutput): readonly Finding[] {
  const reading = read(tool, given);
  if (reading.kind === "unreadable") throw new Error(reading.why);
  return reading.findings;
}

describe("mypy", () => {
  it.each([
    [
      'a.py:3: error: "list[int]" has no attribute "x"',
      { file: "a.py", line: 3, column: null, code: null, message: '"list[int]" has no attribute "x"' },
    ],
    ["C:\\x\\a.py:3: error: Bad  [misc]", { file: "C:\\x\\a.py", line: 3, column: null, code: "misc", message: "Bad" }],
    ["a.py:3: error: Foo error: bar  [misc]", { file: "a.py", line: 3, code: "misc", message: "Foo error: bar" }],
    [
      "a.py:3:5: error: Incompatible types  [assignment]",
      { file: "a.py", line: 3, column: 5, code: "assignment", message: "Incompatible types" },
    ],
    ["a.py:3:5: error: Incompatible types [assignment]", { code: "assignment", message: "Incompatible types" }],
    ["a.py:3:5:3:9: error: Ends too  [misc]", { file: "a.py", line: 3, column: 5, code: "misc" }],
    ["a.py:3: error: Use list[int]", { code: null, message: "Use list[int]" }],
    ["a.py:3: error: One of [A, B]", { code: null, message: "One of [A, B]" }],
    ["we:ird 1:2: error.py:3: error: Bad  [misc]", { file: "we:ird 1:2: error.py", line: 3, message: "Bad" }],
    ["a:b.py:3: error: Bad  [misc]", { file: "a:b.py", line: 3 }],
    [
      '{"file": "a.py", "line": 26, "column": 17, "message": "Bad", "hint": null, "code": "misc", "severity": "error"}',
      { line: 26, column: 18, code: "misc" },
    ],
  ])("%s", (line, finding) => {
    const [first, ...others] = findings("mypy", output(`${line}\n`, 1));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ tool: "mypy", severity: "error", fixable: false, ...finding });
  });

  it("notes that go with an error are no findings; what was asked for is one", () => {
    const lines = [
      "a.py:1:1: error: No overload  [call-overload]",
      "a.py:1:1: note: Possible overload variants:",
      'b.py:9: note: "f" defined here',
      "a.py:2:1: note: By default the bodies of untyped functions are not checked  [annotation-unchecked]",
      'a.py:3:1: note: Revealed type is "int"',
    ];
    expect(
      findings("mypy", output(lines.join("\n"), 1)).map(({ line, code, severity }) => [line, code, severity]),
    ).toEqual([
      [1, "call-overload", "error"],
      [2, "annotation-unchecked", "info"],
      [3, null, "info"],
    ]);
  });

  it.each([
    [
      "it fell over",
      output("a.py:3: error: INTERNAL ERROR -- Please try using mypy master\n", 2, { stderr: "Traceback" }),
    ],
    ["a file is not there", output("", 2, { stderr: "nope.py: error: Cannot read file: No such file or directory\n" })],
    ["nothing has a line", output('b/m.py: error: Duplicate module named "m"\n', 2)],
    ["1 without a finding", output("", 1)],
  ])("is broken when %s", (_when, given) => {
    expect(read("mypy", given).kind).toBe("unreadable");
  });

  it("a syntax error is a finding, although it exits with 2", () => {
    expect(findings("mypy", output("bad.py:1:8: error: invalid syntax  [syntax]\n", 2))).toMatchObject([
      { file: "bad.py", line: 1, code: "syntax" },
    ]);
  });
});

describe("ruff", () => {
  const item = (code: string | null, fix: object | null = null): object => ({
    code,
    fix,
    filename: "/p/a.py",
    message: "m",
    location: { row: 3, column: 7 },
  });
  const one = (code: string | null, fix: object | null = null): Finding | undefined =>
    findings("ruff", output(JSON.stringify([item(code, fix)]), 1))[0];

  it.each([
    ["ERA001", "warning"],
    ["FBT001", "warning"],
    ["EM101", "warning"],
    ["E501", "warning"],
    ["EXE001", "warning"],
    ["FURB105", "warning"],
    ["W605", "warning"],
    ["E902", "error"],
    ["E999", "error"],
    ["F401", "error"],
    ["invalid-syntax", "error"],
    [null, "error"],
  ])("%s is a %s", (code, severity) => {
    expect(one(code)).toEqual({
      tool: "ruff",
      file: "/p/a.py",
      line: 3,
      column: 7,
      code,
      message: "m",
      severity,
      fixable: false,
    });
  });

  it.each([
    [{ applicability: "safe" }, true],
    [{ message: "of a version without applicability" }, true],
    [{ applicability: "unsafe" }, false],
    [{ applicability: "display" }, false],
  ])("fixes by itself %j: %s", (fix, isFixable) => {
    expect(one("F401", fix)?.fixable).toBe(isFixable);
  });

  it.each([
    ["[]", 2],
    ["", 1],
    ["{}", 0],
    ["[]", 1],
  ])("%j with %d is broken", (stdout, code) => {
    expect(read("ruff", output(stdout, code)).kind).toBe("unreadable");
  });
});

describe("flake8", () => {
  it.each([
    ["x.py:1:1: SIM102 msg", { file: "x.py", line: 1, column: 1, code: "SIM102", message: "msg", severity: "warning" }],
    ["./x.py:0:1: E902 FileNotFoundError: [Errno 2]", { line: null, column: 1, code: "E902", severity: "error" }],
    [
      "C:\\x.py:2:3: ABC123 a:1:1: F401 b",
      { file: "C:\\x.py", line: 2, column: 3, code: "ABC123", message: "a:1:1: F401 b" },
    ],
    ["x.py:1:1: F401 'os'", { code: "F401", severity: "error" }],
    ["x.py:1:1: FS001 f-string", { code: "FS001", severity: "warning" }],
  ])("%s", (line, finding) => {
    expect(findings("flake8", output(`${line}\n    shown source\n    ^\n1\n`, 1))).toMatchObject([finding]);
  });

  it("is broken when it lost a plugin on the way, even with earlier findings", () => {
    const stderr = "There was a critical error during execution of Flake8:\nplugin code for `X`\n";
    expect(read("flake8", output("x.py:1:1: F401 msg\n", 1, { stderr })).kind).toBe("unreadable");
  });
});

describe("pytest", () => {
  const report = (cases: string): string => `<testsuites><testsuite name="pytest">${cases}</testsuite></testsuites>`;
  const failed =
    '<testcase classname="t.test_a.TestX" name="test_m[2]" file="t/test_a.py" line="5"><failure message="assert &lt;X at 0x7fa43943bd10&gt;&#10;more"/></testcase>';

  it("a failed test is a finding that is the same in the next run", () => {
    expect(findings("pytest", output("", 1, { report: report(failed) }))).toEqual([
      {
        tool: "pytest",
        file: "t/test_a.py",
        line: 6,
        column: null,
        code: "test-failed",
        message: "t/test_a.py::TestX::test_m[2]: assert <X at 0x…>",
        severity: "error",
        fixable: false,
      },
    ]);
  });

  it("no tests is no finding, and not broken", () => {
    expect(read("pytest", output("", 5))).toEqual({ kind: "read", findings: [] });
    expect(read("pytest", output("", 5, { report: report("") }))).toEqual({ kind: "read", findings: [] });
  });

  it.each([
    ["a bad flag (4)", output("", 4)],
    ["a bad flag with an empty report", output("", 4, { report: report("") })],
    ["an interrupt (2)", output("", 2, { report: report("") })],
    [
      "an error of its own (3)",
      output("", 3, {
        report: report('<testcase classname="pytest" name="internal"><error message="internal error"/></testcase>'),
      }),
    ],
    ["1 without a failed test", output("", 1, { report: report('<testcase classname="a" name="b"/>') })],
    ["success without a report", output("", 0)],
    ["a report that is cut off", output("", 1, { report: report(failed).slice(0, -30) })],
  ])("is broken after %s", (_what, given) => {
    expect(read("pytest", given).kind).toBe("unreadable");
  });

  it("skipped tests and those that may fail are no findings", () => {
    const cases = '<testcase classname="a" name="b"><skipped type="pytest.skip" message="m"/></testcase>';
    expect(findings("pytest", output("", 0, { report: report(cases) }))).toEqual([]);
  });
});

describe("the others", () => {
  const warning = { level: "warning", message: "m", spans: [{ file_name: "a.rs", is_primary: true, line_start: 1 }] };
  const warned = JSON.stringify({ reason: "compiler-message", message: warning });

  it.each([
    [
      "pylint",
      output(
        JSON.stringify({
          messages: [
            {
              path: "a.py",
              line: 1,
              column: 0,
              symbol: "unused-import",
              messageId: "W0611",
              type: "warning",
              message: "m",
            },
          ],
        }),
        4,
      ),
    ],
    [
      "bandit",
      output(
        'Working... 100%\n{"errors": [], "results": [{"filename": "a.py", "line_number": 1, "col_offset": 0, "test_id": "B101", "issue_text": "m", "issue_severity": "MEDIUM"}]}',
        1,
      ),
    ],
    ["golangci-lint", output("main.go:1:1: m (errcheck)\n\tos.Remove(x)\n\t^\n1 issues:\n* errcheck: 1\n", 1)],
    ["go-vet", output('# x\n{\n"x": {"printf": [{"posn": "/p/a:b.go:1:1", "message": "m"}]}\n}\n', 0)],
  ])("%s of other versions is understood", (tool, given) => {
    expect(findings(tool, given)).toMatchObject([{ tool, line: 1, column: 1, message: "m" }]);
  });

  it.each([
    ["pylint", output(JSON.stringify([{ type: "fatal", message: "astroid-error", path: "a.py" }]), 1)],
    ["pylint", output("[]", 32)],
    ["pyright", output('{"generalDiagnostics": []}', 3)],
    ["shellcheck", output('{"comments": []}', 2)],
    ["golangci-lint", output('{"Issues": null, "Report": {"Error": "context loading failed"}}', 1)],
    ["golangci-lint", output("", 5)],
    ["go-vet", output("", 0, { stderr: '{\n"x": {"printf": {"error": "panic"}}\n}\n' })],
    ["go-vet", output("", 0, { stderr: '{\n"x": {' })],
    ["clippy", output(`${warned}\n`, 0)],
    ["clippy", output('{"reason":"build-finished","success":false}\n', 101)],
    ["clippy", output(`${warned}\n{"reason":"build-finished","success":false}\n`, 101)],
    ["clippy", output("", 101, { stderr: "error: no such command: `clippy`" })],
  ])("%s that broke has not found nothing (%#)", (tool, given) => {
    expect(read(tool, given).kind).toBe("unreadable");
  });

  it("clippy says a thing once, also when a file is built twice", () => {
    expect(
      findings("clippy", output(`${warned}\n${warned}\n{"reason":"build-finished","success":true}\n`, 0)),
    ).toHaveLength(1);
  });
});

describe("any output", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    '"',
    ":",
    ",",
    "1",
    "-1",
    "null",
    "a.py",
    ": error: ",
    ":1:2: ",
    "\n",
    "\r\n",
    "<a ",
    ">",
    "</a>",
    "\0",
    "\u001b[31m",
    "[x]",
    "\uD800",
    "E1 m",
  );
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: pieces, maxLength: 60 }),
    fc.json(),
    fc
      .json()
      .map(
        (json) =>
          `{"Issues":${json},"results":${json},"messages":${json},"comments":${json},"generalDiagnostics":${json},"errors":${json}}`,
      ),
    fc.json().map((json) => `[${json},{"code":${json},"fix":${json},"location":${json}}]`),
  );
  const outputs = fc.record({ stdout: text, stderr: text, code: fc.nat({ max: 130 }), report: fc.option(text) });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "is read by %s without falling over, and says only what a finding may say",
    (name, tool) => {
      fc.assert(
        fc.property(outputs, (given) => {
          const reading = tool.read(given);
          if (reading.kind === "unreadable") expect(reading.why).not.toBe("");
          for (const { tool: by, line, column, code } of reading.kind === "read" ? reading.findings : []) {
            expect(by).toBe(name);
            for (const number of [line, column])
              expect(number === null || (Number.isSafeInteger(number) && number >= 1)).toBe(true);
            expect(code).not.toBe("");
          }
        }),
      );
    },
  );

  it.each([
    ["one endless line", "a".repeat(5_000_000)],
    ["colons", ":1".repeat(4_500).concat("\n").repeat(200)],
    ["almost a severity", ": error".repeat(1_200).concat("\n").repeat(200)],
    ["braces", "{\n".repeat(100_000)],
    ["brackets", "[".repeat(1_000_000)],
    ["spaces", " ".repeat(9_000).concat("\n").repeat(200)],
  ])("is read in no time: %s", (_what, stdout) => {
    for (const tool of tools)
      expect(["read", "unreadable"]).toContain(tool.read(output(stdout, 1, { report: stdout })).kind);
  });
});

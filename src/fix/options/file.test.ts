import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { withFixOptions } from "./page.ts";
import { type FixSettings, noFixSettings, readFixSettings } from "./file.ts";

const read = (text: string): FixSettings => readFixSettings(text, ".tutti/fix.yaml");

describe("the file of a project", () => {
  it("says which findings are fixed, by which agent and how", () => {
    const settings = read(`
include: ["src/**"]
exclude: "*.gen.ts"
codes: [no-unused-vars, "ruff:E*"]
ignore: E501
severity: warning
agent: { use: claude, model: opus }
fallbacks: [codex]
parallel: 32
files_per_context: 3
max_files: 50
max_findings: 500
max_per_sheet: 20
autofix: false
partial: false
tests: { mode: quick, run: npm test, quick: [npm, run, affected], timeout: 5m }
attempts: 5
continue_on_error: false
commit: { type: style, body: "{{ findings.fixed }}" }
allow_silencers: true
timeout: 10m
cost: { per_sheet: 1 }
target: main
`);
    expect(settings).toEqual({
      tools: { only: null, also: [], not: [], own: [] },
      include: ["src/**"],
      exclude: ["*.gen.ts"],
      codes: ["no-unused-vars", "ruff:E*"],
      ignore: ["E501"],
      severity: "warning",
      agent: { use: "claude", model: "opus", args: [], env: {} },
      fallbacks: ["codex"],
      parallel: 32,
      group: undefined,
      filesPerContext: 3,
      maxFiles: 50,
      maxFindings: 500,
      maxPerSheet: 20,
      autofix: false,
      partial: false,
      tests: "quick",
      testCommand: { run: "npm test", quick: ["npm", "run", "affected"], timeoutMs: 300_000 },
      attempts: 5,
      continueOnError: false,
      commit: { type: "style", body: "{{ findings.fixed }}" },
      allowSilencers: true,
      timeoutMs: 600_000,
      cost: { per_sheet: 1 },
      target: "main",
    });
  });

  it.each(["", "# nothing yet\n", "{}", "~"])("may say nothing: %j", (text) => {
    expect(read(text)).toEqual(noFixSettings);
  });

  it.each([
    ["tools: [eslint, tsc, eslint]", { only: ["eslint", "tsc"] }],
    ["tools: { jest: false, mypy: true }", { only: null, also: ["mypy"], not: ["jest"] }],
    ["tests: final", {}],
  ])("chooses tools: %s", (text, tools) => {
    expect(read(text).tools).toMatchObject(tools);
  });

  it("describes tools of its own", () => {
    const { own } = read(`
tools:
  spell:
    command: [cspell, --no-progress]
    pattern: '^(?P<file>[^:]+):(?P<line>\\d+) (?P<message>.*)$'
    files: "*.md"
    fix: [cspell, --fix]
    reach: file
    timeout: 90s
  scan: { command: scan, format: sarif }
  plain: { command: plain }
`).tools;
    expect(own).toEqual([
      {
        name: "spell",
        command: ["cspell", "--no-progress"],
        format: { kind: "pattern", pattern: "^(?P<file>[^:]+):(?P<line>\\d+) (?P<message>.*)$" },
        files: ["*.md"],
        fix: ["cspell", "--fix"],
        reach: "file",
        timeoutMs: 90_000,
      },
      {
        name: "scan",
        command: ["scan"],
        format: { kind: "sarif" },
        files: null,
        fix: null,
        reach: null,
        timeoutMs: null,
      },
      {
        name: "plain",
        command: ["plain"],
        format: { kind: "lines" },
        files: null,
        fix: null,
        reach: null,
        timeoutMs: null,
      },
    ]);
  });

  it.each([
    ["an unknown key", "agnet: claude", '1:1 agnet: unknown key; did you mean "agent"?'],
    [
      "an unknown key of a tool",
      "tools:\n  x:\n    command: x\n    reech: file",
      '4:5 tools.x.reech: unknown key; did you mean "reach"?',
    ],
    ["a number out of its range", "a: 1\nparallel: 33", "2:11 parallel: must be at most 32"],
    ["a number out of another range", "max_findings: 1000001", "1:15 max_findings: must be at most 1000000"],
    ["no number", "parallel: many", '1:11 parallel: expected a number, found "many"'],
    ["a word that is none", "group: rule", '1:8 group: expected one of file, code, directory, found "rule"'],
    [
      "both forms of output",
      "tools: { x: { command: x, format: sarif, pattern: '(?P<file>a)' } }",
      "1:51 tools.x.pattern: give either format or pattern",
    ],
    ["a pattern that is none", "tools: { x: { command: x, pattern: '(' } }", "is not a regular expression"],
    [
      "a pattern that names no file",
      "tools:\n  x:\n    command: x\n    pattern: '^(?P<line>\\d+) (?P<message>.*)$'",
      "4:14 tools.x.pattern: has no group named file, so its findings belong to no file: put the path into one, as (?P<file>[^:]+)",
    ],
    ["a tool without a command", "tools: { x: { format: sarif } }", "tools.x.command: is missing"],
    ["a name that no tool has", 'tools: ["../x"]', "tools[0]: a tool's name is made of"],
    ["no tool at all", "tools: []", "tools: must not be empty"],
    [
      "several files in a group by code",
      "group: code\nfiles_per_context: 2",
      "2:20 files_per_context: requires group: file",
    ],
    ["a quick form of nothing", "tests: { quick: x }", "tests.quick: is the short form of run"],
    ["templates in the tests", "tests: { run: 'echo {{ x }}' }", "tests.run: can't hold a template"],
    ["Tutti's own trailers", "commit: { trailers: { Tutti-Job: x } }", "trailers that begin with Tutti-"],
    [
      "a template that means nothing",
      'parallel: 2\ncommit:\n  summary: "{{ finding.fixed }} less"',
      "3:12 commit.summary: there is no variable",
    ],
    ["a template that is none", 'commit: { trailers: { Ticket: "{% if" } }', "1:31 commit.trailers.Ticket: "],
    ["a type that no commit has", "commit: { type: 'a b' }", "1:17 commit.type: "],
    ["no map", "- a", "expected a map of keys, found a list"],
    ["no YAML", "a: [", ".tutti/fix.yaml:"],
    ["a key twice", "group: file\ngroup: code", "2:1"],
    ["too much", `# ${"x".repeat(100 * 1024)}`, "larger than 100 KB"],
    ["a word of another program", "model: opus", "1:1 model: here it is agent: { use: …, model: … }"],
    ["control characters", 'severity: "\\u001b[31m"', "\\u001b"],
  ])("with %s is refused, with the place", (_, text, why) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: "fix.settings_invalid",
        audience: "user",
        message: expect.stringContaining(why) as string,
      }) as Error,
    );
  });

  it("is told all that is wrong with it at once, in order", () => {
    expect(() => read("parallel: 0\nseverity: bad\nnope: 1")).toThrow(
      /fix\.yaml:1:11 .*\n.*fix\.yaml:2:11 .*\n.*fix\.yaml:3:1 /,
    );
  });
});

test("docs/fix.md has the options as they are", () => {
  const page = readFileSync(new URL("../../../docs/fix.md", import.meta.url), "utf8");
  expect(withFixOptions(page)).toBe(page);
  expect(withFixOptions("no place for them")).toBeNull();
});

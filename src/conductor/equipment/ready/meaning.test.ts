import { describe, expect, it } from "vitest";
import type { HowEnded } from "../../../process/process.ts";
import { programsIn } from "./commands.ts";
import { meaningOf } from "./meaning.ts";

interface Case {
  readonly command: string;
  readonly code?: number;
  readonly how?: HowEnded;
  readonly output?: string;
  readonly named?: readonly string[];
  readonly declared?: readonly string[];
}

function codeOf({
  command,
  code = 1,
  how = { kind: "exited", code },
  output = "",
  named = [],
  declared = [],
}: Case): string {
  const meaning = meaningOf(
    { shown: command, programs: programsIn(["sh", "-c", command]), how, output },
    { isNamed: (word) => named.includes(word), isDeclared: (name) => declared.includes(name) },
  );
  return meaning.kind === "broken" ? meaning.code : meaning.kind;
}

const lint = "> eslint .\nsh: 1: eslint: not found";
const lodash = "Error: Cannot find module 'lodash'\nRequire stack:\n- ./t.js";

describe("no sheet can change", () => {
  it.each<Case & { readonly what: string; readonly is: string }>([
    {
      what: "a program that is missing, by dash",
      command: "jq . a",
      code: 127,
      output: "sh: 1: jq: not found",
      is: "program_missing",
    },
    {
      what: "by bash",
      command: "jq . a",
      code: 127,
      output: "bash: line 1: jq: command not found",
      is: "program_missing",
    },
    {
      what: "though a task names it",
      command: "jq . a",
      code: 127,
      output: "sh: 1: jq: not found",
      named: ["jq"],
      is: "program_missing",
    },
    {
      what: "without a shell",
      command: "jq",
      how: { kind: "not-started", reason: "no such program" },
      is: "program_missing",
    },
    {
      what: "by env",
      command: "./run",
      code: 127,
      output: "/usr/bin/env: ‘python9’: No such file or directory",
      is: "program_missing",
    },
    { what: "by node", command: "node build.js", output: "Error: spawn protoc ENOENT", is: "program_missing" },
    {
      what: "by make",
      command: "make lint",
      code: 2,
      output: "sh: 1: shfmt: not found\nmake: *** [Makefile:2: lint] Error 127",
      is: "program_missing",
    },
    {
      what: "one that a package brings",
      command: "npm run lint",
      code: 127,
      output: lint,
      declared: ["eslint"],
      is: "package_missing",
    },
    {
      what: "packages that are not installed, in Node",
      command: "npm test",
      output: lodash,
      declared: ["lodash"],
      is: "package_missing",
    },
    {
      what: "of a scope",
      command: "npm test",
      output: "Cannot find package '@a/b' imported from ./t.js",
      declared: ["@a/b"],
      is: "package_missing",
    },
    {
      what: "in Python",
      command: "pytest",
      output: "ModuleNotFoundError: No module named 'requests.auth'",
      declared: ["requests"],
      is: "package_missing",
    },
    {
      what: "a runner that is one",
      command: "python3 -m pytest",
      output: "/usr/bin/python3: No module named pytest",
      is: "package_missing",
    },
    {
      what: "a shell's syntax, in dash",
      command: "if true",
      code: 2,
      output: 'sh: 1: Syntax error: end of file unexpected (expecting "then")',
      is: "bad_command",
    },
    {
      what: "in bash",
      command: "if true",
      code: 2,
      output: "bash: -c: line 2: syntax error: unexpected end of file",
      is: "bad_command",
    },
    {
      what: "a folder that is not there, in dash",
      command: "cd nope && make",
      code: 2,
      output: "sh: 1: cd: can't cd to nope",
      is: "path_missing",
    },
    {
      what: "in bash",
      command: "cd nope && make",
      output: "bash: line 1: cd: nope: No such file or directory",
      is: "path_missing",
    },
    {
      what: "a script that is not there",
      command: "node ci/gone.js",
      output: "Error: Cannot find module './ci/gone.js'",
      is: "path_missing",
    },
    {
      what: "one in Python",
      command: "python3 ci/gone.py",
      code: 2,
      output: "python3: can't open file './ci/gone.py': [Errno 2]",
      is: "path_missing",
    },
    {
      what: "a name that npm does not know",
      command: "npm run tset",
      output: 'npm error Missing script: "tset"',
      is: "path_missing",
    },
    {
      what: "a program without the right to run",
      command: "./ci.sh",
      code: 126,
      output: "sh: 1: ./ci.sh: Permission denied",
      is: "not_allowed",
    },
    {
      what: "an engine of another version",
      command: "npm ci",
      output: "npm error code EBADENGINE\nnpm error engine Unsupported engine",
      is: "wrong_version",
    },
    {
      what: "a script that asks for one",
      command: "npm test",
      output: "error: this project requires Node >= 24",
      is: "wrong_version",
    },
    { what: "a command that hangs without a word", command: "cat", how: { kind: "timed-out" }, is: "hangs" },
  ])("$what", ({ is, ...asked }) => {
    expect(codeOf(asked)).toBe(`ready.${is}`);
  });
});

describe("a sheet can change", () => {
  it.each<Case & { readonly what: string }>([
    { what: "a file that it is to write", command: "test -f a.txt" },
    {
      what: "text that it is to write",
      command: "grep -q done a.txt",
      code: 2,
      output: "grep: a.txt: No such file or directory",
    },
    { what: "failing tests", command: "npm test", output: "3 failing\nAssertionError: expected 1 to be 2" },
    {
      what: "a folder that its task names",
      command: "cd packages/new && npm test",
      code: 2,
      output: "sh: 1: cd: can't cd to packages/new",
      named: ["packages/new"],
    },
    {
      what: "a script that its task names",
      command: "sh hello.sh",
      code: 2,
      output: "sh: 0: cannot open hello.sh: No such file",
      named: ["hello.sh"],
    },
    { what: "a module that tests ask for", command: "npm test", output: "Error: Cannot find module './slugify.js'" },
    { what: "a package that it is to add", command: "npm test", output: lodash },
    { what: "a tool that it is to set up", command: "npm run lint", code: 127, output: lint, named: ["eslint"] },
    {
      what: "a project that is not there yet",
      command: "npm test",
      code: 254,
      output: "npm error enoent Could not read package.json",
    },
    {
      what: "noise of a program that is not needed",
      command: "(gone || true); test -f a",
      output: "sh: 1: gone: not found",
    },
    { what: "a suite that is too slow", command: "npm test", how: { kind: "timed-out" }, output: "1 passed" },
    { what: "a run that was called off", command: "npm test", how: { kind: "cancelled" } },
  ])("$what", (asked) => {
    expect(codeOf(asked)).toBe("fails");
  });
});

it("an exit with 0 passes with any output", () => {
  expect(codeOf({ command: "npm test", code: 0, output: lint })).toBe("passes");
});

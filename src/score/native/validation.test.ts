import { describe, expect, it } from "vitest";
import { TuttiError } from "../../base/error.ts";
import { parseScore } from "../parse.ts";
import type { Validation } from "../plan.ts";

function parse(validation: string): readonly Validation[] {
  const plan = parseScore(`agent: scripted\nsheets:\n  - id: a\n    prompt: x\n    validations:\n      - ${validation}\n`, { path: "s.yaml", baseDir: "/" });
  return plan.sheets[0]?.validations ?? [];
}

function wrong(validation: string): readonly string[] {
  try {
    parse(validation);
  } catch (error) {
    if (error instanceof TuttiError)
      return error.message
        .split("\n  ")
        .slice(1)
        .map((line) => line.replace("sheets[0].validations[0]", "V"));
    throw error;
  }
  return [];
}

describe("a validation", () => {
  it.each<[string, Validation]>([
    ["file_exists: ./docs//a.md", { kind: "file_exists", path: "docs/a.md", description: "docs/a.md exists" }],
    ["{type: file_exists, path: a, description: is there}", { kind: "file_exists", path: "a", description: "is there" }],
    ["content_contains: {path: a, text: b}", { kind: "content_contains", path: "a", text: "b", description: 'a contains "b"' }],
    ["{type: content_contains, path: a, pattern: b}", { kind: "content_contains", path: "a", text: "b", description: 'a contains "b"' }],
    ["{type: content_contains, path: a, text: b}", { kind: "content_contains", path: "a", text: "b", description: 'a contains "b"' }],
    ["content_regex: {path: a, pattern: ^b+$}", { kind: "content_regex", path: "a", pattern: "^b+$", description: "a matches /^b+$/" }],
    ["{type: content_regex, path: a, pattern: b}", { kind: "content_regex", path: "a", pattern: "b", description: "a matches /b/" }],
    ["command: npm test", { kind: "command_succeeds", argv: ["sh", "-c", "npm test"], timeoutMs: 600_000, description: "npm test succeeds" }],
    ["{command: [npm, test], timeout: 5m}", { kind: "command_succeeds", argv: ["npm", "test"], timeoutMs: 300_000, description: "npm test succeeds" }],
    [
      "{type: command_succeeds, command: make, timeout: 1}",
      { kind: "command_succeeds", argv: ["sh", "-c", "make"], timeoutMs: 1_000, description: "make succeeds" },
    ],
  ])("can be written %s", (text, expected) => {
    expect(parse(text)).toEqual([expected]);
  });

  it("is described in one line however long its command is", () => {
    const [validation] = parse(`command: "a\\n${"x".repeat(500)}"`);
    expect(validation?.description).toMatch(/^a x{158}…$/);
  });

  it.each([
    ["file_exists: /etc/passwd", "s.yaml:6:22 V.file_exists: must be relative: validations look at the files of the sheet's own context"],
    ["file_exists: ~/x", "s.yaml:6:22 V.file_exists: must be relative: validations look at the files of the sheet's own context"],
    ["file_exists: a/../../b", "s.yaml:6:22 V.file_exists: must stay inside the sheet's context (no ..)"],
    ["file_exists: ./", "s.yaml:6:22 V.file_exists: names no file"],
    ['file_exists: "a\\0"', "s.yaml:6:22 V.file_exists: a path can't contain a NUL"],
    ["content_contains: {path: a}", "s.yaml:6:27 V.content_contains.text: is missing: expected text"],
    [
      "content_contains: {path: /a, text: ''}",
      "s.yaml:6:34 V.content_contains.path: must be relative: validations look at the files of the sheet's own context",
    ],
    [
      "content_regex: {path: a, pattern: '['}",
      "s.yaml:6:43 V.content_regex.pattern: is not a regular expression in RE2 syntax (no look-around, no back references): missing closing ]: `[`",
    ],
    ["command: ''", "s.yaml:6:18 V.command: must not be empty"],
    ["command: []", "s.yaml:6:18 V.command: a command begins with a program"],
    ["command: 5", "s.yaml:6:18 V.command: expected text, found 5"],
    ["{}", "s.yaml:6:9 V: needs exactly one of file_exists, content_contains, content_regex, command"],
    ["{file_exists: a, command: b}", "s.yaml:6:9 V: needs exactly one of file_exists, content_contains, content_regex, command"],
    ["{file_exists: a, timeout: 5}", "s.yaml:6:35 V.timeout: only a command has a timeout"],
    ["file_exist: a", 's.yaml:6:9 V.file_exist: unknown key; did you mean "file_exists"?'],
    ["x", 's.yaml:6:9 V: expected a map of keys, found "x"'],
    [
      "{type: file_exits, path: a}",
      's.yaml:6:16 V.type: expected one of file_exists, content_contains, content_regex, command_succeeds, found "file_exits"; did you mean "file_exists"?',
    ],
    ["{type: file_exists}", "s.yaml:6:9 V.path: is missing: expected text"],
    ["{type: file_exists, path: a, pattern: b}", "s.yaml:6:38 V.pattern: unknown key; known are type, path, description"],
    ["{type: content_contains, path: a}", "s.yaml:6:9 V: give the text it must contain, as text or as pattern"],
    ["{type: content_contains, path: a, text: b, pattern: c}", "s.yaml:6:9 V: give the text it must contain, as text or as pattern"],
    ["{type: content_contains, path: a, txt: b}", 's.yaml:6:43 V.txt: unknown key; did you mean "text"?'],
  ])("that is wrong says so: %s", (text, line) => {
    expect(wrong(text)[0]).toBe(line);
    expect(wrong(text)).toHaveLength(text.includes("text: ''") ? 2 : 1);
  });
});

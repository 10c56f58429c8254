import { shellWord } from "../../base/text.ts";
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { clock, prose, shortName } from "./prose.ts";

describe("a word of a printed command", () => {
  it.each(["fix@2", "feature/x.1", "/home/ada/a_b-c", "a+b=c:d,e%"])(
    "stays as it is where the shell takes it as it stands: %s",
    (text) => {
      expect(shellWord(text)).toBe(text);
    },
  );

  it.each([
    "",
    "with space@1",
    "it's",
    "'",
    "$(touch x)",
    "`x`",
    "a;b",
    "a&b",
    "*",
    "~",
    "#x",
    "=x",
    "-x",
    "a\\b",
    "größe",
    '"',
  ])("comes out of a shell as it went in: %s", (text) => {
    expect(execFileSync("/bin/sh", ["-c", `printf '%s' ${shellWord(text)}`], { encoding: "utf8" })).toBe(text);
  });

  it("is one line that says nothing to the terminal", () => {
    expect(shellWord("a\nb\u001b[31m\u202e")).toBe(String.raw`'a\u000ab\u001b[31m\u202e'`);
  });
});

it.each([
  ["one\n  two\n\nthree\n", "one; two; three"],
  ["it failed:\nno such file\r\n", "it failed: no such file"],
  ["a\tb\u001b[31m", String.raw`a b\u001b[31m`],
  ["\n", ""],
])("what was said in several lines is one: %j", (text, line) => {
  expect(prose(text)).toBe(line);
});

it("a long name is cut in the middle, and its end still tells it from others", () => {
  expect(shortName("short")).toBe("short");
  const [one, two] = ["1", "2"].map((end) => shortName(`${"x".repeat(300)}-${end}`));
  expect(one).toHaveLength(48);
  expect(one).not.toBe(two);
});

it("a moment of today is a time, and one of another day has its date", () => {
  const at = new Date(2026, 10, 15, 21, 5).getTime();
  expect(clock(at, new Date(2026, 10, 15, 9, 0).getTime())).toBe("21:05");
  expect(clock(at, new Date(2026, 10, 14, 22, 0).getTime())).toBe("2026-11-15 21:05");
});

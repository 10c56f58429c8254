import { expect, test } from "vitest";
import { meetsPattern } from "./glob.ts";

test.each([
  ["*.ts", "a.ts", true],
  ["*.ts", "src/a.ts", false],
  ["**/*.ts", "a.ts", true],
  ["**/*.ts", "src/deep/a.ts", true],
  ["src/**", "src/a/b", true],
  ["src/**/b", "src/a/c", false],
  ["**/a/**/b", "a/x/a/y/b", true],
  ["?.{ts,tsx}", "a.tsx", true],
  ["{a,b}/{c,d}", "b/c", true],
  ["a.c", "abc", false],
  ["*", "", true],
])("%j and %j: %s", (pattern, path, isMet) => {
  expect(meetsPattern(pattern, path)).toBe(isMet);
});

test("a pattern that is made to take long takes no time", () => {
  const path = "a".repeat(200);
  expect(meetsPattern(`${"*a".repeat(100)}b`, path)).toBe(false);
  expect(meetsPattern(`${"**/a*/".repeat(50)}b`, `${"a/".repeat(100)}c`)).toBe(false);
  expect(meetsPattern("{a,b}".repeat(100), path)).toBe(false);
});

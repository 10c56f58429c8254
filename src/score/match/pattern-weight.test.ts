import { describe, expect, it } from "vitest";
import { pattern } from "./pattern.ts";
import { patternWeight } from "./pattern.ts";

describe("the weight of a regular expression", () => {
  it.each([
    ["abc", 3],
    [String.raw`\d{4}-\d{2}`, 7],
    [String.raw`a\{5\}`, 4],
    ["[a-z{9}]{10}", 10],
    ["[]a{9}]", 1],
    ["(ab){3}", 12],
    ["(a{10}){10}", 120],
    ["a{2,5}b{3,}", 8],
    [String.raw`\x{1F600}`, 1],
    [String.raw`\Qa{9}\E`, 8],
  ])("counts what %s repeats: %i", (written, weight) => {
    expect(patternWeight(written)).toBe(weight);
  });

  it("of classes of Unicode is that of their tables", () => {
    expect(patternWeight(String.raw`\p{L}[\pL\d]`)).toBe(100);
  });
});

describe("a regular expression that is too large", () => {
  it.each([
    "x".repeat(30_000),
    "[a-z]{1,1000}".repeat(100),
    "((a{100}){10}){10}".repeat(10),
    String.raw`\pL`.repeat(1_000),
    "(?:a{1000}|b{1000}){20}",
  ])("is refused before it is compiled: %.30s", (written) => {
    expect(pattern(written)).toEqual({ kind: "wrong", why: "is too large for a regular expression" });
  });

  it("is far above what people write", () => {
    expect(pattern(String.raw`^(?:[A-Z]{2,10}-\d{1,6}: .{10,120}\n){1,8}`).kind).toBe("means");
  });
});

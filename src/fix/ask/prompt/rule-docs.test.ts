import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleDoc, ruleKey } from "./rule-docs.ts";

describe("a tool's documentation of a rule", () => {
  it.each([
    [
      "headings stand before it",
      "# unused-import (F401)\n\n## What it does\nChecks for unused imports.\nAll of them.\n\n## Why",
      "Checks for unused imports.\nAll of them.",
    ],
    ["a heading follows at once", "Says it.\n## Why\nBecause.", "Says it."],
    ["it is one line", "errcheck finds unchecked errors", "errcheck finds unchecked errors"],
    ["there are only headings", "# One\n\n## Two", "# One\n\n## Two"],
    ["lines end as on Windows", "\r\n# T\r\n\r\nFirst.\r\n\r\nSecond.", "First."],
  ])("has a first paragraph: %s", (_, text, short) => {
    expect(ruleDoc(text)?.short).toBe(`\`\`\`\n${short}\n\`\`\``);
  });

  it.each([[""], [" \n\t\r\n "]])("is nothing where it is blank: %j", (text) => {
    expect(ruleDoc(text)).toBeNull();
  });

  it("is cut at the end of a line, and says so", () => {
    const whole = ruleDoc(Array.from({ length: 2_000 }, (_, place) => `line ${String(place)}`).join("\n"))?.whole ?? "";
    expect(whole).toMatch(/\nline \d+\n… \(cut here\)\n```$/);
    expect(whole.length).toBeGreaterThan(4_000);
    expect(whole.length).toBeLessThan(4_200);
    expect(ruleDoc("x".repeat(100_000))?.whole).toMatch(
      /^```\nx{600}… \(99400 characters more\)\n… \(cut here\)\n```$/,
    );
  });

  it("is no more than some kilobytes, and can't leave its fence, for any content", () => {
    const piece = fc.constantFrom(
      "```",
      "````\n",
      "~~~",
      "\n",
      "\r",
      "# ",
      "\u001B[2J",
      "\u202E",
      "漢",
      "😀",
      "{{ 7*7 }}",
      "word ",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 400 }), (parts) => {
        for (const text of Object.values(ruleDoc(parts.join("")) ?? {}) as string[]) {
          const [fence = ""] = /^`{3,}/.exec(text) ?? [];
          expect(fence).not.toBe("");
          expect(text.slice(fence.length, -fence.length)).not.toContain(fence);
          expect(text.endsWith(`\n${fence}`)).toBe(true);
          expect(new TextEncoder().encode(text).length).toBeLessThan(6_000);
          expect(text.replaceAll(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        }
      }),
      { examples: [[["漢".repeat(3_000)]], [["`".repeat(700), "\nx"]]] },
    );
  });

  it("is found by tool and code, for any characters in them", () => {
    expect(ruleKey('a","b', "c")).not.toBe(ruleKey("a", 'b","c'));
  });
});

import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { makeEngine } from "@tutti/jinja";
import { patternText } from "./pattern-text.ts";

const engine = makeEngine({});
const pattern = (template: string, values: Readonly<Record<string, unknown>>): string => {
  const result = patternText(engine, template, values);
  return result.kind === "means" ? result.value : `wrong: ${result.why}`;
};

describe("a value in a regular expression", () => {
  it("matches itself and nothing else, in and out of brackets", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("a.b", "a|b", "(", "[^a]", "\\d", "a-z", "]", "\\E", "^", "x{2}", "(?i)x"),
    );
    fc.assert(
      fc.property(value, fc.string(), (v, other) => {
        const matches = (template: string, text: string): boolean =>
          RE2JS.compile(pattern(template, { v }), RE2JS.DOTALL).matcher(text).matches();
        expect(matches("{{ v }}", v)).toBe(true);
        expect(matches("a({{ v }})+b", `a${v}b`)).toBe(true);
        if (other !== v) expect(matches("{{ v }}", other)).toBe(false);
        if (v !== "") expect(matches("[{{ v }}]+", v)).toBe(true);
      }),
    );
  });

  it("keeps the template's own signs, and numbers where a number can stand", () => {
    expect(pattern("^x{ {{- n -}} } {{ v }}$", { n: 3, v: "a.b" })).toBe("^x{3} a\\.b$");
    expect(pattern("\\Qa.b\\E{{ v }} \\\\{{ v }}", { v: "." })).toBe("\\Qa.b\\E\\. \\\\\\.");
  });

  it.each(["\\{{ v }}", "\\Qa {{ v }}\\E", "{{ w }}"])("is refused where it can't be one: %j", (template) => {
    expect(pattern(template, { v: "x" })).toMatch(/^wrong: /);
  });
});

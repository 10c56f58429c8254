import { describe, expect, it, vi } from "vitest";
import { templateRenderer } from "./template.ts";
import type { Rendered } from "./template.ts";

const render = (template: string, variables: Readonly<Record<string, unknown>> = {}): Rendered =>
  templateRenderer()(template, new Map(Object.entries(variables)));
const text = (template: string, variables: Readonly<Record<string, unknown>> = {}): string => {
  const rendered = render(template, variables);
  return rendered.kind === "text" ? rendered.text : `wrong: ${rendered.why}`;
};

describe("a template", () => {
  it("gives its text as it is: nothing escaped, no line break lost", () => {
    expect(text("a <b> {{ x }}\n\n", { x: "<&>'\"" })).toBe("a <b> <&>'\"\n\n");
    expect(text("no braces but } and { and %}\n")).toBe("no braces but } and { and %}\n");
  });

  it("speaks Python's methods", () => {
    expect(text("{% for k, v in m.items() %}{{ k.upper() }}{{ v }}{% endfor %}{{ 'a,b'.split(',')[1] }}", { m: new Map([["k", 1]]) })).toBe("K1b");
  });

  it("finds maps by whole numbers, at any depth and in macros", () => {
    const focus = new Map<unknown, unknown>([
      [1, "one"],
      [2, [new Map([[3, "deep"]])]],
      ["k", null],
    ]);
    expect(text("{% macro m() %}{{ focus[1] }}{% endmacro %}{{ m() }} {{ focus[n][0][3] }} {{ focus.k }}", { focus, n: 2 })).toBe("one deep none");
  });

  it("takes values as they are, whatever is in them", () => {
    const odd = "\b\f\n\r\t\"\\/'\u2028\u0001\u007F😀{% x %} }} {{ #}";
    expect(text("{{ m[1] }}{{ s }}", { m: new Map([[1, odd]]), s: odd })).toBe(odd + odd);
  });

  it.each<[string, [number, number], string]>([
    ["a\n  {{ wo }}", [2, 6], 'there is no variable "wo"; did you mean "who"?'],
    ["{{ who.x }}", [1, 4], '"who.x" has no value'],
    ["{{ who|shout }}", [1, 8], "unknown filter: filter shout is unknown"],
    ["\n\n{% if who %}", [3, 11], "syntax error: unexpected end of input, expected end of block"],
    ["{% include '/etc/passwd' %}", [1, 4], 'template not found: tried to include non-existing template "/etc/passwd"'],
    ["{{ 'x'.constructor }}", [1, 4], "\"'x'.constructor\" has no value"],
    ["{{ toString }}", [1, 4], 'there is no variable "toString"'],
  ])("that is wrong is told by line and column: %j", (template, [line, column], why) => {
    expect(render(template, { who: "x" })).toEqual({ kind: "wrong", at: { line, column }, why });
    const numbered = new Map([[1, "x"]]);
    expect(render(template, { who: "x", numbered })).toEqual({ kind: "wrong", at: { line, column }, why });
  });

  it("that would go on for ever is ended", () => {
    expect(text("{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}x{% endfor %}{% endfor %}{% endfor %}")).toMatch(
      /^wrong: the template takes too long/,
    );
    expect(text("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}")).toMatch(/^wrong: .*recursion limit/);
  });

  it("that asks for more memory than there is does not spoil the next one", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const renderer = templateRenderer();
    const variables = new Map([["x", 1]]);
    expect(renderer("{{ 'x'|indent(4294967295) }}", variables)).toMatchObject({ kind: "wrong", why: "the template takes too much memory" });
    expect(renderer("{{ x }}", variables)).toEqual({ kind: "text", text: "1" });
  });

  it("that is wrong does not spoil the next one", () => {
    const renderer = templateRenderer();
    const variables = new Map([["x", 1]]);
    expect(renderer("{{ x }}", variables)).toEqual({ kind: "text", text: "1" });
    expect(renderer("{{ y }}", variables).kind).toBe("wrong");
    expect(renderer("{{ x }}", variables)).toEqual({ kind: "text", text: "1" });
  });
});

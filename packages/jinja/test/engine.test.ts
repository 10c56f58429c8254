import { describe, expect, it } from "vitest";
import { type Rendered, makeEngine } from "../src/index.ts";

interface Given {
  readonly own?: Readonly<Record<string, unknown>>;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly includes?: Readonly<Record<string, string>>;
}

function render(template: string, { own = {}, values = {}, includes = {} }: Given = {}): Rendered {
  return makeEngine(own).render({ text: template, includes }, values);
}
const text = (template: string, given: Given = {}): string => {
  const rendered = render(template, given);
  return rendered.kind === "text" ? rendered.text : `wrong: ${rendered.why}`;
};

describe("a template", () => {
  it("gives its text as it is: nothing escaped, no line break lost", () => {
    expect(text("a <b> {{ x }}\n\n", { values: { x: "<&>'\"" } })).toBe("a <b> <&>'\"\n\n");
    expect(text("no braces but } and { and %}\n")).toBe("no braces but } and { and %}\n");
  });

  it("is filled in once: what is filled in is not read again", () => {
    expect(text("{{ x }}{{ y }}", { own: { x: "{{ 7*7 }}{% if" }, values: { y: "{# y #}" } })).toBe(
      "{{ 7*7 }}{% if{# y #}",
    );
  });

  it("takes values as they are, with any content", () => {
    const odd = "\b\f\n\r\t\"\\/'\u2028\u0001\u007F😀{% x %} }} {{ #}";
    expect(text("{{ m[1] }}{{ s }}", { own: { m: new Map([[1, odd]]) }, values: { s: odd } })).toBe(odd + odd);
  });

  it("finds maps by whole numbers, at any depth and in macros, wherever they come from", () => {
    const focus = new Map<unknown, unknown>([
      [1, "one"],
      [2, [new Map([[3, "deep"]])]],
      ["k", null],
    ]);
    const template = "{% macro m() %}{{ focus[1] }}{% endmacro %}{{ m() }} {{ focus[n][0][3] }} {{ focus.k }}";
    expect(text(template, { own: { focus, n: 2 } })).toBe("one deep None");
    expect(text(template, { values: { focus, n: 2 } })).toBe("one deep None");
  });

  it("sees the engine's variables before those of the rendering, and both before the functions", () => {
    expect(text("{{ a }}{{ b }}{{ range }}", { own: { a: "own" }, values: { a: "sheet", b: "sheet", range: 3 } })).toBe(
      "ownsheet3",
    );
    expect(text("{{ a }}", { own: { a: null }, values: { a: "sheet" } })).toBe("None");
  });

  it("can't change what other renderings see", () => {
    const engine = makeEngine({ l: [1] });
    const source = { text: "{% set _ = l.append(2) %}", includes: {} };
    expect(engine.render(source, {})).toMatchObject({
      kind: "wrong",
      why: "a variable can't be changed, only copied",
    });
    expect(
      engine.render({ text: "{% set m = l|list %}{% set _ = m.append(2) %}{{ m }}{{ l }}", includes: {} }, {}),
    ).toEqual({
      kind: "text",
      text: "[1, 2][1]",
    });
  });

  it.each<[string, [number, number], string]>([
    ["a\n  {{ wo }}", [2, 6], 'there is no variable "wo"'],
    ["{{ who.x }}", [1, 4], '"who.x" has no value'],
    ["{{ 'a' ~ who.x.y }}", [1, 10], '"who.x" has no value'],
    ["{{ who|shout }}", [1, 8], "unknown filter: filter shout is unknown"],
    ["{{ who is shouted }}", [1, 11], "unknown test: test shouted is unknown"],
    ["\n\n{% if who %}", [3, 11], "syntax error: unexpected end of input, expected end of block"],
    ["{{ who", [1, 7], "syntax error: unexpected end of input, expected end of block"],
    ["{% frob %}", [1, 4], "syntax error: unknown statement frob"],
    ["{{ who }\n}", [1, 8], "syntax error: unexpected }"],
    ["a {# b", [1, 3], "syntax error: unexpected end of comment"],
    ["{% include '/etc/passwd' %}", [1, 4], 'template not found: tried to include non-existing template "/etc/passwd"'],
    ["{{ 'x'.constructor }}", [1, 4], "\"'x'.constructor\" has no value"],
    ["{{ toString }}", [1, 4], 'there is no variable "toString"'],
    ["{{ 1 / 0 }}", [1, 4], "invalid operation: division by zero"],
    ["{{ 'a' + 1 }}", [1, 4], "invalid operation: + can't be used with a text and a number"],
    ["{{ 'a'|int(frob=1) }}", [1, 8], 'takes no argument "frob"; its arguments: default, base'],
    ["{{ '%d'|format('x') }}", [1, 9], "%d needs a number, not a text"],
  ])("is reported by line and column when it is wrong: %j", (template, [line, column], why) => {
    expect(render(template, { values: { who: "x" } })).toEqual({ kind: "wrong", at: { line, column }, why });
  });

  it("can be told which name to propose for an unknown one", () => {
    const engine = makeEngine(
      { a: 1 },
      (written, names) => `; ${written} is none of ${[...names].slice(0, 2).join(", ")}`,
    );
    expect(engine.render({ text: "{{ c }}", includes: {} }, { b: 2 })).toMatchObject({
      why: 'there is no variable "c"; c is none of a, b',
    });
  });

  it("does not spoil the next one when it is wrong", () => {
    const engine = makeEngine({ x: 1 });
    const [good, bad] = ["{{ x }}", "{{ y }}"].map((template) => ({ text: template, includes: {} }));
    for (const source of [good, bad, good])
      expect(engine.render(source!, {}).kind).toBe(source === bad ? "wrong" : "text");
  });
});

describe("other files", () => {
  const includes = {
    "part.md": "[{{ x }}{{ y }}]",
    "macros.md": "{% macro hi(name) %}Hi {{ name }}, {{ x }}{% endmacro %}{% set n = 3 %}",
    "base.md": "<{% block a %}A{% endblock %}|{% block b %}B{% endblock %}>",
    "middle.md": "{% extends 'base.md' %}{% block a %}M{{ super() }}{% endblock %}",
    "wrong.md": "ok\n {{ nope }}",
    "outer.md": "{% include 'wrong.md' %}",
  };
  const given = { values: { x: 1 }, includes };

  it("are included, imported and extended", () => {
    expect(text("{% set y = 2 %}{% include 'part.md' %}", given)).toBe("[12]");
    expect(text("{% import 'macros.md' as m %}{{ m.hi('you') }}{{ m.n }}", given)).toBe("Hi you, 13");
    expect(text("{% from 'macros.md' import hi as hello, n %}{{ hello('you') }}{{ n }}", given)).toBe("Hi you, 13");
    expect(
      text("{% extends 'middle.md' %}{% set z = 5 %}gone{% block b %}{{ z }}{{ super() }}{% endblock %}", given),
    ).toBe("<MA|5B>");
    expect(text("{% include 'none.md' ignore missing %}x", given)).toBe("x");
  });

  it("are named when they are wrong, and the place where they are included is reported", () => {
    expect(render("a\n{% include 'outer.md' %}", given)).toEqual({
      kind: "wrong",
      at: { line: 2, column: 4 },
      why: 'in wrong.md:2:5: there is no variable "nope"',
    });
  });

  it("are ended when they include each other", () => {
    expect(text("{% include 'a' %}", { includes: { a: "{% include 'a' %}" } })).toMatch(/recursion limit/);
  });
});

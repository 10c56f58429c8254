import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { makeEngine } from "../src/index.ts";

const engine = makeEngine({ big: "x".repeat(100_000), x: { a: 1 } });
const why = (template: string): string => {
  const rendered = engine.render({ text: template, includes: {} }, {});
  return rendered.kind === "wrong" ? rendered.why : `text: ${rendered.text.slice(0, 100)}`;
};

const doubling = (start: string, double: string, use: string): string =>
  `{% set n = namespace(x=${start}) %}{% for i in range(40) %}{% set n.x = ${double} %}{% endfor %}{{ ${use} }}`;

const greedy = [
  doubling("'abc'", "n.x ~ n.x", "n.x|length"),
  doubling("[1]", "n.x + n.x", "n.x|length"),
  doubling("[1]", "[n.x, n.x]", "n.x"),
  doubling("[1]", "[n.x, n.x]", "n.x == n.x"),
  doubling("[1]", "[n.x, n.x]", "n.x|tojson"),
  "{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}x{% endfor %}{% endfor %}{% endfor %}",
  "{% for i in range(9999) %}{{ big }}{% endfor %}",
  "{% set l = [] %}{% for i in range(90000) %}{% set _ = l.append(big ~ i) %}{% endfor %}",
  "{% set l = range(100000)|list %}{% for i in range(100) %}{{ l|sort|length }}{% endfor %}",
  "{{ ('x' * 500 ~ 'y' ~ 'x' * 500) in 'x' * 10000000 }}",
  "{{ ('%(' * 500000)|format(1) }}",
  "{{ range(10**9)|list }}",
  "{{ 'x'|indent(4294967295) }}",
  "{{ 'x' * 4000000000 }}",
  "{{ [0] * 4000000000 }}",
  "{{ 10 ** 100000000 }}",
  "{{ 'x'.zfill(10**10) }}",
  "{{ '%1000000000d'|format(1) }}",
  "{{ big|replace('x', big) }}",
  "{% filter upper %}{% for i in range(100000) %}{{ big }}{% endfor %}{% endfilter %}",
  "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
  "{% for i in range(5) recursive %}{{ loop(range(5)) }}{% endfor %}",
  "{% set l = [] %}{% set _ = l.append(l) %}{{ l }}",
  "{% set l = [] %}{% set _ = l.append(l) %}{{ l == l }}",
  `{{ ${"(".repeat(5000)}1${")".repeat(5000)} }}`,
  `{{ ${"1+".repeat(3000)}1 }}`,
  `{{ ${"1+".repeat(400_000)}1 }}`,
  `{{ ${"not ".repeat(5000)}1 }}`,
  `{{ ${"-".repeat(5000)}1 }}`,
  `{{ x${".a".repeat(5000)} }}`,
  "{% if 1 %}".repeat(5000) + "{% endif %}".repeat(5000),
  "{{ 1 }}".repeat(140_000),
];

describe("a hostile template", () => {
  it.each(greedy.map((template): [string, string] => [template.slice(0, 90), template]))(
    "is refused: %s",
    (_, template) => {
      expect(why(template)).toMatch(
        /too long|too much|too large|too many|too deeply|recursion limit|larger than 16 MB|wider than|format/,
      );
    },
  );

  it.each([
    ["{{ ('x' * 17000000)|length }}", "the template takes too much memory"],
    ["{{ '%1000000000d'|format(1) }}", "a place for a value can't be wider than 10000"],
    [`{{ ${"(".repeat(101)}1${")".repeat(101)} }}`, "syntax error: the expression is nested too deeply"],
    [`{{ ${"1+".repeat(20_000)}1 }}`, "syntax error: the tag is too long"],
    ["{% if 1 %}".repeat(101) + "{% endif %}".repeat(101), "syntax error: statements are nested too deeply"],
  ])("is told what is too much: %s", (template, words) => {
    expect(why(template)).toBe(words);
  });

  it("is ended by what it costs, not by the clock, and within bounded memory", async () => {
    const script = `
      import { makeEngine } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
      const engine = makeEngine({ big: "x".repeat(100000), x: { a: 1 } });
      const templates = JSON.parse(process.argv.at(-1));
      const kinds = templates.map((text) => engine.render({ text, includes: {} }, {}).kind);
      console.log(JSON.stringify({ kinds: [...new Set(kinds)], megabytes: process.resourceUsage().maxRSS / 1024 }));`;
    const flags = ["--experimental-strip-types", "--no-warnings", "--input-type=module", "--eval", script, "--"];
    const templates = JSON.stringify(greedy.filter((template) => template.length < 1000));
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, templates]);
    const { kinds, megabytes } = JSON.parse(stdout) as { kinds: string[]; megabytes: number };
    expect(kinds).toEqual(["wrong"]);
    expect(megabytes).toBeLessThan(400);
  });

  it.each([
    "{{ ''.__class__ }}",
    "{{ x.constructor }}",
    "{{ x['constructor'] }}",
    "{{ x.__proto__ }}",
    "{{ x['__proto__'] }}",
    "{{ x.size }}",
    "{{ [].length }}",
    "{{ [].push }}",
    "{{ x.items.constructor }}",
    "{{ x.items.call }}",
    "{{ range.constructor }}",
    "{{ cycler.prototype }}",
    "{{ namespace(a=1).__proto__ }}",
    "{{ 'a'|attr('constructor') }}",
    "{{ [x]|map(attribute='constructor')|list }}",
    "{{ self }}",
    "{{ process }}",
    "{{ globalThis }}",
    "{{ hasOwnProperty }}",
    "{{ x|map('constructor')|list }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{% set x.a = 1 %}",
    "{{ x.items }}",
  ])("reaches nothing but values: %s", (template) => {
    expect(why(template)).toMatch(/no value|no variable|not there|unknown filter|no namespace|can't be printed/);
  });
});

import type { BadCase } from "./bad-case.ts";
import { odd, refused, scoreWith, shortened } from "./bad-case.ts";

/** Names that could lead elsewhere or be taken for more than names. All are data; none may do anything. */
const names = [
  "..",
  "../../etc/passwd",
  "/etc/passwd",
  "a/b",
  ".git",
  "refs/heads/main",
  "a\0b",
  "a\nb",
  "a\r\nb",
  "\u001b[2J\u001b]0;title\u0007",
  "$(touch @canary@)",
  "`touch @canary@`",
  "; touch @canary@ #",
  "' ; touch @canary@ ; '",
  '"; touch @canary@; "',
  "| touch @canary@",
  "&& touch @canary@",
  "--upload-pack=touch @canary@",
  "-c core.pager=x",
  "%s%n",
  "${HOME}",
  "😀🎼",
  "\u202egnirts",
  "\u0000",
  "CON",
  "a".repeat(10_000),
  "😀".repeat(10_000),
  " ",
  "",
];

export function oddNames(): readonly BadCase[] {
  return names.flatMap((name) => {
    const shown = shortened(name);
    const keep = !/[{%]/.test(name);
    return [
      odd(`id ${shown}`, scoreWith({ sheet: { id: name } })),
      odd(`after ${shown}`, scoreWith({ sheet: { after: [name] } })),
      odd(`name ${shown}`, scoreWith({ score: { name } })),
      odd(`title ${shown}`, scoreWith({ sheet: { title: keep ? name : `{% raw %}${name}{% endraw %}` } })),
      odd(`target ${shown}`, scoreWith({ score: { target: name } })),
      odd(`workspace ${shown}`, scoreWith({ score: { workspace: name } })),
      odd(`agent ${shown}`, scoreWith({ score: { agent: name } })),
      odd(`program ${shown}`, scoreWith({ score: { agent: { command: [name] } } })),
      odd(`variable ${shown}`, scoreWith({ score: { variables: { [name]: name } } })),
      odd(`environment ${shown}`, scoreWith({ score: { agent: { command: ["true"], env: { [name]: name } } } })),
      odd(
        `path ${shown}`,
        scoreWith({
          sheet: { validations: [{ file_exists: name }, { file_unchanged_since: { path: "a", since: name } }] },
        }),
      ),
      odd(
        `value ${shown}`,
        scoreWith({
          score: { variables: { v: name } },
          sheet: { validations: [{ command: "true {{ v }}" }, { file_exists: "{{ v }}" }] },
        }),
      ),
    ];
  });
}

const patterns = [
  "(a+)+$",
  "(a|aa)+$",
  "(.*)*x",
  "((a*)*)*",
  "(?=a)b",
  "(?<!a)b",
  "(a)\\1",
  "a{1000}{1000}",
  "((a{100}){100}){100}",
  "(x{1000}|y{1000}){1000}",
  "[",
  "(",
  "*",
  "\\",
  "[z-a]",
  "(?P<n>a)(?P<n>b)",
  `${"(".repeat(5_000)}a${")".repeat(5_000)}`,
  "(a|b)?".repeat(20_000),
  "a|".repeat(100_000),
  "[a-z]{1,1000}".repeat(500),
  "\\pL".repeat(50_000),
  "x".repeat(500_000),
  "\0",
  "{{ 'x' * 100000 }}",
];

const globs = [
  "**/".repeat(300),
  "{a,b}".repeat(190),
  "{".repeat(900),
  "[".repeat(900),
  "*".repeat(900),
  "a".repeat(100_000),
  "!a",
  "../x",
  "/x",
  "a\0",
  "",
  "**a**",
  "[z-a]",
  "\\",
];

const queries = [
  "$",
  "",
  "$[",
  "$..*..*..*..*",
  `$${"[?@".repeat(2_000)}`,
  `$${"..a".repeat(100_000)}`,
  `$[?${"(".repeat(50_000)}`,
  '$[?match(@, "(a+)+$")]',
  "$[99999999999999999999]",
  "constructor",
  "$.__proto__",
];

const conditions = [
  "(".repeat(100_000),
  `${"(".repeat(50_000)}1${")".repeat(50_000)}`,
  "not ".repeat(100_000),
  `1${" + 1".repeat(100_000)} == 1`,
  `sheet_num == 1${" or sheet_num == 1".repeat(30_000)}`,
  '"a" * 1000000000 == "a"',
  "2 ** 1000000000 == 1",
  "[1] * 1000000000 == [1]",
  "nobody == 1",
  "sheet_num",
  "sheet_num = 1",
  "sheet_num == 'a'",
  "sheet_num ==",
  "__import__('os').system('touch @canary@')",
  "constructor.constructor('return 1')()",
  "sheet_num.constructor",
  "1 / 0 == 1",
  "'a' in",
  "\0",
  "sheet_num == 1 or",
];

/** Languages within the language. */
export function oddExpressions(): readonly BadCase[] {
  const rule = (check: object): string => scoreWith({ sheet: { validations: [check] } });
  return [
    ...patterns.flatMap((pattern) => [
      odd(`pattern ${shortened(pattern)}`, rule({ content_regex: { path: "a", pattern } })),
      odd(`findings ${shortened(pattern)}`, rule({ findings: { command: "true", pattern } })),
    ]),
    ...globs.flatMap((glob) => [
      odd(`glob ${shortened(glob)}`, rule({ diff_within: [glob] })),
      odd(`files ${shortened(glob)}`, scoreWith({ score: { cross_sheet: { files: [glob] } } })),
    ]),
    ...queries.map((query) => odd(`query ${shortened(query)}`, rule({ json_path: { path: "a", query } }))),
    ...conditions.flatMap((condition) => [
      odd(`when ${shortened(condition)}`, rule({ file_exists: "a", when: condition })),
      odd(`skip_when ${shortened(condition)}`, scoreWith({ sheet: { skip_when: condition } })),
      odd(`that ${shortened(condition)}`, rule({ json_path: { path: "a", query: "$", that: condition } })),
    ]),
  ];
}

/** Few words that ask for very many sheets or links. */
export function oddExpansions(): readonly BadCase[] {
  const sheets = (...list: readonly object[]): string => scoreWith({ score: { prompt: "x", sheets: list } });
  const ring = Array.from({ length: 5_000 }, (_, number) => ({ id: `s${number}`, after: `s${(number + 1) % 5_000}` }));
  return [
    refused("items without end", sheets({ id: "a", items: { total: 10 ** 15 } })),
    refused("100,001 sheets", sheets({ id: "a", items: { total: 100_001 } })),
    refused(
      "1000 times 10,000 copies",
      sheets(...Array.from({ length: 1_000 }, (_, number) => ({ id: `a${number}`, fan_out: 10_000 }))),
    ),
    refused("10,000 copies after 9,999", sheets({ id: "a", fan_out: 9_999 }, { id: "b", fan_out: 10_000, after: "a" })),
    refused("a sheet after itself", sheets({ id: "a", after: "a" })),
    refused("a ring of 5,000 sheets", sheets(...ring)),
    refused("5,000 sheets of the same name", sheets(...Array.from({ length: 5_000 }, () => ({ id: "a" })))),
    odd(
      "5,000 names that differ in case",
      sheets(
        ...Array.from({ length: 5_000 }, (_, number) => ({
          id: `${"aA".charAt(number % 2)}b${Math.floor(number / 2)}`,
        })),
      ),
    ),
    refused(
      "5,000 sheets after names that nobody has",
      sheets(
        ...Array.from({ length: 5_000 }, (_, number) => ({ id: `s${10_000 + number}`, after: `s${20_000 + number}` })),
      ),
    ),
    refused(
      "5,000 rules for 10,000 sheets",
      scoreWith({
        score: { validations: Array.from({ length: 5_000 }, () => ({ file_exists: "a", when: "sheet_num > 0" })) },
        sheet: { items: { total: 10_000 } },
      }),
    ),
    refused(
      "a long condition for 2,000 sheets",
      scoreWith({
        sheet: {
          items: { total: 2_000 },
          validations: [{ file_exists: "a", when: `sheet_num == 0${" or sheet_num == 0".repeat(30_000)}` }],
        },
      }),
    ),
    refused("copies after nobody", sheets({ id: "a", fan_out: 5_000, after: ["x", "y", "z"] })),
    refused(
      "a condition that can't be told, for 5,000 sheets",
      sheets({
        id: "a",
        fan_out: 5_000,
        validations: [{ file_exists: "a", when: "1 / (sheet_num - sheet_num) == 1" }],
      }),
    ),
    refused("items that end before they begin", sheets({ id: "a", items: { total: 5, start: 9 } })),
    refused(
      "Mozart's sheets without end",
      JSON.stringify({
        name: "m",
        sheet: { size: 1, total_items: 10 ** 12, descriptions: { 1: "x" } },
        prompt: { template: "x" },
      }),
    ),
    refused(
      "Mozart's stages of 10,000 after 10,000",
      JSON.stringify({
        name: "m",
        sheet: { size: 1, total_items: 3, fan_out: { 1: 10_000, 2: 9_999 }, dependencies: { 2: [1] } },
        prompt: { template: "x" },
      }),
    ),
  ];
}

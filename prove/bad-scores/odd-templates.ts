import type { BadCase } from "./bad-case.ts";
import { odd, refused, scoreWith, shortened } from "./bad-case.ts";

/** Templates that would take for ever, take all memory, or get at what is not theirs. */
export function oddTemplates(): readonly BadCase[] {
  const inPrompt = (prompt: string): string =>
    scoreWith({ score: { variables: { list: [1, 2], map: { a: 1 }, text: "x" } }, sheet: { prompt } });
  return [
    ...[...endless, ...reaching, ...broken].map((prompt) => refused(`template ${shortened(prompt)}`, inPrompt(prompt))),
    ...elsewhere(),
    ...includes(),
    ...timesMany(),
    ...onLarge(),
  ];
}

const endless = [
  "{% for a in range(10 ** 9) %}x{% endfor %}",
  "{% for a in range(99999) %}{% for b in range(99999) %}{{ a * b }}{% endfor %}{% endfor %}",
  "{{ range(10 ** 9) | list | length }}",
  "{{ 'x' * 10 ** 9 }}",
  "{{ [0] * 10 ** 9 }}",
  "{{ 10 ** 10 ** 8 }}",
  "{{ '%1000000000d' | format(1) }}",
  "{{ 'x' | center(10 ** 9) }}",
  "{{ ('x' * 9999) | replace('x', 'y' * 9999) | replace('y', 'z' * 9999) }}",
  "{% set n = namespace(x='ab') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}{{ n.x }}",
  "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x }}",
  "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
  "{% macro m(n) %}{{ m(n + 1) }}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}",
  "{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}",
  `{{ ${"(".repeat(50_000)}1${")".repeat(50_000)} }}`,
  `{{ ${"-".repeat(100_000)}1 }}`,
  `{{ ${"not ".repeat(100_000)}1 }}`,
  `{{ x${".a".repeat(100_000)} }}`,
  `{{ ${"[".repeat(100_000)} }}`,
  "{% if 1 %}".repeat(50_000),
  `${"{% for a in [1] %}".repeat(400)}${"{% endfor %}".repeat(400)}`,
  `{{ 1${" if 1 else 1".repeat(30_000)} }}`,
  `{{ text${" | upper".repeat(100_000)} }}`,
];

const reaching = [
  "{{ ''.__class__.__mro__[1].__subclasses__() }}",
  "{{ ''.constructor.constructor('return process')().exit() }}",
  "{{ list.constructor }}",
  "{{ map.__proto__.polluted }}",
  "{{ map['__proto__'] }}",
  "{{ map['constructor']['prototype'] }}",
  "{{ (1).toString.call }}",
  "{{ text.at }}",
  "{{ range.constructor }}",
  "{{ process.env.HOME }}",
  "{{ globalThis }}",
  "{{ require('fs') }}",
  "{{ import('fs') }}",
  "{{ self }}",
  "{{ cycler.__init__.__globals__ }}",
  "{{ lipsum.__globals__['os'].popen('touch @canary@') }}",
  "{{ '{0.__class__}'.format(1) }}",
  "{{ text | attr('__class__') }}",
  "{{ [1] | map(attribute='__class__') | list }}",
  "{% set map.a = 1 %}{{ map.b }}",
  "{% do process.exit(0) %}",
];

const broken = [
  "{{",
  "{%",
  "{{ }}",
  "{% %}",
  "{{ a b }}",
  "{% if %}x{% endif %}",
  "{% if 1 %}",
  "{% endif %}",
  "{% for in %}{% endfor %}",
  "{% unknown %}",
  "{{ text | unknown }}",
  "{{ 1 / 0 }}",
  "{{ 'a' + 1 }}",
  "{{ undefined_name }}",
  "{{ 'open }}",
  "{% raw %}",
  "{% macro %}{% endmacro %}",
  "{% extends 'x' %}",
  "{% include name %}",
  "{% include ['a', 'b'] %}",
];

/** The same in other keys that may hold templates. */
function elsewhere(): readonly BadCase[] {
  return [
    "{{ 'x' * 10 ** 9 }}",
    "{{ nobody }}",
    "{{ ''.constructor }}",
    "{% for a in range(10 ** 8) %}x{% endfor %}",
    "{{",
  ].flatMap((template) => [
    refused(`title ${template}`, scoreWith({ sheet: { title: template } })),
    refused(`path ${template}`, scoreWith({ sheet: { validations: [{ file_exists: template }] } })),
    refused(`command ${template}`, scoreWith({ sheet: { validations: [{ command: `touch ${template}` }] } })),
    refused(`list ${template}`, scoreWith({ sheet: { validations: [{ command: ["touch", template] }] } })),
    refused(
      `pattern ${template}`,
      scoreWith({ sheet: { validations: [{ content_regex: { path: "a", pattern: template } }] } }),
    ),
    refused(
      `description ${template}`,
      scoreWith({ sheet: { validations: [{ file_exists: "a", description: template }] } }),
    ),
    refused(`glob ${template}`, scoreWith({ sheet: { validations: [{ diff_within: [template] }] } })),
    refused(`extension ${template}`, scoreWith({ sheet: { prompt_extensions: [template] } })),
    refused(`skip_when_command ${template}`, scoreWith({ sheet: { skip_when_command: `touch ${template}` } })),
    refused(`cross_sheet ${template}`, scoreWith({ score: { cross_sheet: { files: [`${template}/*`] } } })),
  ]);
}

function includes(): readonly BadCase[] {
  const prompt = (file: string): string => scoreWith({ sheet: { prompt: `{% include "${file}" %}` } });
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, place) => [
      `d${place}.md`,
      place === 0 ? "x" : `{% include "d${place - 1}.md" %}`.repeat(2),
    ]),
  );
  const chain = Object.fromEntries(
    Array.from({ length: 300 }, (_, place) => [`c${place}.md`, place === 0 ? "x" : `{% include "c${place - 1}.md" %}`]),
  );
  return [
    refused("a file that includes itself", prompt("a.md"), { "a.md": '{% include "a.md" %}' }),
    refused("files that include each other", prompt("a.md"), {
      "a.md": '{% include "b.md" %}',
      "b.md": '{% include "c.md" %}',
      "c.md": '{% include "a.md" %}',
    }),
    refused("an include that is not there", prompt("nowhere.md")),
    refused("an include from outside", prompt("../score.yaml")),
    refused("an include by an absolute path", prompt("/etc/passwd")),
    refused("includes that double 40 times", prompt("d39.md"), doubling),
    refused("a chain of 300 includes", prompt("c299.md"), chain),
    refused("an include of a pipe", prompt("pipe"), { pipe: null }),
    refused("an include of 2 MB", prompt("large.md"), { "large.md": "x".repeat(2_000_000) }),
    refused("an include that is broken", prompt("a.md"), { "a.md": "{{ nobody" }),
    odd(
      "an include that may be missing",
      scoreWith({ sheet: { prompt: 'x {% include "nowhere.md" ignore missing %}' } }),
    ),
  ];
}

/** What is little for one sheet is much for all of them. */
function timesMany(): readonly BadCase[] {
  const many = { items: { total: 2_000 } };
  const slow = "{% for a in range(900) %}{% for b in range(300) %}{% endfor %}{% endfor %}";
  const large = { "large.md": "x".repeat(900_000) };
  return [
    refused("a slow prompt for 2,000 sheets", scoreWith({ sheet: { ...many, prompt: `${slow}x` } })),
    refused("a slow title for 2,000 sheets", scoreWith({ sheet: { ...many, title: `${slow}x` } })),
    refused(
      "a slow path for 2,000 sheets",
      scoreWith({ sheet: { ...many, validations: [{ file_exists: `${slow}x` }] } }),
    ),
    refused("a slow command for 2,000 sheets", scoreWith({ sheet: { ...many, skip_when_command: `touch ${slow}x` } })),
    refused("a large prompt for 2,000 sheets", scoreWith({ sheet: { ...many, prompt: "x".repeat(500_000) } })),
    refused("a large file for 2,000 sheets", scoreWith({ score: { prelude: ["large.md"] }, sheet: many }), large),
    odd(
      "a large file looked at by 2,000 sheets",
      scoreWith({
        score: { prelude: ["large.md"] },
        sheet: { ...many, prompt: "{{ injected_context | length }} {{ injected_skills | length }}" },
      }),
      large,
    ),
  ];
}

/**
 * What is quick once is slow when it is done a hundred thousand times to half a megabyte: it has to be paid for by
 * size, or not depend on it.
 */
function onLarge(): readonly BadCase[] {
  const variables = { text: "ab ".repeat(150_000), list: Array.from({ length: 10_000 }, (_, number) => number) };
  const often = (operation: string): string =>
    scoreWith({
      score: { variables },
      sheet: { prompt: `{% for a in range(99999) %}{% if ${operation} %}{% endif %}{% endfor %}x` },
    });
  return [
    ...paidFor.map((operation) => refused(`operation ${operation}`, often(operation))),
    ...small.map((operation) => odd(`operation ${operation}`, often(operation))),
  ];
}

const small = ["text[0]", "text[:1]", "text | truncate(5)", "text | int", "text | float", "text | trim"];

const paidFor = [
  ...[
    "text | length",
    "text | first",
    "text | last",
    "'z' in text",
    "text.find('z')",
    "text.count('z')",
    "text == text ~ ''",
    "text is upper",
    "text is lower",
  ],
  ...[
    "text.title()",
    "text.swapcase()",
    "text | title",
    "text | wordcount",
    "text.split('z')",
    "text | replace('z', '')",
    "text | list",
    "text | reverse",
  ],
  ...[
    "text.isdigit()",
    "text.islower()",
    "text.zfill(1)",
    "text | tojson",
    "list | sort",
    "list | sum",
    "list | max",
    "list | unique",
    "list | join",
  ],
  ...["99999 in list", "list == list", "list.index(9999)", "list | string"],
];

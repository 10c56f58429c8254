import { expect, it } from "vitest";
import { makeEngine } from "../src/index.ts";

// prettier-ignore
const values = {
  n: 7,
  zero: 0,
  f: 2.5,
  big: 100000000000000000000,
  small: 1e-7,
  s: "hello world",
  name: 'O\'Neil "x"',
  empty: "",
  yes: true,
  no: false,
  nothing: null,
  l: [3, 1, 2],
  ls: ["b", "A", "c", "a"],
  m: { z: 1, a: 2, m: { y: 1, b: [1, "x"] } },
  nested: [
    { k: "b", v: 2, on: true },
    { k: "a", v: 1, on: false },
    { k: "b", v: 3, on: true },
  ],
  u: "žluť 😀 ok",
  lines: "a\nb\n\nc",
  html: "<b>&'\"</b>",
  path: "a/b/c.txt",
  numstr: "42",
  fstr: "3.9",
  bad: "x1",
};
const focus = new Map([
  [1, "one"],
  [2, "two"],
  [10, "ten"],
]);
const engine = makeEngine({ focus });

/** The expected values below are those of Jinja2 3.1. */
function rendered(template: string): string {
  const result = engine.render({ text: template, includes: {} }, values);
  return result.kind === "text" ? result.text : `wrong: ${result.why}`;
}

it.each<[string, string]>([
  [
    "{{ yes }} {{ no }} {{ nothing }} {{ l }} {{ ls }} {{ m }} {{ nested[0] }} {{ (1,) }} {{ (1,2) }} {{ [] }} {{ {} }} {{ () }}",
    "True False None [3, 1, 2] ['b', 'A', 'c', 'a'] {'z': 1, 'a': 2, 'm': {'y': 1, 'b': [1, 'x']}} {'k': 'b', 'v': 2, 'on': True} (1,) (1, 2) [] {} ()",
  ],
  [
    "{{ n }} {{ f }} {{ big }} {{ small }} {{ 1e3 }} {{ 0.1+0.2 }} {{ 1e16 }} {{ 123456789.125 }} {{ 1e-5 }}",
    "7 2.5 1e+20 1e-07 1000.0 0.30000000000000004 1e+16 123456789.125 1e-05",
  ],
  ["{{ 0.0001 }} {{ 1.5e300 }}", "0.0001 1.5e+300"],
  [
    "{{ 7//2 }} {{ -7//2 }} {{ 7/2 }} {{ 4/2 }} {{ 7%3 }} {{ -7%3 }} {{ 2**10 }} {{ 2**-1 }} {{ 7.5//2 }}",
    "3 -4 3.5 2.0 1 2 1024 0.5 3.0",
  ],
  ["{{ 1 ~ 'a' ~ 2.0 ~ none ~ true ~ [1] }}", "1a2.0NoneTrue[1]"],
  ["{{ 'a' 'b' }} {{ 'a' * 3 }} {{ [1]*2 }} {{ [1]+[2] }} {{ (1,)+(2,) }}", "ab aaa [1, 1] [1, 2] (1, 2)"],
  ["{{ 'x=%s' % 3 }} {{ '%d/%d' % (1,2) }} {{ '%(a)s' % {'a': 1} }}", "x=3 1/2 1"],
  [
    "{{ '{:05d} {:.2f} {:,} {:x} {:+d} {:>8.3f} {:%} {:e}'.format(42, 3.14159, 1234567, 255, 5, 2.5, 0.25, 1234.5) }}",
    "00042 3.14 1,234,567 ff +5    2.500 25.000000% 1.234500e+03",
  ],
  ["{{ '{a}{b}'.format(a=1,b=2) }} {{ '{{}}'.format() }} {{ '{:*^9}'.format('x') }}", "12 {} ****x****"],
  [
    "{{ 'a b c'.split() }} {{ 'a,b,c'.split(',') }} {{ 'a,b,c'.split(',', 1) }} {{ ' a  b '.split(' ') }}",
    "['a', 'b', 'c'] ['a', 'b', 'c'] ['a', 'b,c'] ['', 'a', '', 'b', '']",
  ],
  [
    "{{ 'a b c'.split(none, 1) }} {{ 'a.b.c'.rsplit('.', 1) }} {{ path.split('/')[-1] }} {{ ''.split() }}",
    "['a', 'b c'] ['a.b', 'c'] c.txt []",
  ],
  ["{{ ''.split(',') }} {{ 'a\\nb\\n'.splitlines() }}", "[''] ['a', 'b']"],
  [
    "{{ s[:2] }} {{ s[-3:] }} {{ s[::-1] }} {{ l[-1] }} {{ [1,2,3,4][1:3] }} {{ [1,2,3,4][::2] }} {{ l[5:] }}",
    "he rld dlrow olleh 2 [2, 3] [1, 3] []",
  ],
  [
    "{{ s[2] }} {{ u[6:7] }} {{ u[-4:] }} {{ (1,2,3)[1:] }} {{ [1,2,3][::-1] }} {{ 'abcdef'[4:1:-1] }}",
    "l   😀 ok (2, 3) [3, 2, 1] edc",
  ],
  ["{{ 'abcdef'[-100:100] }} {{ s[n:] }}", "abcdef orld"],
  [
    "{{ 'A' if n > 5 else 'B' }} {{ 'x' if no else 'y' }} {{ 1 if yes else 2 if no else 3 }} {{ (1 if no else 2) + 1 }}",
    "A y 1 3",
  ],
  [
    "{{ n is odd }} {{ n is even }} {{ n is divisibleby 7 }} {{ n is divisibleby(3) }} {{ s is string }}",
    "True False True False True",
  ],
  [
    "{{ n is number }} {{ n is integer }} {{ f is float }} {{ m is mapping }} {{ l is iterable }}",
    "True True True True True",
  ],
  [
    "{{ l is sequence }} {{ nothing is none }} {{ yes is boolean }} {{ yes is true }} {{ 'a' is lower }}",
    "True True True True True",
  ],
  [
    "{{ 'A' is upper }} {{ n is eq 7 }} {{ n is gt 3 }} {{ 1 is in [1,2] }} {{ n is not string }}",
    "True True True True True",
  ],
  [
    "{{ yes is number }} {{ zz is none }} {{ n is sameas n }} {{ s is mapping }} {{ m is sequence }}",
    "True False True False True",
  ],
  [
    "{{ name }} {{ [name] }} {{ [\"a'b\", 'c\"d', 'n\\n\\t\\\\', 'é', '\\x01', '\\u200b', '\\xa0'] }} {{ u }} {{ [u] }}",
    "O'Neil \"x\" ['O\\'Neil \"x\"'] [\"a'b\", 'c\"d', 'n\\n\\t\\\\', 'é', '\\x01', '\\u200b', '\\xa0'] žluť 😀 ok ['žluť 😀 ok']",
  ],
  [
    "{{ 'abc'.endswith(('x','c')) }} {{ 'abcb'.find('b') }} {{ 'abcb'.rfind('b') }} {{ 'abc'.find('z') }}",
    "True 1 3 -1",
  ],
  [
    "{{ '5'.zfill(3) }} {{ '-5'.zfill(4) }} {{ '12'.isdigit() }} {{ 'ab'.isalpha() }} {{ 'a1'.isalnum() }}",
    "005 -005 True True True",
  ],
  [
    "{{ 'A'.isupper() }} {{ 'a-b'.partition('-') }} {{ 'a-b-c'.rpartition('-') }} {{ 'abc'.removeprefix('a') }}",
    "True ('a', '-', 'b') ('a-b', '-', 'c') bc",
  ],
  ["{{ 'abc'.removesuffix('c') }} {{ 'Ab'.swapcase() }}", "ab aB"],
  ["{{ 0b11 }} {{ 0o17 }} {{ 1_000 }} {{ 1.5e3 }}", "3 15 1000 1500.0"],
  [
    "{{ m['z'] }} {{ m.m.b[1] }} {{ m['m']['y'] }} {{ nested[1].k }} {{ nested.0.k }} {{ l.0 }} {{ m.m['b'].0 }}",
    "1 x 1 a b 3 1",
  ],
  ["{{ (n + 1) * 2 - 3 }}", "13"],
  ["{{ n + 1 * 2 }}", "9"],
  ["{{ -2 ** 2 }}", "4"],
  ["{{ 2 ** 3 ** 2 }}", "64"],
  ["{{ 10 - 2 - 3 }}", "5"],
  ["{{ 2 * 3 % 4 }}", "2"],
  ["{{ not false and true }}", "True"],
  ["{{ not (false and true) }}", "True"],
  ["{{ 1 if true else 0 + 5 }}", "1"],
  ["{{ n > 5 and s == 'hello world' or false }}", "True"],
  ["{{ -n // 2 }}", "-4"],
  [
    "{{ 100 * 1.1 }} {{ 0.1 * 3 }} {{ 1/3 }} {{ 5 // 2.0 }} {{ -0.0 }} {{ 1.0 ~ '' }} {{ 1e15 + 0.5 }}",
    "110.00000000000001 0.30000000000000004 0.3333333333333333 2.0 -0.0 1.0 1000000000000000.5",
  ],
  ["a\r\nb\rc {{ n }}\r\n", "a\nb\nc 7\n"],
])("expressions are those of Jinja2: %j", (template, text) => {
  expect(rendered(template)).toBe(text);
});

it.each<[string, string]>([
  ["{{ -7.5%2 }} {{ 2**0.5 }} {{ 1 - -1 }} {{ -n|abs }} {{ +n }}", "0.5 1.4142135623730951 2 7 7"],
  [
    "{{ s|upper }} {{ s|lower }} {{ s|title }} {{ s|capitalize }} {{ \"it's o'neil-x (foo) [bar] <b>\"|title }}",
    "HELLO WORLD hello world Hello World Hello world It's O'neil-X (Foo) [Bar] <B>",
  ],
  ['{{ "hELLO wORLD"|capitalize }} {{ "foo bar\'s"|title }}', "Hello world Foo Bar's"],
  [
    "{{ 'hello world foo bar'|truncate(9) }}|{{ 'hello world foo bar'|truncate(9, true) }}|{{ 'hello world foo bar'|truncate(9, false, '') }}|{{ 'hello world'|truncate(9) }}|{{ 'hello world'|truncate(9, leeway=0) }}|{{ 'x'*300|int }}",
    "hello...|hello ...|hello|hello world|hello...|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  ],
  [
    "{{ ('word '*80)|truncate }}",
    "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word...",
  ],
  [
    "{{ ('x'*80)|truncate(20) }} {{ ('x y'*80)|truncate(20, end='…') }} {{ ('x y'*80)|truncate(length=20, killwords=True) }}",
    "xxxxxxxxxxxxxxxxx... x yx yx yx yx yx… x yx yx yx yx yx ...",
  ],
  [
    "{{ 2.5|round }} {{ 3.5|round }} {{ 0.5|round }} {{ 2.675|round(2) }} {{ 7|round }} {{ 1.005|round(2) }}",
    "2.0 4.0 0.0 2.67 7 1.0",
  ],
  [
    "{{ 0.125|round(2) }} {{ 0.375|round(2) }} {{ 2.4|round(method='ceil') }} {{ 2.6|round(0,'floor') }}",
    "0.12 0.38 3.0 2.0",
  ],
  [
    "{{ 1234.5|round(-2) }} {{ (2/3)|round(3) }} {{ 2.5|round|int }} {{ -2.5|round }} {{ 1e22|round }}",
    "1200.0 0.667 2 -2.0 1e+22",
  ],
  ["{{ 10|round(1) }} {{ 42.55|round(1,'floor') }}", "10 42.5"],
  ['{{ "%02d"|format(3) }} {{ "%s-%s"|format(\'a\', 1) }} {{ "%.2f"|format(3.14159) }}', "03 a-1 3.14"],
  [
    '{{ "%5d|%-5d|%05d|%+d"|format(1,2,3,4) }} {{ "%x %X %o"|format(255,255,8) }} {{ "%5.1f%%"|format(99.55) }}',
    "    1|2    |00003|+4 ff FF 10  99.5%",
  ],
  [
    '{{ "%e"|format(12345.678) }} {{ "%g %g %g"|format(0.00001, 100000, 1e10) }} {{ "%r"|format(\'a\') }}',
    "1.234568e+04 1e-05 100000 1e+10 'a'",
  ],
  [
    "{{ \"%(a)s %(b)03d\"|format(a='x', b=5) }} {{ \"%10s|%-10s|\"|format('ab','cd') }} {{ \"%d\"|format(3.9) }}",
    "x 005         ab|cd        | 3",
  ],
  [
    '{{ "%s"|format([1,\'a\']) }} {{ "%.3s"|format(\'abcdef\') }} {{ "%#x"|format(255) }} {{ "%c%c"|format(\'a\', 98) }}',
    "[1, 'a'] abc 0xff ab",
  ],
  ['{{ "% d"|format(5) }} {{ "%.0f %.0f"|format(0.5, 1.5) }}', " 5 0 2"],
  ["{{ '{}-{}'.format(1,'b') }} {{ '{0:>5}|{0:<5}|{0:^5}|'.format('ab') }}", "1-b    ab|ab   | ab  |"],
  [
    "{{ '{:,.1f}'.format(1234567.89) }} {{ '{}'.format(2.0) }} {{ '{:5}|{:5}|'.format(1,'a') }}",
    "1,234,567.9 2.0     1|a    |",
  ],
  ["{{ [3,1,3,2]|unique|list }} {{ ['a','A','b']|unique|list }}", "[3, 1, 2] ['a', 'b']"],
  [
    "{{ ['a','A','b']|unique(case_sensitive=true)|list }} {{ nested|unique(attribute='k')|map(attribute='v')|list }}",
    "['a', 'A', 'b'] [2, 1]",
  ],
  ["{{ nested|selectattr('on')|map(attribute='v')|list }}", "[2, 3]"],
  ["{{ nested|rejectattr('on')|map(attribute='v')|join(',') }}", "1"],
  ["{{ nested|selectattr('k','equalto','b')|list|length }}", "2"],
  ["{{ nested|selectattr('v','>',1)|map(attribute='k')|list }}", "['b', 'b']"],
  ["{{ nested|selectattr('v','in',[1,2])|map(attribute='v')|list }}", "[2, 1]"],
  [
    "{{ ['a','b']|map('upper')|join(' ') }} {{ ls|map('replace','a','X')|list }} {{ [1.5,2.5]|map('round')|list }}",
    "A B ['b', 'A', 'c', 'X'] [2.0, 2.0]",
  ],
  ["{{ nested|map(attribute='q', default='-')|join }} {{ [[1,2],[3]]|map('first')|list }}", "--- [1, 3]"],
  ["{{ [[1,2],[3]]|map('length')|sum }} {{ ['1','2']|map('int')|sum }}", "3 3"],
  ["{{ [0,1,2]|select|list }} {{ [0,1,2]|select('odd')|list }} {{ [0,1,2]|reject('odd')|list }}", "[1, 2] [1] [0, 2]"],
  ["{{ l|select('>', 1)|list }} {{ [1,'a',none]|select('string')|list }}", "[3, 2] ['a']"],
  ["{{ undefined_thing|default('d') }} {{ m.q|default('e') }} {{ empty|default('x') }}", "d e "],
  [
    "{{ empty|default('x', true) }} {{ none|default('z') }} {{ nothing|d('z', true) }} {{ m.q is defined }}",
    "x None z False",
  ],
  [
    "{{ m.q is undefined }} {{ zz is not defined }} {{ n is defined and n > 3 }} {{ 0|default(5, boolean=true) }}",
    "True True True 5",
  ],
  ["{{ '5'|int }} {{ 'x'|int }} {{ 'x'|int(7) }} {{ 3.9|int }} {{ '3.9'|int }} {{ -3.9|int }}", "5 0 7 3 3 -3"],
  [
    "{{ '0x1f'|int(base=16) }} {{ ' 12 '|int }} {{ true|int }} {{ none|int }} {{ '1e3'|int }} {{ '1_000'|int }}",
    "31 12 1 0 1000 1000",
  ],
  ["{{ '3.9'|float }} {{ 'x'|float }} {{ 'x'|float(1.5) }} {{ 3|float }} {{ '1e3'|float }}", "3.9 0.0 1.5 3.0 1000.0"],
  [
    "{{ l|last }} {{ l|first }} {{ 'abc'|last }} {{ l|length }} {{ m|length }} {{ s|length }} {{ u|length }}",
    "2 3 c 3 3 11 9",
  ],
  [
    "{{ l|sum }} {{ nested|sum(attribute='v') }} {{ l|max }} {{ l|min }} {{ nested|map(attribute='v')|max }}",
    "6 6 3 1 3",
  ],
  ["{{ nested|max(attribute='v') }}", "{'k': 'b', 'v': 3, 'on': True}"],
  [
    "{{ l|sort }} {{ ls|sort }} {{ ls|sort(case_sensitive=true) }} {{ l|sort(reverse=true) }}",
    "[1, 2, 3] ['A', 'a', 'b', 'c'] ['A', 'a', 'b', 'c'] [3, 2, 1]",
  ],
  ["{{ nested|sort(attribute='v')|map(attribute='v')|list }}", "[1, 2, 3]"],
  ["{{ nested|sort(attribute='k,v')|map(attribute='v')|list }} {{ m|sort }}", "[1, 2, 3] ['a', 'm', 'z']"],
  [
    "{{ l|reverse|list }} {{ 'abc'|reverse }} {{ l|join }} {{ l|join(', ') }} {{ ls|join('-') }}",
    "[2, 1, 3] cba 312 3, 1, 2 b-A-c-a",
  ],
  [
    "{{ nested|join(',', attribute='k') }} {{ [1,none,true,2.0]|join('|') }} {{ l|list }} {{ 'abc'|list }}",
    "b,a,b 1|None|True|2.0 [3, 1, 2] ['a', 'b', 'c']",
  ],
  ["{{ m|list }} {{ m|join(',') }}", "['z', 'a', 'm'] z,a,m"],
  [
    "{{ m.items()|list }} {{ m.keys()|list }} {{ m.values()|list }} {{ m|items|list }} {{ m|dictsort }}",
    "[('z', 1), ('a', 2), ('m', {'y': 1, 'b': [1, 'x']})] ['z', 'a', 'm'] [1, 2, {'y': 1, 'b': [1, 'x']}] [('z', 1), ('a', 2), ('m', {'y': 1, 'b': [1, 'x']})] [('a', 2), ('m', {'y': 1, 'b': [1, 'x']}), ('z', 1)]",
  ],
  ["{{ m.m|dictsort(by='value', reverse=true) if false else '' }} {{ m.get('z') }} {{ m.get('q') }}", " 1 None"],
  [
    "{{ m.get('q', 5) }} {{ 'z' in m }} {{ 'q' not in m }} {{ {'b':1,'a':2}|dictsort }}",
    "5 True True [('a', 2), ('b', 1)]",
  ],
  [
    "{{ range(3)|list }} {{ range(1,4)|list }} {{ range(5,0,-2)|list }} {{ range(0)|list }} {{ dict(a=1, b=2) }} {{ dict(a=1).a }}",
    "[0, 1, 2] [1, 2, 3] [5, 3, 1] [] {'a': 1, 'b': 2} 1",
  ],
  [
    '{{ m|tojson }} {{ l|tojson }} {{ html|tojson }} {{ u|tojson }} {{ [1.0, none, true, "a\\nb"]|tojson }}',
    '{"a": 2, "m": {"b": [1, "x"], "y": 1}, "z": 1} [3, 1, 2] "\\u003cb\\u003e\\u0026\\u0027\\"\\u003c/b\\u003e" "\\u017elu\\u0165 \\ud83d\\ude00 ok" [1.0, null, true, "a\\nb"]',
  ],
  [
    "{{ m|tojson(indent=2) }} {{ []|tojson(2) }} {{ {}|tojson }}",
    '{\n  "a": 2,\n  "m": {\n    "b": [\n      1,\n      "x"\n    ],\n    "y": 1\n  },\n  "z": 1\n} [] {}',
  ],
  [
    "{{ html|e }} {{ html|escape }} {{ html|striptags }} {{ 'a b&c/d'|urlencode }}",
    "&lt;b&gt;&amp;&#39;&#34;&lt;/b&gt; &lt;b&gt;&amp;&#39;&#34;&lt;/b&gt; &'\" a%20b%26c/d",
  ],
  [
    "{{ {'a':1,'b c':'d&'}|urlencode }} {{ s|wordcount }} {{ 'ab'|center(7) }}| {{ 'ab'|center(6) }}|",
    "a=1&b+c=d%26 2    ab  |   ab  |",
  ],
  [
    "{{ ' a '|trim }}| {{ 'xxaxx'|trim('x') }} {{ 'abab'|replace('a','X') }} {{ 'abab'|replace('a','X',1) }}",
    "a| a XbXb Xbab",
  ],
  ["{{ 'aaa'|replace('','-') }}", "-a-a-a-"],
  [
    "{{ lines|indent }}|{{ lines|indent(2, true) }}|{{ lines|indent(2, blank=true) }}|{{ lines|indent('>>') }}|{{ 'a\\n'|indent }}|",
    "a\n    b\n\n    c|  a\n  b\n\n  c|a\n  b\n  \n  c|a\n>>b\n\n>>c|a\n|",
  ],
  [
    "{{ 1000|filesizeformat }} {{ 1|filesizeformat }} {{ 999|filesizeformat }} {{ 1500000|filesizeformat }}",
    "1.0 kB 1 Byte 999 Bytes 1.5 MB",
  ],
  [
    "{{ 1024|filesizeformat(true) }} {{ 5|string }} {{ 5|string is string }} {{ -3|abs }} {{ 2.5|abs }}",
    "1.0 KiB 5 True 3 2.5",
  ],
  ["{{ [1,[2,'a']]|pprint }} {{ 'a'|safe }}", "[1, [2, 'a']] a"],
  [
    "{{ 'abc'.upper() }} {{ 'ABC'.lower() }} {{ 'a b'.title() }} {{ \"it's\"|title }} {{ \"it's\".title() }}",
    "ABC abc A B It's It'S",
  ],
  ["{{ 'abc'.capitalize() }} {{ ' x '.strip() }}| {{ 'xax'.strip('x') }} {{ 'xa'.lstrip('x') }}", "Abc x| a a"],
  [
    "{{ 'ax '.rstrip() }}| {{ 'a'.join(['1','2']) }} {{ 'aXbX'.replace('X','-') }} {{ 'abc'.startswith('ab') }}",
    "ax| 1a2 a-b- True",
  ],
  [
    "{{ 'abab'.count('a') }} {{ 'a'.center(5) }}| {{ 'ab'.center(5) }}| {{ 'a'.ljust(3) }}| {{ 'a'.rjust(3, '.') }}",
    "2   a  |   ab | a  | ..a",
  ],
  [
    "{{ '}}' }} {{ \"%}\" }} {{ {'a':{'b':1}}}} {{ \"a\\\"b\" }} {{ 'it\\'s' }} {{ \"\\x41\\u0042\\n|\\\\|\\q\" }} {{ 0x1F }}",
    "}} %} {'a': {'b': 1}} a\"b it's AB\n|\\|\\q 31",
  ],
  ["{{ nested|map(attribute='k')|first }} {{ [[1,2],[3,4]]|map(attribute=1)|list }}", "b [2, 4]"],
  ["{{ [{'a':{'b':5}}]|map(attribute='a.b')|first }} {{ l|attr('q') is defined }}", "5 False"],
  ["{{ n|string ~ 'x'|upper }}", "7X"],
  ["{{ 5 * 'a'|length }}", "5"],
  [
    "{{ 1, 2 }} {{ [1, 2,] }} {{ {'a': 1,} }} {{ f }}{{ 10 / 4 }} {{ 3.0 }} {{ 3.0|int }} {{ 1e2|int }}",
    "(1, 2) [1, 2] {'a': 1} 2.52.5 3.0 3 100",
  ],
  ["{{ true + 1 }} {{ 7.0 // 2 }} {{ -7 // 2.0 }} {{ (-7.5)|int }} {{ 5 % -3 }}", "2 3.0 -4.0 -7 -1"],
  [
    "{{ loop_missing|default(m)|length }} {{ ls|map('lower')|unique|sort|join(',') }} {{ m|map('upper')|join }}",
    "3 a,b,c ZAM",
  ],
  ["{{ nested|map(attribute='v')|map('string')|join('+') }} {{ s.split()|map('first')|join }}", "2+1+3 hw"],
  [
    "{{ s.split()|map('length')|list }} {{ ls|join(', ')|upper }} {{ (ls|join(', ')).split(', ')|last }}",
    "[5, 5] B, A, C, A a",
  ],
])("filters are those of Jinja2: %j", (template, text) => {
  expect(rendered(template)).toBe(text);
});

it.each<[string, string]>([
  [
    "{% for k, v in m.items() %}{{ k }}={{ v }};{% endfor %} {% for k in m %}{{ k }}{% endfor %} {% for v in m.values() %}{{ v }},{% endfor %}",
    "z=1;a=2;m={'y': 1, 'b': [1, 'x']}; zam 1,2,{'y': 1, 'b': [1, 'x']},",
  ],
  [
    "{% for k, v in {'z':1,'a':2, 3:4}.items() %}{{ k }}={{ v }};{% endfor %} {{ {1: 'a', '1': 'b', 2.5: 'c', none: 'd'} }} {{ {1:'x'}[1.0] }}",
    "z=1;a=2;3=4; {1: 'a', '1': 'b', 2.5: 'c', None: 'd'} x",
  ],
  [
    "{% for k, v in focus.items() %}{{ k + 1 }}={{ v }} {% endfor %}{{ focus[2] }} {{ focus[n - 6] }} {{ 10 in focus }} {{ '10' in focus }} {{ focus }} {{ focus.get(3, 'none') }}",
    "2=one 3=two 11=ten two one True False {1: 'one', 2: 'two', 10: 'ten'} none",
  ],
  [
    "{% macro f(a, b=2, c='x') %}{{ a }}-{{ b }}-{{ c }}{% endmacro %}{{ f(1) }} {{ f(1, 3) }} {{ f(b=3, a=1) }} {{ f('q', c=n) }}",
    "1-2-x 1-3-x 1-3-x q-2-7",
  ],
  [
    "{% macro outer(x) %}[{{ caller() }}|{{ x }}]{% endmacro %}{% call outer('v') %}body {{ n }}{% endcall %}",
    "[body 7|v]",
  ],
  [
    "{% macro each(items) %}{% for i in items %}{{ caller(i) }}{% endfor %}{% endmacro %}{% call(i) each(l) %}<{{ i }}>{% endcall %}",
    "<3><1><2>",
  ],
  ["{% macro va() %}{{ varargs }}{% endmacro %}{{ va(1,2) }}", "(1, 2)"],
  [
    "{% set ns = namespace(x=1, y='a') %}{% for i in range(3) %}{% set ns.x = ns.x + i %}{% endfor %}{{ ns.x }}{{ ns.y }}",
    "4a",
  ],
  ["{% set x = 1 %}{% for i in [1,2] %}{% set x = 5 %}{{ x }}{% endfor %}{{ x }}", "551"],
  [
    "{% set x = 1 %}{% if true %}{% set x = 5 %}{% endif %}{{ x }} {% with y = 3, z = x %}{{ y }}{{ z }}{% set x = 9 %}{% endwith %}{{ x }}",
    "5 355",
  ],
  [
    "{% set a, b = 1, 2 %}{{ a }}{{ b }} {% set t = 1, 2 %}{{ t }} {% set c %}block {{ n }}{% endset %}{{ c }}|{% set d | upper %}abc{% endset %}{{ d }}",
    "12 (1, 2) block 7|ABC",
  ],
  [
    "{% for i in range(3) %}{{ loop.index }}/{{ loop.length }}{{ loop.first }}{{ loop.last }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.cycle('a','b') }} {% endfor %}",
    "1/3TrueFalse032a 2/3FalseFalse121b 3/3FalseTrue210a ",
  ],
  [
    "{% for i in l if i > 1 %}{{ i }}{{ loop.index }}{% else %}none{% endfor %} {% for i in [] %}x{% else %}none{% endfor %} {% for i in l %}{{ loop.previtem|default('-') }}{{ loop.nextitem|default('-') }} {% endfor %}",
    "3122 none -1 32 1- ",
  ],
  [
    "{% for a in [1,1,2] %}{{ loop.changed(a) }} {% endfor %} {% for x in [[1,[2,[3]]]] recursive %}{% for y in x %}{% endfor %}{{ loop.depth }}{% endfor %}",
    "True False True  1",
  ],
  ["{% for i in [{'n':1,'c':[{'n':2,'c':[]}]}] recursive %}{{ i.n }}({{ loop(i.c) }}){% endfor %}", "1(2())"],
  [
    "{% for (a, b) in [(1,2),(3,4)] %}{{ a+b }} {% endfor %}{% for a, (b, c) in [(1,(2,3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}",
    "3 7 123",
  ],
  [
    "{% if n == 7 %}seven{% elif n %}x{% else %}y{% endif %} {% if not empty %}e{% endif %} {% if l and m %}t{% endif %} {{ 1 < 2 < 3 }} {{ not 1 in [1] }} {{ 2 not in [1] }} {{ '' or 'x' }} {{ 0 and 1 }} {{ 'a' < 'b' }} {{ [1]==[1] }} {{ 1==1.0 }} {{ true == 1 }} {{ 'ell' in s }} {{ [1,2] < [1,3] }} {{ (1,2) == [1,2] }} {{ none == none }}",
    "seven e t True False True x 0 True True True True True True False True",
  ],
  [
    "{% set c = cycler('a','b') %}{{ c.next() }}{{ c.next() }}{{ c.next() }}{{ c.current }} {% set j = joiner(',') %}{% for i in l %}{{ j() }}{{ i }}{% endfor %}",
    "abab 3,1,2",
  ],
  [
    "{{ l|batch(2)|list }} {{ l|batch(2, 'x')|list }} {{ l|slice(2)|list }} {{ [1,2,3,4]|slice(3,'x')|list }} {{ nested|groupby('k')|list }} {% for g in nested|groupby('k') %}{{ g.grouper }}:{{ g.list|length }} {% endfor %}{% for k, items in nested|groupby('k') %}{{ k }}{{ items|map(attribute='v')|list }}{% endfor %}",
    "[[3, 1], [2]] [[3, 1], [2, 'x']] [[3, 1], [2]] [[1, 2], [3, 'x'], [4, 'x']] [('a', [{'k': 'a', 'v': 1, 'on': False}]), ('b', [{'k': 'b', 'v': 2, 'on': True}, {'k': 'b', 'v': 3, 'on': True}])] a:1 b:2 a[1]b[2, 3]",
  ],
  [
    "{% set li = [] %}{% set _ = li.append(1) %}{% set _ = li.extend([2,3]) %}{{ li }} {{ li.pop() }} {{ li }} {% set dd = {} %}{% set _ = dd.update({'a': 1}) %}{{ dd }} {{ [1,2,1].count(1) }} {{ [1,2].index(2) }}",
    "[1, 2, 3] 3 [1, 2] {'a': 1} 2 1",
  ],
  [
    "{# comment {{ x }} #}a{#- b -#} c {%- if true -%}  d  {%- endif -%}  e {{- 'f' -}} g {% raw %}{{ raw }} {% if %}{% endraw %} h {%- raw -%}  {{ x }}  {%- endraw -%} i",
    "acdefg {{ raw }} {% if %} h{{ x }}i",
  ],
  ["{% filter upper %}abc {{ n }}{% endfilter %} {% filter replace('a','b')|title %}aaa{% endfilter %}", "ABC 7 Bbb"],
  ["{%- for i in range(3) %}\n  - {{ i }}\n{%- endfor %}\n", "\n  - 0\n  - 1\n  - 2\n"],
  ["x\n\n{%- if n %}\n y\n{% endif +%}\n z\n", "x\n y\n\n z\n"],
])("statements are those of Jinja2: %j", (template, text) => {
  expect(rendered(template)).toBe(text);
});

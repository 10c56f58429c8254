import type { BadCase } from "./bad-case.ts";
import { odd, refused, scoreWith, shortened } from "./bad-case.ts";

/** Text that is YAML only just, or not at all. Each fits into the 1 MB that a score may have. */
export function oddYaml(): readonly BadCase[] {
  return [
    ...bombs().map((text) => refused(`YAML ${shortened(text)}`, text)),
    ...slips().map((text) => refused(`YAML ${shortened(text)}`, text)),
    ...oddities(),
  ];
}

function bombs(): readonly string[] {
  const right = scoreWith({}).slice(0, -1);
  const laughs = Array.from(
    { length: 30 },
    (_, place) => `v${place + 1}: &v${place + 1} [${Array<string>(9).fill(`*v${place}`).join(", ")}]`,
  );
  return [
    ["v0: &v0 [ha, ha]", ...laughs, "sheets: *v30", ""].join("\n"),
    `a: &a ${"x".repeat(500_000)}\nsheets: [${"*a, ".repeat(100_000)}]`,
    `variables: { all: [${"[".repeat(4_000)}${"]".repeat(4_000)}] }\n`,
    "[".repeat(900_000),
    "{a: ".repeat(200_000),
    "- ".repeat(400_000),
    "? ".repeat(400_000),
    "a: &a\n".repeat(1) + " b: *a\n".repeat(1),
    `&a [${"*a, ".repeat(1000)}]`,
    `sheets: ${'"'.padEnd(900_000, "x")}`,
    `sheets: |\n${" x\n".repeat(300_000)}`,
    Array.from({ length: 90_000 }, (_, number) => `k${number}: 1`).join("\n"),
    Array.from({ length: 60_000 }, (_, number) => `k${number}: &n${number} 1`).join("\n"),
    "k: 1\n".repeat(150_000),
    `${"k".repeat(900_000)}: 1`,
    `${right}, "variables": { "long": "${"x".repeat(800_000)}" }, "nam": 1 }`,
    `${right}, ${Array.from({ length: 40_000 }, (_, number) => `"unknown-${number}": 1`).join(", ")} }`,
    `sheets: [${"{id: a, prompt: b}, ".repeat(45_000)}]`,
    `agent: scripted\nprompt: x\nsheets:\n${Array.from({ length: 25_000 }, (_, number) => `- id: s${number}\n  aftr: s0`).join("\n")}`,
  ];
}

function slips(): readonly string[] {
  const right = scoreWith({}).slice(0, -1);
  return [
    "",
    "# nothing but a comment\n",
    "\u{feff}",
    "null",
    "just text",
    "42",
    "[]",
    "{}",
    "---\n---\n",
    `${right} }\n---\n${right} }`,
    `${right}, agent: scripted }`,
    `${right}, agent: scripted, agent: scripted }`,
    "sheets:\n\t- id: a\n",
    "sheets:\n  - id: a\n\tprompt: b\n",
    "sheets:\n- id: a\n prompt: b\n  agent: c\n",
    "sheets: [",
    "sheets: 'a",
    "sheets: {a: b",
    "a: b: c",
    "*nobody",
    "sheets: !!js/function 'function () { }'",
    'sheets: !!python/object/apply:os.system ["touch @canary@"]',
    "!!binary aGVsbG8=",
    "%YAML 9.9\n---\nsheets: []",
    "%TAG ! tag:nowhere,2000:\n---\n!x {}",
    `${right}, <<: { name: x } }`,
    `${right}, __proto__: { isolation: worktree } }`,
    `${right}, constructor: x, toString: y }`,
    "? [a, b]\n: c\n",
    "sheets:\n  - id: a\n    prompt: \u0007bell\n",
    "sheets: \u0000",
    `${right}, "parallel": 1e400 }`,
    `${right}, parallel: .nan }`,
    `${right}, parallel: 0x7fffffffffffffff }`,
    `${right}, timeout: 1e308 }`,
    `${right}, timeout: 9999999999999999999999h }`,
    `${right}, variables: 2001-01-01 }`,
    `${right}, name: "\u001b]0;x\u0007" }`,
    "\u2028sheets\u2028: \u2028",
  ];
}

function oddities(): readonly BadCase[] {
  const right = scoreWith({});
  return [
    odd("YAML with half a character", scoreWith({}).replace("{", '{"name": "\\ud800", ')),
    odd("YAML with a byte order mark", `\u{feff}${right}`),
    odd("YAML with line ends of Windows", right.replaceAll(",", ",\r\n")),
    odd("YAML with line ends of old Macs", right.replaceAll(",", ",\r")),
    odd("YAML with a million blanks", `${right}${" ".repeat(900_000)}`),
    odd("YAML with 100,000 comments", `${right}\n${"# c\n".repeat(200_000)}`),
    odd("YAML with a prompt of 900 kB", scoreWith({ sheet: { prompt: "x ".repeat(450_000) } })),
    odd("YAML with 2000 aliases", `x: &x {id: a}\n${right}`),
    odd(
      "YAML with numbers as keys",
      scoreWith({
        score: { variables: { a: Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [key, 1])) } },
      }),
    ),
  ];
}

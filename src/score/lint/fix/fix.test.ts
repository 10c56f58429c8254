import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { diagnoseScore } from "../../parse.ts";
import { isError } from "../../source/problem.ts";
import { fixScore } from "./fix.ts";

const source = { path: "s.yaml", baseDir: "/base" };
const fixed = (text: string): string => fixScore(text, source).text;
const what = (text: string): readonly string[] =>
  fixScore(text, source).changes.map(({ at, what: said }) => `${String(at.line)}:${String(at.column)} ${said}`);

const commented = `# what it is for
agent:   scripted   # who
sheets:
  - id: a   # first
    promt: |
      Do it.

      Well.
    "retry": {attemps: 2}
`;

describe("a misspelt key", () => {
  it("gets its right name, and nothing else in the file changes", () => {
    expect(fixed(commented)).toBe(commented.replace("promt:", "prompt:").replace("attemps", "attempts"));
    expect(what(commented)).toEqual(["5:5 sheets[0].promt → prompt", "9:15 sheets[0].retry.attemps → attempts"]);
  });

  it("keeps its quotes", () => {
    expect(fixed(`agent: scripted\nsheets: [{ id: a, 'promt': x, "tilte": y }]\n`)).toBe(
      `agent: scripted\nsheets: [{ id: a, 'prompt': x, "title": y }]\n`,
    );
  });

  it("is left to people when the right one is there as well", () => {
    const text = "agent: scripted\nsheets:\n  - id: a\n    prompt: x\n    promt: y\n";
    expect(fixScore(text, source)).toEqual({ text, changes: [] });
  });

  it.each(["note: x", "zzz: 1", '"pro\\u006dt": x'])(
    "is left to people when it is not plain what was meant: %s",
    (key) => {
      const text = `agent: scripted\nsheets:\n  - id: a\n    ${key}\n`;
      expect(fixed(text)).toBe(text);
    },
  );

  it("is left to people when it is a word of its own that happens to be near", () => {
    const text = "agent: scripted\nnote: x\nsheets: [{ id: a, prompt: x }]\n";
    expect(diagnoseScore(text, source).problems[0]?.message).toContain('did you mean "name"?');
    expect(fixed(text)).toBe(text);
  });

  it("is left to people when its value would not do under the right name", () => {
    const text = "agent: scripted\nsheets:\n  - id: a\n    prompt: x\n    fan_ot: many\n";
    expect(fixed(text)).toBe(text);
  });

  it("is repaired although its neighbour can't be", () => {
    const text = "agent: scripted\nsheets:\n  - id: a\n    promt: x\n    fan_ot: many\n";
    expect(fixed(text)).toBe(text.replace("promt", "prompt"));
  });

  it("is repaired in a score of Mozart's, which only warned of it", () => {
    const text = "name: m\nsheet: { size: 1, total_items: 2 }\nprompt: { templat: Do it }\nretry: { max_retrys: 2 }\n";
    expect(fixed(text)).toBe(text.replace("templat:", "template:").replace("retrys", "retries"));
  });

  it("behind an anchor is repaired wherever it is used, or nowhere", () => {
    const text =
      "agent: scripted\nsheets:\n  - id: a\n    prompt: x\n    retry: &r { attemps: 2 }\n  - id: b\n    prompt: y\n    retry: *r\n";
    expect(fixed(text)).toBe(text.replace("attemps", "attempts"));
  });
});

describe("a word of Mozart's", () => {
  it.each([
    ['{ command: "true", condition: stage == 1 }', '{ command: "true", when: stage == 1 }'],
    ['{ command: "true", retry_count: 2 }', '{ command: "true", retries: 2 }'],
    ['{ command: "true", timeout_seconds: 90 }', '{ command: "true", timeout: 90 }'],
    ['{ command_succeeds: "true", working_directory: sub }', '{ command: "true", cwd: sub }'],
  ])("gets its name here: %s", (before, after) => {
    const score = (rule: string): string =>
      `agent: scripted\nsheets:\n  - id: a\n    prompt: x\n    validations:\n      - ${rule}\n`;
    expect(fixed(score(before))).toBe(score(after));
  });

  it.each([
    ["depends_on: [b]", "after: [b]"],
    ["description: first", "title: first"],
  ])("gets its name here: %s", (before, after) => {
    const score = (key: string): string => `agent: scripted\nprompt: x\nsheets:\n  - id: a\n    ${key}\n  - id: b\n`;
    expect(fixed(score(before))).toBe(score(after));
  });

  it("whose value means something else here is left to people", () => {
    const text =
      'agent: scripted\nsheets:\n  - { id: a, prompt: x, validations: [{ command: "true", retry_delay_ms: 200 }] }\n';
    expect(fixed(text)).toBe(text);
  });
});

describe("a name in single braces", () => {
  it.each([
    ["prompt: Do {sheet}, {sheet_num} of ${sheet}", "prompt: Do {{ sheet }}, {{ sheet_num }} of ${sheet}"],
    ['prompt: "Do {sheet}\\n"', 'prompt: "Do {{ sheet }}\\n"'],
    ["prompt: >-\n      Do\n      {sheet}", "prompt: >-\n      Do\n      {{ sheet }}"],
    [
      "prompt: |\n      Do {sheet}\n      ```\n      {sheet}\n      ```",
      "prompt: |\n      Do {{ sheet }}\n      ```\n      {sheet}\n      ```",
    ],
    [
      "prompt: x\n    validations: [file_exists: '{sheet}.md']",
      "prompt: x\n    validations: [file_exists: '{{ sheet }}.md']",
    ],
  ])("gets two: %j", (before, after) => {
    const score = (prompt: string): string => `agent: scripted\nsheets:\n  - id: a\n    ${prompt}\n`;
    expect(fixed(score(before))).toBe(score(after));
  });

  it("is repaired in the template of a Mozart score", () => {
    const text =
      "name: m\nsheet: { size: 1, total_items: 2 }\nprompt:\n  template: |\n    Do {sheet_num} in {workspace}.\n";
    expect(fixed(text)).toBe(text.replace("{sheet_num}", "{{ sheet_num }}").replace("{workspace}", "{{ workspace }}"));
    expect(what(text)).toEqual(["5:8 prompt.template: {sheet_num} → {{ sheet_num }}, {workspace} → {{ workspace }}"]);
  });
});

it("a text that also stands elsewhere, where it would change too, is left to people", () => {
  const text = "agent: scripted\nvariables: { said: &p 'Do {sheet}' }\nsheets:\n  - { id: a, prompt: *p }\n";
  expect(fixScore(text, source)).toEqual({ text, changes: [] });
});

describe("tabs that indent", () => {
  it("become spaces", () => {
    const text = "agent: scripted\nsheets:\n\t- id: a\n\t  prompt: |\n\t\t\tone\n\t\t\t\ttwo\n";
    expect(fixed(text)).toBe("agent: scripted\nsheets:\n  - id: a\n    prompt: |\n      one\n        two\n");
    expect(what(text)[0]).toBe("3:1 tabs → spaces");
  });

  it("become as many as the lines around them need", () => {
    const text = "agent: scripted\nretry:\n    attempts: 2\n\tconflicts: 1\nsheets: [{ id: a, prompt: x }]\n";
    expect(fixed(text)).toBe(text.replace("\t", "    "));
  });

  it("stay where they are text", () => {
    const text = "agent: scripted\nsheets:\n  - id: a\n    prompt: |\n      build:\n      \tmake\n";
    expect(fixed(text)).toBe(text);
  });
});

const broken = [
  commented,
  "agent: scripted\r\nsheets:\r\n  - id: a\r\n    promt: Do {sheet}\r\n",
  "agnt: scripted\nsheets:\n\t- id: a\n\t  promt: Do {sheet}\n",
  "name: m\nsheet: { size: 1, total_items: 2 }\nprompt: { template: 'Do {sheet_num}' }\nnonsense: 1\n",
  "a: [\n",
  "",
];

it.each(broken)("a repaired score needs no second repair: %j", (text) => {
  const once = fixed(text);
  expect(fixScore(once, source)).toEqual({ text: once, changes: [] });
});

it("line ends stay as they are", () => {
  expect(fixed("agent: scripted\r\nsheets:\r\n  - id: a\r\n    promt: x\r\n")).toBe(
    "agent: scripted\r\nsheets:\r\n  - id: a\r\n    prompt: x\r\n",
  );
});

it("a score with a hundred slips is repaired whole", () => {
  const sheets = Array.from({ length: 100 }, (_, index) => ({ id: `s${String(index)}`, promt: "Do {sheet}" }));
  const { text, changes } = fixScore(stringify({ agent: "scripted", sheets }), source);
  expect(changes).toHaveLength(200);
  expect(diagnoseScore(text, source).problems.filter(isError)).toEqual([]);
});

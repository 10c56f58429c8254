import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../test/kit/any-text.ts";
import { diagnosisOf, planOf, promptsOf, validationsOf } from "../../test/kit/scores.ts";
import { problemLine } from "../score/source/problem.ts";
import { type AskedTask, taskScore } from "./task.ts";

const plain: AskedTask = {
  prompts: ["Fix the parser"],
  agent: "claude",
  model: null,
  fallbacks: [],
  validations: [],
  review: false,
  approve: false,
  target: null,
  parallel: null,
  timeoutMs: null,
  costPerSheetUsd: null,
  costPerJobUsd: null,
  name: null,
};
const asked = (more: Partial<AskedTask>): string => taskScore({ ...plain, ...more });
const idsOf = (...prompts: readonly string[]): readonly string[] =>
  planOf(asked({ prompts })).sheets.map(({ id }) => id);
const titlesOf = (...prompts: readonly string[]): readonly string[] =>
  planOf(asked({ prompts })).sheets.map(({ title }) => title);

describe("the score of a task", () => {
  it("reads like one that a person wrote", () => {
    expect(
      asked({
        prompts: ["Fix the parser", "Write docs.\nOne page."],
        validations: ["npm test"],
        approve: true,
        model: "opus",
      }),
    ).toBe(`name: tasks
landing: approve

agent:
  use: claude
  model: opus

validations:
  - command: npm test

sheets:
  - id: fix-the-parser
    title: Fix the parser
    prompt: Fix the parser

  - id: write-docs-one-page
    title: Write docs.
    prompt: |-
      Write docs.
      One page.
`);
  });

  it("asks for everything that was asked for", () => {
    const text = asked({
      model: "opus",
      fallbacks: ["codex", "gemini"],
      approve: true,
      target: "release",
      parallel: 7,
      timeoutMs: 90_000,
      costPerSheetUsd: 0.5,
      costPerJobUsd: 3,
      name: "mine",
    });
    const plan = planOf(text);
    expect(plan).toMatchObject({
      name: "mine",
      target: "release",
      parallel: 7,
      landing: { mode: "approve" },
      cost: { perSheetUsd: 0.5, perJobUsd: 3 },
    });
    expect(plan.sheets[0]).toMatchObject({
      agent: { kind: "profile", name: "claude", model: "opus" },
      fallbacks: [{ name: "codex" }, { name: "gemini" }],
      timeoutMs: 90_000,
    });
    expect(planOf(asked({ agent: "scripted" })).sheets[0]?.agent).toEqual({ kind: "scripted" });
  });

  it("lands as was asked", () => {
    const text = asked({
      approve: true,
      landing: { strategy: "merge", gates: [{ name: "t", run: "npm test", files: [], borrow: [] }], push: "origin" },
    });
    expect(text).toContain(
      "landing:\n  mode: approve\n  strategy: merge\n  gates:\n    - name: t\n      run: npm test\n  push: origin\n",
    );
    expect(planOf(text).landing).toMatchObject({
      mode: "approve",
      strategy: "merge",
      gates: [{ name: "t" }],
      push: "origin",
      revalidate: true,
    });
    expect(planOf(asked({ landing: { tests: "none" } })).landing).toMatchObject({ mode: "auto", tests: "none" });
  });

  it("is named after its only prompt", () => {
    expect(planOf(asked({})).name).toBe("fix-the-parser");
  });

  it("has nothing to say about it but that nothing is validated", () => {
    const odd = "Explain {title} and {{ previous_outputs }} in {% for %} and ${x}\r\n```\n{a}\n```";
    expect(
      diagnosisOf(asked({ prompts: [odd, "b {sheet}"] })).problems.map((problem) => problemLine(problem, "")),
    ).toEqual([expect.stringContaining("[V203]")]);
    expect(diagnosisOf(asked({ prompts: [odd], validations: ["test -f '{{ x }}'"] })).problems).toEqual([]);
  });
});

describe("a prompt", () => {
  const said = (...prompts: readonly string[]): readonly string[] => promptsOf(planOf(asked({ prompts })));

  it.each([
    "{{ name }} {% if x %} {# c #}",
    "{% raw %}a{% endraw %}b{%- endraw -%}{%endraw%}{% \n endraw %}",
    "{{{%{#}}%}#}{",
    "{\r\n{%\rendraw",
    "a \"b\" 'c' `d` \\n \\",
    "lines\r\nof\rall\n\rkinds\r\r\n\n\n",
    "  leads and trails  \n ",
    "\t- yaml: [no, {a: b}] # c\n---\n...\n%YAML",
    "null",
    "12:30:45",
    "\u0000\u0007\u001b[31m\u007f\u0085\u2028\u2029\ufeff\ufffe",
    "速い 🎼 é e\u0301 \u202e",
    "{",
    "{%",
    "x{",
  ])("arrives as it is: %j", (prompt) => {
    expect(said(prompt)).toEqual([prompt]);
  });

  it("arrives unchanged, with any content", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "%",
      "#",
      "{{",
      "}}",
      "{%",
      "%}",
      "{#",
      "#}",
      " raw ",
      "endraw",
      "-",
      "\r",
      "\n",
      " ",
      '"',
      "\\",
      "'",
      "a",
    );
    const prompt = fc
      .oneof(
        anyText,
        fc.array(piece).map((pieces) => pieces.join("")),
      )
      .filter((text) => text.trim() !== "" && text.isWellFormed());
    fc.assert(
      fc.property(fc.array(prompt, { minLength: 1, maxLength: 4 }), (prompts) => {
        expect(said(...prompts)).toEqual(prompts);
      }),
    );
  });

  it.each([
    ["one line", "x".repeat(990_000)],
    ["many lines", "line of text, and more\n".repeat(30_000)],
    ["braces", "{{ x }} ".repeat(60_000)],
  ])("of nearly a megabyte arrives as it is: %s", (_, prompt) => {
    expect(said(prompt)[0] === prompt).toBe(true);
  });

  it("is refused when no score has room for it", () => {
    expect(() => asked({ prompts: ["x".repeat(1_000_000)] })).toThrow("larger than 1 MB");
    expect(() => asked({ prompts: ["é".repeat(600_000)] })).toThrow("larger than 1 MB");
    expect(() => asked({ prompts: ["x".repeat(600_000), "y".repeat(600_000)] })).toThrow("larger than 1 MB");
  });

  it.each([[[]], [[""]], [["a", " \n"]]])("is refused when it says nothing: %j", (prompts) => {
    expect(() => asked({ prompts })).toThrow("a prompt is empty");
  });
});

it.each([
  "docker inspect --format '{{.Id}}' x",
  "awk '{print $1}' a",
  "test ${#x} -gt 1",
  "echo {# {% raw %}",
  "a && b | c > d",
])("a command is run as it was typed: %s", (command) => {
  expect(validationsOf(planOf(asked({ validations: [command] })))).toMatchObject([
    { kind: "command_succeeds", command: { argv: ["sh", "-c", command], env: {} } },
  ]);
});

describe("an id", () => {
  it.each([
    ["Fix the parser", "fix-the-parser"],
    ["fix `src/a.ts`: it's broken, badly so", "fix-src-a-ts-its"],
    ["Größe ändern", "große-andern".replace("ß", "-")],
    ["速い", "task"],
    ["…", "task"],
    ["\n\n  Add CSV\n", "add-csv"],
    [`${"a".repeat(60)} b`, "a".repeat(40)],
    ["supercalifragilistic expialidocious words here", "supercalifragilistic-expialidocious"],
  ])("of %j", (prompt, id) => {
    expect(idsOf(prompt)).toEqual([id]);
  });

  it("is another for each", () => {
    expect(idsOf("a", "A!", "a 2", "a", "a")).toEqual(["a", "a-2", "a-2-2", "a-3", "a-4"]);
    expect(new Set(idsOf(...Array.from({ length: 2_000 }, () => "do it"))).size).toBe(2_000);
  });

  it("is canonical and unique for all prompts", () => {
    const prompt = fc.oneof(anyText, fc.constantFrom("a", "a 2", "a-2", "A 2 2")).filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(fc.array(prompt, { minLength: 1, maxLength: 8 }), (prompts) => {
        const ids = idsOf(...prompts);
        expect(ids.filter((id) => !/^[a-z\d]+(-[a-z\d]+)*$/.test(id))).toEqual([]);
        expect(new Set(ids).size).toBe(prompts.length);
      }),
    );
  });
});

describe("a title", () => {
  it.each([
    ["\n Fix it \nnow", "Fix it"],
    ["Say {{ x }} {% y", "Say {{ x }} {% y"],
    ["a\tb\u001b[31m\u202ec", "a b [31m c"],
    ["x".repeat(72), "x".repeat(72)],
    ["x".repeat(73), `${"x".repeat(71)}…`],
    [`${"x".repeat(70)} 🎼🎼🎼`, `${"x".repeat(70)}…`],
  ])("of %j", (prompt, title) => {
    expect(titlesOf(prompt)).toEqual([title]);
  });

  it("is one line of at most 72 characters for every prompt", () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => text.trim() !== ""),
        (prompt) => {
          const [title = ""] = titlesOf(prompt);
          expect([...title].length).toBeLessThanOrEqual(72);
          expect(title).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        },
      ),
    );
  });
});

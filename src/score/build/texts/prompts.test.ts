import { describe, expect, it } from "vitest";
import { errorsIn, notesIn, planOf, promptsOf, refusalOf } from "../../../../test/kit/scores.ts";

const one = (prompt: string, more = ""): string =>
  `agent: scripted\n${more}sheets: [{id: a, prompt: ${JSON.stringify(prompt)}}]`;

describe("prompts", () => {
  it("are templates over the sheet, the score and its variables", () => {
    const text = `
agent: scripted
name: job
variables: {who: you, focus: {1: first, 2: second}, list: [a, b]}
sheets:
  - id: s
    title: T
    prompt: "{{ sheet }} {{ title }} {{ name }} {{ who }} {{ focus[2] }} {{ list|join('+') }} {{ workspace }} {{ worktree }}\\n"
`;
    expect(promptsOf(planOf(text))).toEqual(["s T job you second a+b /ws /ctx\n"]);
  });

  it("of the whole score are for all sheets that have none of their own", () => {
    const text =
      "agent: scripted\nprompt: all {{ sheet }}\nsheets: [{id: a}, {id: b, prompt: own}, {id: c, prompt_file: c.md}]";
    expect(promptsOf(planOf(text, { "c.md": "filed" }))).toEqual(["all a", "own", "filed"]);
  });

  it("are kept once, however many sheets have them", () => {
    const plan = planOf(
      "agent: scripted\nsheets: [{id: a, prompt: x}, {id: b, prompt: x}, {id: c, prompt_file: x.md}]",
      { "x.md": "x" },
    );
    expect(plan.texts).toEqual([
      { text: "x", includes: {} },
      { text: "x", includes: {} },
    ]);
    expect(plan.sheets.map(({ prompt }) => prompt)).toEqual([0, 0, 1]);
  });

  it("are reported with their line in the score or in their own file when they are wrong", () => {
    const text =
      'agent: scripted\nsheets:\n  - id: a\n    prompt: |\n      one\n\n      {{ shet }}\n  - {id: b, prompt: "x {% if %}"}\n  - {id: c, prompt_file: bad.md}\n';
    const files = { "bad.md": "one\ntwo {{ nothing }}\n" };
    expect(errorsIn(text, files)).toEqual([
      '7:10 sheets[0].prompt: there is no variable "shet"; did you mean "sheet"? [V101]',
      expect.stringMatching(/^8:\d+ sheets\[1\]\.prompt: syntax error: .* \[V001\]$/),
      'bad.md:2:8 sheets[2].prompt_file: there is no variable "nothing" [V101]',
    ]);
    expect(refusalOf(text, files)?.code).toBe("score.template");
  });

  it("are reported once when they are wrong, not for each sheet, and even after many other problems", () => {
    const many = Array.from({ length: 60 }, (_, index) => `x${index}: 1\n`).join("");
    const text = `name: m\nsheet: {size: 1, total_items: 300}\nprompt: {template: "{{ wat }}"}\n${many}`;
    expect(notesIn(text, ["V401"])).toHaveLength(60);
    expect(notesIn(text, ["V101"])).toEqual(['3:24 prompt.template: there is no variable "wat" [V101]']);
  });

  it.each([
    ["{id: a}", "2:4 sheets[0]: no prompt: give prompt or prompt_file here, or for the whole score [V019]"],
    ["{id: a, prompt: x, prompt_file: y}", "2:4 sheets[0]: give either prompt or prompt_file [V019]"],
    ["{id: a, prompt: ' '}", "2:20 sheets[0].prompt: the prompt is empty [V019]"],
    ["{id: a, prompt_file: empty.md}", "2:25 sheets[0].prompt_file: the prompt is empty [V019]"],
    ["{id: a, prompt_file: nowhere.md}", "2:25 sheets[0].prompt_file: /base/nowhere.md can't be read [V003]"],
  ])("must be there: %s", (sheet, line) => {
    expect(errorsIn(`sheets:\n - ${sheet}\nagent: scripted`, { "empty.md": " \n" })).toEqual([line]);
  });

  it("of the whole score that are wrong are told once, however many sheets count on them", () => {
    expect(errorsIn("sheets: [{id: a}, {id: b}]\nagent: scripted\nprompt: ''")).toEqual([
      "3:9 prompt: the prompt is empty [V019]",
    ]);
    expect(errorsIn("sheets: [{id: a}, {id: b}]\nagent: scripted\nprompt: x\nprompt_file: y")).toEqual([
      "1:1 give either prompt or prompt_file [V019]",
    ]);
  });

  it("all together can't be larger than memory", () => {
    const text = `agent: scripted\nvariables: {p: "${"x".repeat(900_000)}"}\nsheets: [{id: a, fan_out: 1000, prompt: "{{ p }}"}]`;
    expect(errorsIn(text)).toEqual([expect.stringMatching(/all prompts together are larger than 256 MB \[V020\]$/)]);
  });

  it("in files can't be larger than memory together either", () => {
    const files = Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [`${index}.md`, `${index}${"x".repeat(900_000)}`]),
    );
    const sheets = Object.keys(files).map((name) => `{id: "${name}", prompt_file: ${name}}`);
    const text = `agent: scripted\nsheets: [${sheets.join(", ")}]`;
    expect(errorsIn(text, files)).toEqual([
      expect.stringMatching(/the prompts and what they include are larger than 64 MB together \[V020\]$/),
    ]);
  });

  it("may count on what earlier sheets said where that is handed on, and nowhere else", () => {
    const text = (cross: string): string =>
      `agent: scripted\n${cross}sheets: [{id: a, prompt: x}, {id: b, after: a, prompt: "{{ previous_outputs[1] }}"}]`;
    expect(
      promptsOf(planOf(text("cross_sheet: {outputs: true}\n")), { previousOutputs: new Map([[1, "hello"]]) }),
    ).toEqual(["x", "hello"]);
    expect(errorsIn(text(""))).toEqual([expect.stringMatching(/sheets\[1\]\.prompt: .* has no value \[V101\]$/)]);
    expect(errorsIn(text("cross_sheet: {files: x}\n"))).toHaveLength(1);
    const ahead =
      'agent: scripted\ncross_sheet: {outputs: true}\nsheets: [{id: a, prompt: "{{ previous_outputs[2] }}"}, {id: b, prompt: x}]';
    expect(errorsIn(ahead)).toHaveLength(1);
  });
});

it("a prompt that is wrong for fifty thousand sheets is looked at once", () => {
  const text =
    'agent: scripted\ncross_sheet: {outputs: true}\nsheets: [{id: a, items: {total: 50000}, prompt: "{{ previous_outputs[0] }}"}]';
  expect(errorsIn(text)).toEqual([expect.stringMatching(/sheets\[0\]\.prompt: .* has no value \[V101\]$/)]);
});

describe("extensions", () => {
  it("follow the prompt, those of the score first, with one empty line between", () => {
    const text = `
agent: scripted
prompt_extensions: ["one {{ sheet }}\\n\\n", {file: two.md}]
sheets: [{id: a, prompt: "p\\n", prompt_extensions: [three]}, {id: b, prompt: "q\\n\\n"}]`;
    expect(promptsOf(planOf(text, { "two.md": "two {{ sheet }}\n" }))).toEqual([
      "p\n\none a\n\ntwo a\n\nthree\n",
      "q\n\none b\n\ntwo b\n",
    ]);
  });

  it("are reported with their place when they are wrong or missing", () => {
    const text = 'agent: scripted\nprompt_extensions: ["{{ wat }}"]\nsheets: [{id: a, prompt: x}]';
    expect(errorsIn(text)).toEqual(['2:25 prompt_extensions[0]: there is no variable "wat" [V101]']);
    expect(errorsIn("agent: scripted\nsheets: [{id: a, prompt: x, prompt_extensions: [{file: gone.md}]}]")).toEqual([
      "2:56 sheets[0].prompt_extensions[0].file: /base/gone.md can't be read [V003]",
    ]);
    expect(errorsIn("agent: scripted\nsheets: [{id: a, prompt: x, prompt_extensions: [{file: a, as: b}]}]")[0]).toMatch(
      /prompt_extensions\[0\]\.as: unknown key/,
    );
  });
});

describe("includes", () => {
  it("are read from the score's folder, for each file that has them, and kept with the text", () => {
    const plan = planOf(one("a {% include 'sub/b.md' %} d"), {
      "sub/b.md": "b {% include 'c.md' %}",
      "c.md": "{{ sheet }}",
    });
    expect(promptsOf(plan)).toEqual(["a b a d"]);
    expect(plan.texts[0]?.includes).toEqual({ "sub/b.md": "b {% include 'c.md' %}", "c.md": "{{ sheet }}" });
  });

  it.each([
    ["{% include '../x.md' %}", /"\.\.\/x\.md" leads out of the folder that includes are read from \[V021\]$/],
    ["{% include '/etc/passwd' %}", /"\/etc\/passwd" leads out of the folder that includes are read from \[V021\]$/],
    ["{% include 'gone.md' %}", /gone\.md can't be included: \/base\/gone\.md can't be read \[V021\]$/],
    ["{% include 'self.md' %}", /files include each other: self\.md → self\.md \[V021\]$/],
    ["{% include 'p.md' %}", /files include each other: p\.md → q\.md → p\.md \[V021\]$/],
    ["{% include sheet %}", /the name of a file must be written out in quotes.* \[V021\]$/],
  ])("%s is refused", (prompt, line) => {
    const files = {
      "self.md": "{% include 'self.md' %}",
      "p.md": "{% include 'q.md' %}",
      "q.md": "{% include 'p.md' %}",
    };
    expect(errorsIn(one(prompt), files)).toEqual([expect.stringMatching(line)]);
  });

  it("with a fault inside are told at the place that includes them", () => {
    expect(errorsIn(one("x\n{% include 'b.md' %}"), { "b.md": "\n  {{ wat }}" })).toEqual([
      expect.stringMatching(/sheets\[0\]\.prompt: in b\.md:2:6: there is no variable "wat" \[V/),
    ]);
  });
});

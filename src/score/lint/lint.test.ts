import { describe, expect, it } from "vitest";
import { type ScoreTexts, diagnosisOf, errorsIn, notesIn } from "../../../test/kit/scores.ts";
import type { ProblemCode } from "../source/codes.ts";
import { isError } from "../source/problem.ts";

/** The lines that carry a code. */
function said(code: ProblemCode, text: string, files: ScoreTexts = {}): readonly string[] {
  return notesIn(text, [code], files).map((line) => line.replace(` [${code}]`, ""));
}

const one = (sheet: string, score = ""): string => `agent: scripted\n${score}sheets:\n  - { id: a, ${sheet} }\n`;
const proven = 'validations: [{ command: "true" }]';

describe("of the workspace", () => {
  it("it is said when the folder above it is not there", () => {
    expect(said("V002", one("prompt: x", "workspace: ../typo/out\n"))).toEqual([
      "2:12 workspace: the folder /typo is not there; it is made when the job starts",
    ]);
  });

  it("nothing is said when it lies beside the score, or when no disk can be asked", () => {
    expect(said("V002", one("prompt: x", "workspace: ./out\n"))).toEqual([]);
  });
});

describe("of a score that was copied from its predecessor", () => {
  it("it is said when a text still names that one", () => {
    const text = one(
      "prompt: Read notes-v2/plan.md., validations: [{ file_exists: notes-v11.md }]",
      "name: notes-v12\n",
    );
    expect(said("V009", text)).toEqual([
      "4:22 sheets[0].prompt: names notes-v2, but this is notes-v12",
      "4:75 sheets[0].validations[0].file_exists: names notes-v11, but this is notes-v12",
    ]);
  });

  it("nothing is said of itself, of a later one, or of another name", () => {
    expect(said("V009", one("prompt: notes-v12 notes-v13 notes-v120 other-v2", "name: notes-v12\n"))).toEqual([]);
  });
});

describe("of a name in single braces", () => {
  it("it is said where it stands, once", () => {
    const text = `agent: scripted\nvariables: { tone: kind }\nsheets:\n  - id: a\n    prompt: |\n      Be {tone}.\n      In {sheet}, {tone}.\n`;
    expect(said("V202", text)).toEqual([
      "6:10 sheets[0].prompt: {tone} is left as it is; the value is {{ tone }}",
      "7:10 sheets[0].prompt: {sheet} is left as it is; the value is {{ sheet }}",
    ]);
  });

  it("it is said of paths and commands too", () => {
    expect(
      said("V202", one('prompt: x, validations: [{ file_exists: "{sheet}.md" }, { command: "test -f {sheet}.md" }]')),
    ).toHaveLength(2);
  });

  it.each([
    "{{ sheet }}",
    "${sheet}",
    "{unknown}",
    "{% raw %}{sheet}{% endraw %}",
    "{# {sheet} #}",
    "{ sheet }",
    "{{ '{sheet}' }}",
  ])("nothing is said of %s", (prompt) => {
    expect(said("V202", one(`prompt: ${JSON.stringify(prompt)}`))).toEqual([]);
  });

  it("nothing is said of what stands in a fenced block", () => {
    expect(said("V202", one(String.raw`prompt: "x\n\`\`\`js\nconst a = {sheet};\n\`\`\`\n"`))).toEqual([]);
  });

  it("a prompt in a file is looked at as well", () => {
    expect(said("V202", one("prompt_file: p.md"), { "p.md": "first\nIn {sheet}\n" })).toEqual([
      "p.md:2:4 sheets[0].prompt_file: {sheet} is left as it is; the value is {{ sheet }}",
    ]);
  });
});

describe("of validations", () => {
  it("it is said when there are none", () => {
    expect(said("V203", one("prompt: x"))).toHaveLength(1);
    expect(said("V203", one(`prompt: x, ${proven}`))).toEqual([]);
  });

  it("it is said when all only ask whether a file is there", () => {
    expect(said("V205", one("prompt: x, validations: [{ file_exists: a }, { file_exists: b }]"))).toHaveLength(1);
    expect(said("V205", one('prompt: x, validations: [{ file_exists: a }, { command: "true" }]'))).toEqual([]);
  });

  it("it is said of a rule that no sheet meets", () => {
    const text = one('prompt: x, validations: [{ command: "true" }, { command: "false", when: stage == 2 }]');
    expect(said("V501", text)).toEqual([
      "3:86 sheets[0].validations[1].when: holds for no sheet: this rule is never applied",
    ]);
  });

  it("nothing is said of a precondition that some sheet meets", () => {
    expect(said("V501", one(`prompt: x, preconditions: [{ file_exists: a, when: stage == 1 }], ${proven}`))).toEqual(
      [],
    );
  });

  it.each([".*", "x*", "(a|)", "(?s).*"])("it is said that the pattern %j matches anything", (pattern) => {
    expect(
      said(
        "V106",
        one(`prompt: x, validations: [{ content_regex: { path: a, pattern: ${JSON.stringify(pattern)} } }]`),
      ),
    ).toHaveLength(1);
  });

  it.each([".", "^$", "a", "{{ sheet }}*"])("nothing is said of the pattern %j", (pattern) => {
    expect(
      said(
        "V106",
        one(`prompt: x, validations: [{ content_regex: { path: a, pattern: ${JSON.stringify(pattern)} } }]`),
      ),
    ).toEqual([]);
  });

  it("it is said of a text that is only white space", () => {
    expect(said("V106", one('prompt: x, validations: [{ content_contains: { path: a, text: " " } }]'))).toHaveLength(1);
  });

  it("it is said which sheets have none while others do", () => {
    const text = `agent: scripted\nprompt: x\nsheets:\n  - { id: a, ${proven} }\n  - id: b\n  - id: c\n`;
    expect(said("V503", text)).toEqual(["5:5 sheets[1]: no validation applies to 2 of 3 sheets: b, c"]);
  });

  it("it is said when the first stage is empty", () => {
    expect(
      said("V504", one('prompt: x, validations: [{ command: "true", stage: 3 }, { command: "false", stage: 2 }]')),
    ).toHaveLength(1);
    expect(said("V504", one('prompt: x, validations: [{ command: "true", stage: 3 }, { command: "false" }]'))).toEqual(
      [],
    );
  });
});

describe("of copies", () => {
  const copies = (more: string, rest = ""): string =>
    `agent: scripted\n${more}sheets:\n  - { id: a, fan_out: 3, prompt: "{{ instance }}" }\n${rest}`;

  it("it is said when nothing waits for anything", () => {
    expect(said("V206", copies("", "  - { id: b, prompt: x }\n"))).toHaveLength(1);
    expect(said("V206", copies("", "  - { id: b, prompt: x, after: [a] }\n"))).toEqual([]);
    expect(said("V206", copies(""))).toEqual([]);
  });

  it("it is said when only one may run at once", () => {
    expect(said("V207", copies("parallel: 1\n"))).toHaveLength(1);
    expect(said("V207", copies("parallel: 2\n"))).toEqual([]);
  });

  it("it is said when all get the same prompt", () => {
    expect(said("V508", one("fan_out: 2, prompt: Review it."))).toEqual([
      "3:23 sheets[0].fan_out: all of them get the same prompt: it names nothing that differs from one to the next",
    ]);
    expect(said("V508", one("items: { total: 2 }, prompt: Review it."))).toHaveLength(1);
    expect(said("V508", one('items: { total: 2 }, prompt: "{{ stage }}"'))).toEqual([]);
    expect(
      said("V508", one("fan_out: 2, prompt_file: p.md"), { "p.md": "{% include 'q.md' %}", "q.md": "{{ voice }}" }),
    ).toEqual([]);
  });
});

describe("of unused definitions", () => {
  it("it is said of a variable that neither a template nor a condition names", () => {
    const variables = "variables: { used: 1, asked: 2, spare: 3, quoted: 4 }\n";
    const text = one(
      `prompt: "quoted {{ used + 1 }}", validations: [{ command: "true", when: asked == 2 }]`,
      variables,
    );
    expect(said("V502", text).map((line) => line.split(" ")[1])).toEqual(["variables.spare:", "variables.quoted:"]);
  });

  it("it is said of an agent that no sheet and no judge names", () => {
    const agents = "agents: { one: { command: a }, two: { command: b }, three: { command: c } }\n";
    const text = one("prompt: x, agent: one, validations: [{ llm_judge: { criteria: good, agent: two } }]", agents);
    expect(said("V505", text)).toEqual(["2:53 agents.three: is not used: no sheet and no llm_judge names it"]);
  });
});

describe("of what earlier sheets said", () => {
  it("it is said when a prompt names it and nothing keeps it", () => {
    expect(said("V507", one('prompt: "{{ previous_outputs }} {{ previous_files }}"'))).toHaveLength(2);
    expect(said("V507", one('prompt: "{{ previous_outputs }}"', "cross_sheet: { outputs: true }\n"))).toEqual([]);
    expect(said("V507", one('prompt: "{{ previous_files }}"', "cross_sheet: { files: a.md }\n"))).toEqual([]);
    expect(said("V507", one('prompt: "{{ previous_outputs }}"', "variables: { previous_outputs: mine }\n"))).toEqual(
      [],
    );
  });
});

describe("of times", () => {
  const timed = (keys: string): string => `agent: { command: a }\n${keys}\nsheets:\n  - { id: a, prompt: x }\n`;

  it.each<[string, ProblemCode]>([
    ["timeout: 59s", "V103"],
    ["timeout: 5h", "V104"],
    ["timeout: 10m\nidle_timeout: 10m", "V506"],
    ["idle_timeout: 30m", "V506"],
  ])("it is said of %j", (keys, code) => {
    expect(said(code, timed(keys))).toHaveLength(1);
  });

  it.each<[string, ProblemCode]>([
    ["timeout: 1m", "V103"],
    ["timeout: 4h", "V104"],
    ["timeout: 10m\nidle_timeout: 9m", "V506"],
    ["timeout: 10m\nidle_timeout: none", "V506"],
  ])("nothing is said of %j", (keys, code) => {
    expect(said(code, timed(keys))).toEqual([]);
  });

  it("a sheet's own time is looked at, and the idle time that holds for it", () => {
    expect(said("V103", `agent: { command: a }\nsheets: [{ id: a, prompt: x, timeout: 5s }]\n`)).toHaveLength(1);
    expect(
      said("V506", `agent: { command: a }\nidle_timeout: 5m\nsheets: [{ id: a, prompt: x, timeout: 4m }]\n`),
    ).toHaveLength(1);
  });

  it("the agent for tests may be quick", () => {
    expect(said("V103", one("prompt: x, timeout: 1s"))).toEqual([]);
  });
});

describe("of Claude", () => {
  it("it is said when nothing permits it anything", () => {
    expect(
      said("V204", "agents: { c: { command: [claude, -p] } }\nagent: c\nsheets: [{ id: a, prompt: x }]\n"),
    ).toHaveLength(1);
    expect(said("V204", "agent: { command: [/usr/bin/claude, -p] }\nsheets: [{ id: a, prompt: x }]\n")).toHaveLength(1);
    expect(said("V204", "sheets: [{ id: a, prompt: x, agent: { command: claude } }]\n")).toHaveLength(1);
    expect(
      said("V204", "agents: { c: { use: claude } }\nagent: c\nsheets: [{ id: a, prompt: x, agent: claude }]\n"),
    ).toEqual([]);
  });

  it.each(["--dangerously-skip-permissions", "--permission-mode=acceptEdits", "--allowedTools"])(
    "nothing is said when it has %s",
    (flag) => {
      expect(said("V204", `agent: { command: [claude, -p, ${flag}] }\nsheets: [{ id: a, prompt: x }]\n`)).toEqual([]);
    },
  );
});

it("a score that is wrong is not told what else could be better in it", () => {
  expect(diagnosisOf(one('prompt: "{{ nobody }} {sheet}"')).problems.filter((problem) => !isError(problem))).toEqual(
    [],
  );
});

it("a text that begins thousands of tags and ends none is looked at in no time", () => {
  const hostile = `{% raw %}${"{{".repeat(100_000)}${"{#".repeat(100_000)}${"{% raw %}".repeat(10_000)}{% endraw %}`;
  expect(diagnosisOf(one(`prompt: ${JSON.stringify(hostile)}`)).plan).not.toBeNull();
});

describe("of an agent that runs its prompt", () => {
  const agents = (agent: string): string =>
    `agents: { mine: ${agent} }\nagent: mine\nsheets: [{ id: a, prompt: x, ${proven} }]\n`;

  it("it is said when nothing says that its prompt is a program", () => {
    expect(said("V513", agents("{ command: [sh, -e] }"))).toEqual([
      "1:28 agents.mine.command: sh -e runs its prompt, so it is handed over as a program, with nothing added; say so with prompt_is: program",
    ]);
    expect(said("V513", agents('{ command: [timeout, "20", nice, sh] }'))).toHaveLength(1);
    expect(
      said("V513", `agent: scripted\nsheets: [{ id: a, prompt: x, fallbacks: [{ command: bash }], ${proven} }]\n`),
    ).toHaveLength(1);
  });

  it.each([
    "{ command: [sh], prompt_is: program }",
    "{ command: [sh], prompt_is: text }",
    "{ command: [sh, agent.sh] }",
  ])("nothing is said of %s", (agent) => {
    expect(said("V513", agents(agent))).toEqual([]);
  });

  it("it is said when files or texts are not part of what runs", () => {
    const text =
      "agent: { command: sh, prompt_is: program }\nprompt_extensions: [be brief]\nsheets: [{ id: a, prompt: x }]\n";
    expect(said("V514", text)).toEqual([
      expect.stringMatching(/^3:10 sheets\[0\]: its prompt is a program: prompt_extensions are not part of it/),
    ]);
  });

  it("it can't judge", () => {
    const text =
      "agent: { command: sh, prompt_is: program }\nsheets: [{ id: a, prompt: x, validations: [{ llm_judge: { criteria: good } }] }]\n";
    expect(errorsIn(text)).toEqual([expect.stringContaining("sh runs its prompt as a program, so it can't judge")]);
  });
});

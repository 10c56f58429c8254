import { describe, expect, it } from "vitest";
import { TuttiError } from "../../base/error.ts";
import { faultsOf } from "../../../test/kit/scores.ts";
import { parseScore } from "../parse.ts";
import type { Plan } from "../plan.ts";

const files: Readonly<Record<string, string>> = {
  "/base/prompts/a.md": "from a file: {{ sheet }}\n",
  "/base/bad.md": "one\ntwo {{ nothing }}\n",
  "/base/empty.md": " \n",
};

function parse(text: string): Plan {
  const readText = (path: string): string => {
    const found = files[path];
    if (found === undefined) throw new TuttiError("score.unreadable", `${path} can't be read`, { audience: "user" });
    return found;
  };
  return parseScore(text, { path: "dir/fix-all.yaml", baseDir: "/base", readText });
}

const wrong = (text: string): readonly string[] => faultsOf(() => parse(text), "dir/fix-all.yaml");

/** A score with one sheet and some more lines in it. */
const withSheet = (...lines: readonly string[]): string =>
  `agent: scripted\nsheets:\n  - id: a\n    prompt: x\n${lines.map((line) => `    ${line}\n`).join("")}`;
const withTop = (line: string): string => `sheets: [{id: a, prompt: x, agent: scripted}]\n${line}\n`;

describe("a score of one sheet", () => {
  it("has a default for everything but the id, the prompt and the agent", () => {
    expect(parse("agent: scripted\nsheets: [{id: a, prompt: do it}]")).toEqual({
      name: "fix-all",
      target: null,
      isolation: "clone",
      parallel: 4,
      revalidate: true,
      workspace: null,
      sheets: [
        {
          id: "a",
          title: "a",
          prompt: "do it",
          after: [],
          agent: { kind: "scripted" },
          validations: [],
          retry: { attempts: 3, baseDelayMs: 1_000, maxDelayMs: 300_000, completions: 3, completionThreshold: 0.5, conflicts: 2 },
          timeoutMs: 1_800_000,
          idleMs: null,
        },
      ],
    });
  });

  it("can say everything itself", () => {
    const plan = parse(`
name: everything
target: release/1.2
workspace: ../out
isolation: worktree
parallel: 16
landing: {revalidate: false}
sheets:
  - id: Fix the parser
    title: Fix it
    prompt_file: prompts/a.md
    agent: {command: [claude, -p], prompt: argument, env: {LANG: C}}
    retry: {attempts: 5, base_delay: 2, max_delay: 1h, completions: 0, completion_threshold: 0.9, conflicts: 0}
    timeout: 1.5h
    idle_timeout: 500ms
`);
    expect(plan).toMatchObject({ name: "everything", target: "release/1.2", workspace: "/out", isolation: "worktree", parallel: 16, revalidate: false });
    expect(plan.sheets[0]).toMatchObject({
      id: "Fix the parser",
      title: "Fix it",
      prompt: "from a file: Fix the parser\n",
      agent: { kind: "command", argv: ["claude", "-p"], prompt: "argument", env: { LANG: "C" } },
      retry: { attempts: 5, baseDelayMs: 2_000, maxDelayMs: 3_600_000, completions: 0, completionThreshold: 0.9, conflicts: 0 },
      timeoutMs: 5_400_000,
      idleMs: 500,
    });
  });
});

it("a sheet without a title has its id for one, fit for a line", () => {
  expect(parse('agent: scripted\nsheets: [{id: "fix\\n\\e[31m it", prompt: x}]').sheets[0]).toMatchObject({ id: "fix\n\u001B[31m it", title: "fix [31m it" });
});

describe("settings of the whole score", () => {
  it("hold for its sheets until they say otherwise, key by key", () => {
    const { sheets } = parse(`
agent: slow
agents: {slow: {command: ./slow.sh}, quick: {command: [/bin/quick, -x], prompt: file}, fake: scripted}
retry: {attempts: 7, conflicts: 1}
timeout: 10m
idle_timeout: 60
sheets:
  - {id: a, prompt: x}
  - {id: b, prompt: x, agent: quick, retry: {attempts: 1}, timeout: 5, idle_timeout: none}
  - {id: c, prompt: x, agent: fake}
`);
    expect(sheets[0]).toMatchObject({
      agent: { argv: ["/base/slow.sh"], prompt: "stdin", env: {} },
      retry: { attempts: 7, conflicts: 1 },
      timeoutMs: 600_000,
      idleMs: 60_000,
    });
    expect(sheets[1]).toMatchObject({
      agent: { argv: ["/bin/quick", "-x"], prompt: "file" },
      retry: { attempts: 1, conflicts: 1 },
      timeoutMs: 5_000,
      idleMs: null,
    });
    expect(sheets[2]?.agent).toEqual({ kind: "scripted" });
  });

  it("a delay longer than the usual limit raises the limit with it", () => {
    expect(parse(withTop("retry: {base_delay: 10m}")).sheets[0]?.retry).toMatchObject({ baseDelayMs: 600_000, maxDelayMs: 600_000 });
  });
});

describe("prompts", () => {
  it("are templates over the sheet, the score and its variables", () => {
    const { sheets } = parse(`
agent: scripted
name: job
variables: {who: you, focus: {1: first, 2: second}, list: [a, b]}
sheets:
  - id: s
    title: T
    prompt: "{{ sheet }} {{ title }} {{ name }} {{ who }} {{ focus[2] }} {{ list|join('+') }}\\n"
`);
    expect(sheets[0]?.prompt).toBe("s T job you second a+b\n");
  });

  it("that are wrong are told with their line in the score or in their own file", () => {
    expect(
      wrong(
        'agent: scripted\nsheets:\n  - id: a\n    prompt: |\n      one\n\n      {{ shet }}\n  - {id: b, prompt: "{% if %}"}\n  - {id: c, prompt_file: bad.md}\n',
      ),
    ).toEqual([
      "score.template",
      '7:10 sheets[0].prompt: there is no variable "shet"; did you mean "sheet"?',
      "8:21 sheets[1].prompt: syntax error: unexpected end of block",
      'bad.md:2:8 sheets[2].prompt_file: there is no variable "nothing"',
    ]);
  });

  it.each([
    ["{id: a}", "2:4 sheets[0]: give either prompt or prompt_file"],
    ["{id: a, prompt: x, prompt_file: y}", "2:4 sheets[0]: give either prompt or prompt_file"],
    ["{id: a, prompt: ' '}", "2:20 sheets[0].prompt: the prompt is empty"],
    ["{id: a, prompt_file: empty.md}", "2:25 sheets[0].prompt_file: the prompt is empty"],
    ["{id: a, prompt_file: nowhere.md}", "2:25 sheets[0].prompt_file: /base/nowhere.md can't be read"],
  ])("must be there: %s", (sheet, line) => {
    expect(wrong(`sheets:\n - ${sheet}\nagent: scripted`)).toEqual(["score.invalid", line]);
  });

  it("all together can't be larger than memory", () => {
    const sheets = Array.from({ length: 200 }, (_, index) => `  - {id: s${index}, prompt: *p}\n`).join("");
    const text = `agent: scripted\nvariables: {p: &p "${"x".repeat(400_000)}{{ p }}"}\nsheets:\n${sheets}`;
    expect(wrong(text)).toEqual(["score.template", expect.stringContaining("all prompts together are larger than 64 MB")]);
  });
});

describe("a wrong value is told with its place, its key and what was expected", () => {
  it.each([
    [withTop("name: ''"), "2:7 name: must be one line of text"],
    [withTop('name: "a\\nb"'), "2:7 name: must be one line of text"],
    [withTop('name: "a\\e[31m"'), "2:7 name: must be one line of text"],
    [withTop("target: -x"), "2:9 target: is not the name of a branch"],
    [withTop("target: a b"), "2:9 target: is not the name of a branch"],
    [withTop("isolation: clones"), '2:12 isolation: expected one of clone, worktree, found "clones"; did you mean "clone"?'],
    [withTop("parallel: 0"), "2:11 parallel: must be at least 1"],
    [withTop("parallel: 1001"), "2:11 parallel: must be at most 1000"],
    [withTop("parallel: 1.5"), "2:11 parallel: expected a whole number, found 1.5"],
    [withTop("parallel: many"), '2:11 parallel: expected a number, found "many"'],
    [withTop("landing: {revalidate: yes}"), '2:23 landing.revalidate: expected true or false, found "yes"'],
    [withTop("landing: {rebase: true}"), "2:11 landing.rebase: unknown key; known are revalidate"],
    [withTop("paralel: 3"), '2:1 paralel: unknown key; did you mean "parallel"?'],
    [withTop("variables: {a-b: 1}"), "2:13 variables.a-b: a variable's name is made of letters, digits and _, and does not begin with a digit"],
    [withTop("variables: {sheet: 1}"), "2:13 variables.sheet: is a variable that every prompt has already"],
    [withTop("agents: {scripted: {command: x}}"), "2:10 agents.scripted: scripted is the name of the agent that is built in"],
    [withTop("agents: {x: {}}"), "2:13 agents.x.command: is missing: expected text"],
    [withTop("agents: {x: {command: claude -p}}"), '2:23 agents.x.command: text names one program; with arguments, write a list: ["claude","-p"]'],
    [withTop("agents: {x: {command: ''}}"), "2:23 agents.x.command: names no program"],
    [withTop('agents: {x: {command: "a\\0"}}'), "2:23 agents.x.command: names no program"],
    [withTop("agents: {x: {command: []}}"), "2:23 agents.x.command: a command begins with a program"],
    [withTop("agents: {x: {command: [sleep, 5]}}"), "2:31 agents.x.command[1]: expected text, found 5"],
    [withTop('agents: {x: {command: [a, "b\\0"]}}'), "2:27 agents.x.command[1]: can't contain a NUL"],
    [withTop("agents: {x: {command: a, env: {A-B: c}}}"), "2:32 agents.x.env.A-B: is not a name of an environment variable"],
    [withTop("agents: {x: {command: a, env: {A: 1}}}"), "2:35 agents.x.env.A: expected text, found 1"],
    [withTop("agents: {x: {command: a, prompt: arg}}"), '2:34 agents.x.prompt: expected one of stdin, argument, file, found "arg"'],
    [withTop("retry: {attempts: 0}"), "2:19 retry.attempts: must be at least 1"],
    [withTop("retry: {completion_threshold: 2}"), "2:31 retry.completion_threshold: must be at most 1"],
    [withTop("retry: {base_delay: 1m, max_delay: 1s}"), "2:36 retry.max_delay: max_delay is shorter than base_delay"],
    [withTop("timeout: 5 minutes"), "2:10 timeout: expected a duration: a number of seconds, or text like 90s, 5m, 2h or 500ms"],
    [withTop("timeout: 0"), "2:10 timeout: must be longer than nothing"],
    [withTop("timeout: 1000h"), "2:10 timeout: is longer than 24 days"],
    [withTop("idle_timeout: never"), "2:15 idle_timeout: expected a duration: a number of seconds, or text like 90s, 5m, 2h or 500ms"],
    [withSheet("title: [a]"), "5:12 sheets[0].title: expected text, found a list"],
    [withSheet("promt: x"), '5:5 sheets[0].promt: unknown key; did you mean "prompt"?'],
    [withSheet("agent: scipted"), '5:12 sheets[0].agent: there is no agent "scipted" under agents; did you mean "scripted"?'],
    [withSheet("agent: constructor"), '5:12 sheets[0].agent: there is no agent "constructor" under agents'],
    [withSheet("after: {a: 1}"), "5:12 sheets[0].after: expected a list, found a map of keys"],
    ["sheets: [{prompt: x}]\nagent: scripted", "1:10 sheets[0].id: is missing: expected text"],
    ["sheets: [{id: 1, prompt: x}]\nagent: scripted", "1:15 sheets[0].id: expected text, found 1"],
    ["sheets: [{id: '', prompt: x}]\nagent: scripted", "1:15 sheets[0].id: must not be empty"],
    ['sheets: [{id: "a\\0", prompt: x}]\nagent: scripted', "1:15 sheets[0].id: this can't be an id: it contains a NUL"],
    ["sheets: [{id: a, prompt: x}]", "1:10 sheets[0]: no agent: set agent here, or for the whole score"],
    ["sheets: [{id: a, prompt: x}]\nagent: b\nagents: {b: c, c: {command: d}}", "2:8 agent: agents.b must be a command or scripted"],
    ["sheets: [{id: a, prompt: x}, {id: a, prompt: y}]\nagent: scripted", '1:35 sheets[1].id: there is another sheet "a"'],
  ])("%#: %s", (text, line) => {
    expect(wrong(text)).toEqual(["score.invalid", line]);
  });
});

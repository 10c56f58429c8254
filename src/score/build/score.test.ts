import { describe, expect, it } from "vitest";
import { errorsIn, notesIn, planOf, promptsOf } from "../../../test/kit/scores.ts";

/** A score with one sheet and some more lines in it. */
const withSheet = (...lines: readonly string[]): string =>
  `agent: scripted\nsheets:\n  - id: a\n    prompt: x\n${lines.map((line) => `    ${line}\n`).join("")}`;
const withTop = (line: string): string => `sheets: [{id: a, prompt: x, agent: scripted}]\n${line}\n`;

describe("a score of one sheet", () => {
  it("has a default for everything but the id, the prompt and the agent", () => {
    expect(planOf("agent: scripted\nsheets: [{id: a, prompt: do it}]")).toEqual({
      version: 6,
      name: "s",
      description: null,
      target: null,
      isolation: {
        level: "clone",
        per: "sheet",
        folder: null,
        branchPrefix: null,
        sourceBranch: null,
        objects: "shared",
        cleanupOnSuccess: true,
        cleanupOnFailure: false,
        lock: true,
        fallback: false,
        snapshotEveryMs: 120_000,
        borrow: [],
      },
      parallel: 4,
      stopOnFailure: false,
      workspace: null,
      variables: { plain: {}, numbered: "" },
      texts: [{ text: "do it", includes: {} }],
      files: [],
      rules: [],
      crossSheet: null,
      sheets: [
        {
          id: "a",
          title: "a",
          numbers: {
            sheet_num: 1,
            total_sheets: 1,
            start_item: 1,
            end_item: 1,
            stage: 1,
            total_stages: 1,
            instance: 1,
            fan_count: 1,
          },
          prompt: 0,
          extensions: [],
          files: [],
          after: [],
          agent: { kind: "scripted" },
          fallbacks: [],
          preconditions: [],
          validations: [],
          skipWhen: null,
          skipCommand: null,
          retry: {
            attempts: 3,
            baseDelayMs: 1_000,
            maxDelayMs: 300_000,
            factor: 2,
            jitter: true,
            completions: 3,
            completionDelayMs: 0,
            completionThreshold: 0.5,
            goesOn: false,
            efforts: [],
            conflicts: 2,
            limitWaitMs: 60_000,
          },
          timeoutMs: 1_800_000,
          idleMs: null,
          message: 0,
        },
      ],
      cost: { perSheetUsd: null, perJobUsd: null, warnAt: 0.8 },
      landing: {
        mode: "auto",
        strategy: "squash",
        revalidate: true,
        gates: [],
        tests: "full",
        batch: { max: 16, window: 4, parallel: 3, waitMs: 0 },
        protectedPaths: [],
        sign: false,
        push: null,
        pullRequest: null,
      },
      messages: [{ type: null, scope: null, summary: null, body: null, trailers: {}, coAuthors: [] }],
    });
  });

  it("can say everything itself", () => {
    const plan = planOf(
      `
name: everything
description: all there is
target: release/1.2
workspace: ../out
isolation: worktree
parallel: 16
landing: {revalidate: false}
cross_sheet: {outputs: true, files: "*.md", lookback: 0, max_chars: 10}
sheets:
  - id: Fix the parser
    title: Fix it
    prompt_file: prompts/a.md
    agent: {command: [claude, -p], prompt: argument, env: {LANG: C}}
    retry: {attempts: 5, base_delay: 2, max_delay: 1h, factor: 3, jitter: false, completions: 0, completion_delay: 5s, completion_threshold: 0.9, conflicts: 0}
    timeout: 1.5h
    idle_timeout: 500ms
    skip_when: sheet_num > 1
    skip_when_command: {command: test -f DONE, timeout: 3, description: nothing to do}
`,
      { "prompts/a.md": "from a file: {{ sheet }}\n" },
    );
    expect(plan).toMatchObject({
      name: "everything",
      description: "all there is",
      target: "release/1.2",
      workspace: "/out",
      isolation: { level: "worktree" },
      parallel: 16,
      landing: { mode: "auto", revalidate: false },
      crossSheet: { outputs: true, files: ["*.md"], lookback: 0, maxChars: 10 },
    });
    expect(plan.sheets[0]).toMatchObject({
      id: "Fix the parser",
      title: "Fix it",
      agent: { kind: "command", argv: ["claude", "-p"], prompt: "argument", env: { LANG: "C" } },
      retry: {
        attempts: 5,
        baseDelayMs: 2_000,
        maxDelayMs: 3_600_000,
        factor: 3,
        jitter: false,
        completions: 0,
        completionDelayMs: 5_000,
        completionThreshold: 0.9,
        goesOn: false,
        conflicts: 0,
      },
      timeoutMs: 5_400_000,
      idleMs: 500,
      skipWhen: { text: "sheet_num > 1" },
      skipCommand: {
        command: { kind: "line", shell: "sh", line: "test -f DONE" },
        timeoutMs: 3_000,
        description: "nothing to do",
      },
    });
    expect(promptsOf(plan)).toEqual(["from a file: Fix the parser\n"]);
  });

  it("can say what skips it as a bare command", () => {
    expect(planOf(withSheet("skip_when_command: [test, -f, DONE]")).sheets[0]?.skipCommand).toEqual({
      command: { kind: "argv", argv: ["test", "-f", "DONE"] },
      timeoutMs: 10_000,
      description: null,
    });
  });
});

describe("titles", () => {
  it("are the id where there is none, fit for a line", () => {
    expect(planOf('agent: scripted\nsheets: [{id: "fix\\n\\e[31m it", prompt: x}]').sheets[0]).toMatchObject({
      id: "fix\n\u001B[31m it",
      title: "fix [31m it",
    });
  });

  it("are templates over what is known of the sheet beforehand, and one line long", () => {
    const plan = planOf(`
agent: scripted
variables: {what: ["tests\\nand", docs]}
sheets: [{id: a, fan_out: 2, prompt: x, title: "{{ name }}: {{ what[instance - 1] }} {{ sheet }}/{{ total_sheets }}"}]`);
    expect(plan.sheets.map(({ title }) => title)).toEqual(["s: tests and a-1/2", "s: docs a-2/2"]);
  });

  it("are reported once for all copies when they are wrong", () => {
    expect(errorsIn('agent: scripted\nsheets: [{id: a, fan_out: 3, prompt: x, title: "{{ wat }}"}]')).toEqual([
      '2:52 sheets[0].title: there is no variable "wat" [V101]',
    ]);
    expect(errorsIn('agent: scripted\nsheets: [{id: a, prompt: x, title: "{{ workspace }}"}]')[0]).toMatch(
      /there is no variable "workspace".* \[V101\]$/,
    );
    expect(errorsIn('agent: scripted\nsheets: [{id: a, prompt: x, title: "{% if %}"}]')[0]).toMatch(/ \[V001\]$/);
  });
});

describe("settings of the whole score", () => {
  it("hold for its sheets until they say otherwise, key by key", () => {
    const { sheets } = planOf(`
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
    expect(planOf(withTop("retry: {base_delay: 10m}")).sheets[0]?.retry).toMatchObject({
      baseDelayMs: 600_000,
      maxDelayMs: 600_000,
    });
  });

  it("with the keys of their maps as they were written", () => {
    const plan = planOf(
      "agent: scripted\nvariables: {focus: {2: b, 1: a}}\nsheets: [{id: a, prompt: '{{ focus }} {{ focus[2] }}'}]",
    );
    expect(promptsOf(plan)).toEqual(["{2: 'b', 1: 'a'} b"]);
  });
});

it("a variable that hides one that every template has is told, and goes first", () => {
  const text = 'agent: scripted\nvariables: {sheet: mine}\nsheets: [{id: a, prompt: "{{ sheet }}"}]';
  expect(notesIn(text, ["V208"])).toEqual([
    "2:13 variables.sheet: hides the variable of the same name that every template has [V208]",
  ]);
  expect(promptsOf(planOf(text))).toEqual(["mine"]);
});

describe("a wrong value is told with its place, its key and what was expected", () => {
  it.each([
    [withTop("name: ''"), "2:7 name: must be one line of text [V011]"],
    [withTop('name: "a\\nb"'), "2:7 name: must be one line of text [V011]"],
    [withTop('name: "a\\e[31m"'), "2:7 name: must be one line of text [V011]"],
    [withTop("target: -x"), "2:9 target: is not the name of a branch [V011]"],
    [withTop("target: a b"), "2:9 target: is not the name of a branch [V011]"],
    ...["a..b", "a/", "/a", "a//b", ".a", "a/.b", "a.lock", "a.", "a~1", "a:b", "'@'", "HEAD", "'a@{1}'", "'*'"].map(
      (name) => [withTop(`target: ${name}`), "2:9 target: is not the name of a branch [V011]"],
    ),
    [withTop("parallel: 0"), "2:11 parallel: must be at least 1 [V011]"],
    [withTop("parallel: 1001"), "2:11 parallel: must be at most 1000 [V011]"],
    [withTop("parallel: 1.5"), "2:11 parallel: expected a whole number, found 1.5 [V011]"],
    [withTop("parallel: many"), '2:11 parallel: expected a number, found "many" [V011]'],
    [withTop("landing: {revalidate: yes}"), '2:23 landing.revalidate: expected true or false, found "yes" [V011]'],
    [withTop("paralel: 3"), '2:1 paralel: unknown key; did you mean "parallel"? [V012]'],
    [withTop("cross_sheet: {lookback: -1}"), "2:25 cross_sheet.lookback: must be at least 0 [V011]"],
    [
      withTop("variables: {a-b: 1}"),
      "2:13 variables.a-b: a variable's name is made of letters, digits and _, and does not begin with a digit [V011]",
    ],
    [
      withTop("agents: {scripted: {command: x}}"),
      "2:10 agents.scripted: scripted is the name of the agent that is built in [V018]",
    ],
    [withTop("agents: {x: {}}"), "2:13 agents.x.command: is missing: expected text [V011]"],
    [
      withTop("agents: {x: {command: claude -p}}"),
      '2:23 agents.x.command: text names one program; with arguments, write a list: ["claude","-p"] [V011]',
    ],
    [withTop("agents: {x: {command: ''}}"), "2:23 agents.x.command: names no program [V011]"],
    [withTop('agents: {x: {command: "a\\0"}}'), "2:23 agents.x.command: names no program [V011]"],
    [withTop("agents: {x: {command: []}}"), "2:23 agents.x.command: a command begins with a program [V011]"],
    [withTop("agents: {x: {command: [sleep, 5]}}"), "2:31 agents.x.command[1]: expected text, found 5 [V011]"],
    [withTop('agents: {x: {command: [a, "b\\0"]}}'), "2:27 agents.x.command[1]: can't contain a NUL [V011]"],
    [
      withTop("agents: {x: {command: a, env: {A-B: c}}}"),
      "2:32 agents.x.env.A-B: is not a name of an environment variable [V011]",
    ],
    [withTop("agents: {x: {command: a, env: {A: 1}}}"), "2:35 agents.x.env.A: expected text, found 1 [V011]"],
    [
      withTop("agents: {x: {command: a, prompt: arg}}"),
      '2:34 agents.x.prompt: expected one of stdin, argument, file, found "arg" [V011]',
    ],
    [withTop("retry: {attempts: 0}"), "2:19 retry.attempts: must be at least 1 [V011]"],
    [withTop("retry: {factor: 0.5}"), "2:17 retry.factor: must be at least 1 [V011]"],
    [withTop("retry: {completion_threshold: 2}"), "2:31 retry.completion_threshold: must be at most 1 [V011]"],
    [
      withTop("retry: {base_delay: 1m, max_delay: 1s}"),
      "2:36 retry.max_delay: max_delay is shorter than base_delay [V011]",
    ],
    [
      withTop("timeout: 5 minutes"),
      "2:10 timeout: expected a duration: a number of seconds, or text like 90s, 5m, 2h or 500ms [V011]",
    ],
    [withTop("timeout: 0"), "2:10 timeout: must be longer than nothing [V011]"],
    [withTop("timeout: 1000h"), "2:10 timeout: is longer than 24 days [V011]"],
    [
      withTop("idle_timeout: never"),
      "2:15 idle_timeout: expected a duration: a number of seconds, or text like 90s, 5m, 2h or 500ms [V011]",
    ],
    [withTop("ai_review: {}"), "2:1 ai_review: use a validation with llm_judge [V012]"],
    [withTop("backend: {}"), "2:1 backend: Mozart's key; here it is agent [V012]"],
    [withSheet("title: [a]"), "5:12 sheets[0].title: expected text, found a list [V011]"],
    [withSheet("promt: x"), '5:5 sheets[0].promt: unknown key; did you mean "prompt"? [V012]'],
    [withSheet("depends_on: [x]"), "5:5 sheets[0].depends_on: here it is after [V012]"],
    [
      withSheet("agent: scipted"),
      '5:12 sheets[0].agent: there is no agent "scipted", neither under agents nor as a profile; did you mean "scripted"? [V018]',
    ],
    [
      withSheet("agent: constructor"),
      '5:12 sheets[0].agent: there is no agent "constructor", neither under agents nor as a profile [V018]',
    ],
    [withSheet("after: {a: 1}"), "5:12 sheets[0].after: expected a list, found a map of keys [V011]"],
    [
      withSheet("retry: {base_delay: 1m, max_delay: 1s}"),
      "5:12 sheets[0].retry: max_delay is shorter than base_delay [V011]",
    ],
    ["sheets: [{prompt: x}]\nagent: scripted", "1:10 sheets[0].id: is missing: expected text [V011]"],
    ["sheets: [{id: 1, prompt: x}]\nagent: scripted", "1:15 sheets[0].id: expected text, found 1 [V011]"],
    ["sheets: [{id: '', prompt: x}]\nagent: scripted", "1:15 sheets[0].id: must not be empty [V011]"],
    [
      'sheets: [{id: "a\\0", prompt: x}]\nagent: scripted',
      "1:15 sheets[0].id: this can't be an id: it contains a NUL [V014]",
    ],
    ["sheets: [{id: a, prompt: x}]", "1:10 sheets[0]: no agent: set agent here, or for the whole score [V018]"],
    [
      "sheets: [{id: a, prompt: x}]\nagent: b\nagents: {b: c, c: {command: d}}",
      '3:13 agents.b: must be a command, a profile or scripted: there is no profile "c" [V018]',
    ],
    [
      "sheets: [{id: a, prompt: x}, {id: a, prompt: y}]\nagent: scripted",
      '1:35 sheets[1].id: there is another sheet "a" [V014]',
    ],
  ])("%#: %s", (text, line) => {
    expect(errorsIn(text)).toEqual([line]);
  });
});

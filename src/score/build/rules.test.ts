import { describe, expect, it } from "vitest";
import { errorsIn, planOf, validationsOf } from "../../../test/kit/scores.ts";
import type { Validation } from "../plan/rule.ts";

const score = (validation: string): string =>
  `agent: scripted\nsheets:\n  - id: a\n    prompt: x\n    validations:\n      - ${validation}\n`;
const parse = (validation: string): readonly Validation[] => validationsOf(planOf(score(validation)));
const wrong = (validation: string): readonly string[] =>
  errorsIn(score(validation)).map((line) => line.replace("sheets[0].validations[0]", "V"));

const terms = { stage: 1, retries: 0, retryDelayMs: 200, timeoutMs: 600_000 };
const inContext = (path: string): { root: "context"; path: string } => ({ root: "context", path });
const command = (line: string): object => ({ argv: ["sh", "-c", line], env: {}, cwd: inContext("."), shown: line });

const plain = { tool: "", changed: null, fixes: null, ignore: [], silencers: [], configs: [] };

describe("a validation", () => {
  it.each<[string, object]>([
    [
      "file_exists: ./docs//a.md",
      { kind: "file_exists", path: inContext("docs/a.md"), description: "docs/a.md exists" },
    ],
    ["{file_exists: a, description: is there}", { kind: "file_exists", path: inContext("a"), description: "is there" }],
    ["file_modified: a", { kind: "file_modified", path: inContext("a"), description: "a was made or changed" }],
    [
      "file_unchanged_since: a",
      { kind: "file_unchanged_since", path: inContext("a"), since: "base", description: "a is as it was" },
    ],
    [
      "file_unchanged_since: {path: a, since: v1.0}",
      { kind: "file_unchanged_since", path: inContext("a"), since: "v1.0", description: "a is as it was at v1.0" },
    ],
    [
      "content_contains: {path: a, text: b}",
      { kind: "content_contains", path: inContext("a"), text: "b", description: 'a contains "b"' },
    ],
    [
      "content_regex: {path: a, pattern: ^b+$}",
      { kind: "content_regex", path: inContext("a"), pattern: "^b+$", description: "a matches /^b+$/" },
    ],
    ["command: npm test", { kind: "command_succeeds", command: command("npm test"), description: "npm test succeeds" }],
    [
      "{command: [npm, test], timeout: 5m, cwd: sub}",
      {
        kind: "command_succeeds",
        command: { argv: ["npm", "test"], env: {}, cwd: inContext("sub"), shown: "npm test" },
        timeoutMs: 300_000,
        description: "npm test succeeds",
      },
    ],
    ["diff_within: src/**", { kind: "diff_within", paths: ["src/**"], description: "only src/** are touched" }],
    [
      "diff_within: [src/**, '!src/x']",
      { kind: "diff_within", paths: ["src/**", "!src/x"], description: "only src/**, !src/x are touched" },
    ],
    [
      "findings: {command: lint}",
      {
        kind: "findings",
        command: command("lint"),
        format: { kind: "lines" },
        ...plain,
        description: "lint reports nothing new",
      },
    ],
    [
      "findings: {command: lint, format: sarif}",
      {
        kind: "findings",
        command: command("lint"),
        format: { kind: "sarif" },
        ...plain,
        description: "lint reports nothing new",
      },
    ],
    [
      "findings: {command: lint, pattern: '(?P<file>x)'}",
      {
        kind: "findings",
        command: command("lint"),
        format: { kind: "pattern", pattern: "(?P<file>x)" },
        ...plain,
        description: "lint reports nothing new",
      },
    ],
    [
      "findings: {command: lint, tool: ruff, changed: '*.py', fixes: {files: a.py, codes: [E*], severity: error, most: 3, partial: true}, ignore: W1, silencers: noqa, configs: ruff.toml}",
      {
        kind: "findings",
        command: command("lint"),
        tool: "ruff",
        format: { kind: "tool", tool: "ruff" },
        changed: ["*.py"],
        fixes: { files: ["a.py"], codes: ["E*"], severity: "error", most: 3, partial: true },
        ignore: ["W1"],
        silencers: ["noqa"],
        configs: ["ruff.toml"],
        description: "lint reports nothing new, and the findings to fix are gone",
      },
    ],
    [
      "findings: {command: lint, tool: own, format: junit, fixes: {}}",
      {
        kind: "findings",
        command: command("lint"),
        ...plain,
        tool: "own",
        format: { kind: "junit" },
        fixes: { files: [], codes: [], severity: null, most: null, partial: false },
        description: "lint reports nothing new, and the findings to fix are gone",
      },
    ],
    [
      "llm_judge: {criteria: is kind, threshold: 80, files: a.md, agent: scripted}",
      {
        kind: "llm_judge",
        agent: { kind: "scripted" },
        criteria: "is kind",
        threshold: 80,
        files: [inContext("a.md")],
        description: "judged at least 80: is kind",
      },
    ],
  ])("can be written %s", (text, expected) => {
    expect(parse(text)).toEqual([{ ...terms, ...expected }]);
  });

  it("on JSON has a condition on what its query finds", () => {
    const [validation] = parse("json_path: {path: c.json, query: $.total, that: value >= 80}");
    expect(validation).toMatchObject({
      kind: "json_path",
      path: inContext("c.json"),
      query: "$.total",
      that: { text: "value >= 80" },
      description: "$.total of c.json: value >= 80",
    });
    expect(parse("json_path: {path: c.json, query: $.total}")[0]).toMatchObject({ that: { text: "count > 0" } });
  });

  it("says when it runs, how often and for how long", () => {
    expect(parse("{command: make, stage: 3, retries: 2, retry_delay: 5s, timeout: 1}")[0]).toMatchObject({
      stage: 3,
      retries: 2,
      retryDelayMs: 5_000,
      timeoutMs: 1_000,
    });
  });

  it("is judged by the sheet's own agent unless it names another", () => {
    const text =
      "agent: {command: first}\nsheets:\n - {id: a, prompt: x, agent: {command: second}, validations: [{llm_judge: {criteria: y}}]}\nvalidations: [{llm_judge: {criteria: x}}]";
    expect(planOf(text).rules.map(({ check }) => check)).toMatchObject([
      { kind: "llm_judge", agent: { argv: ["first"] }, threshold: 70 },
      { kind: "llm_judge", agent: { argv: ["second"] } },
    ]);
  });

  it("is described in one line however long its command is", () => {
    expect(parse(`command: "a\\n${"x".repeat(500)}"`)[0]?.description).toMatch(/^a x{157}…$/);
  });

  it.each([
    ["file_exists: /etc/passwd", "6:22 V.file_exists: must lie in the sheet's context or in {{ workspace }} [V022]"],
    ["file_exists: ~/x", "6:22 V.file_exists: must lie in the sheet's context or in {{ workspace }} [V022]"],
    ["file_exists: a/../../b", "6:22 V.file_exists: must stay inside the sheet's context (no ..) [V022]"],
    ["file_exists: ' '", "6:22 V.file_exists: names no file [V022]"],
    ['file_exists: "a\\0"', "6:22 V.file_exists: a path can't contain a NUL [V022]"],
    ["content_contains: {path: a}", "6:27 V.content_contains.text: is missing: expected text [V008]"],
    [
      "content_contains: {path: /a, text: b}",
      "6:34 V.content_contains.path: must lie in the sheet's context or in {{ workspace }} [V022]",
    ],
    [
      "content_regex: {path: a, pattern: '['}",
      "6:43 V.content_regex.pattern: is not a regular expression in RE2 syntax (no look-around, no back references): missing closing ]: `[` [V007]",
    ],
    [
      "findings: {command: x, pattern: '['}",
      expect.stringMatching(/^6:41 V\.findings\.pattern: is not a regular expression .* \[V007\]$/) as string,
    ],
    [
      "findings: {command: x, pattern: y, format: lines}",
      "6:41 V.findings.pattern: give either format or pattern [V008]",
    ],
    ["command: ''", "6:18 V.command: must be a command [V008]"],
    ['command: "a\\0"', "6:18 V.command: must be a command [V008]"],
    ["command: []", "6:18 V.command: a command begins with a program [V008]"],
    ["command: ['{{ \"\" }}', x]", "6:18 V.command: a command begins with a program [V008]"],
    ["command: 5", "6:18 V.command: expected text, found 5 [V008]"],
    ["{command: x, cwd: /tmp}", "6:27 V.cwd: must lie in the sheet's context or in {{ workspace }} [V022]"],
    ["{findings: {command: x}, cwd: ../y}", "6:39 V.cwd: must stay inside the sheet's context (no ..) [V022]"],
    ["diff_within: ['a//b']", expect.stringMatching(/^6:22 V\.diff_within: .* \[V008\]$/) as string],
    [
      "json_path: {path: a, query: '$['}",
      expect.stringMatching(/^6:37 V\.json_path\.query: is not a JSONPath: .* \[V008\]$/) as string,
    ],
    [
      "json_path: {path: a, query: $.x, that: valu > 1}",
      '6:48 V.json_path.that: there is no "valu" here; did you mean "value"? [V017]',
    ],
    [
      "llm_judge: {criteria: x, files: [ok, ../y]}",
      "6:41 V.llm_judge.files: must stay inside the sheet's context (no ..) [V022]",
    ],
    [
      "llm_judge: {criteria: x, agent: nobody}",
      '6:41 V.llm_judge.agent: there is no agent "nobody", neither under agents nor as a profile [V018]',
    ],
    ["{}", expect.stringMatching(/^6:9 V: needs exactly one of file_exists, file_modified, .* \[V008\]$/) as string],
    ["{file_exists: a, command: b}", expect.stringMatching(/^6:9 V: needs exactly one of .* \[V008\]$/) as string],
    [
      "{file_exists: a, timeout: 5}",
      "6:35 V.timeout: only command, findings, llm_judge and review have a timeout [V008]",
    ],
    ["{file_exists: a, cwd: b}", "6:31 V.cwd: only command and findings have a cwd [V008]"],
    ["{llm_judge: {criteria: x}, cwd: b}", "6:41 V.cwd: only command and findings have a cwd [V008]"],
    ["file_exist: a", '6:9 V.file_exist: unknown key; did you mean "file_exists"? [V012]'],
    ["x", '6:9 V: expected a map of keys, found "x" [V008]'],
    ["{file_exists: a, retries: 21}", "6:35 V.retries: must be at most 20 [V008]"],
    ["{file_exists: a, stage: 0}", "6:33 V.stage: must be at least 1 [V008]"],
    ["{file_exists: a, condition: b}", "6:26 V.condition: here it is when [V012]"],
    ["{command_succeeds: a}", "6:10 V.command_succeeds: here it is command [V012]"],
    ["{file_exists: a, description: ''}", "6:39 V.description: must be one line of text [V008]"],
  ])("says so when it is wrong: %s", (text, line) => {
    expect(wrong(text)).toEqual([line]);
  });

  it("in Mozart's form says what to write instead", () => {
    expect(wrong("{type: file_exists, path: a}")[0]).toBe(
      "6:10 V.type: Mozart's form; here the type is the key: - file_exists: README.md [V012]",
    );
  });

  it("says so when no agent can judge it", () => {
    expect(
      errorsIn("validations: [{llm_judge: {criteria: x}}]\nsheets: [{id: a, prompt: x, agent: scripted}]"),
    ).toEqual(["1:15 validations[0]: there is no agent to judge: set agent here, or for the whole score [V018]"]);
  });
});

it("preconditions and validations of the score come before those of the sheet", () => {
  const plan = planOf(`
agent: scripted
preconditions: [file_exists: p1]
validations: [file_exists: v1]
sheets: [{id: a, prompt: x, preconditions: [file_exists: p2], validations: [file_exists: v2]}, {id: b, prompt: x}]`);
  const paths = (places: readonly number[]): readonly string[] =>
    places.map((place) => (plan.rules[place]?.check as { path: string }).path);
  expect(plan.sheets.map((sheet) => [paths(sheet.preconditions), paths(sheet.validations)])).toEqual([
    [
      ["p1", "p2"],
      ["v1", "v2"],
    ],
    [["p1"], ["v1"]],
  ]);
});

describe("a condition on a rule", () => {
  const applied = (when: string, more = ""): readonly string[] => {
    const text = `agent: scripted\nvariables: {wanted: [1, 3], by_stage: {1: true, 2: false}, kind: x}\nvalidations: [{file_exists: a, when: ${JSON.stringify(when)}}]\n${more}sheets: [{id: one, prompt: x}, {id: two, fan_out: 2, prompt: x}]`;
    const plan = planOf(text);
    return plan.sheets.filter(({ validations }) => validations.length > 0).map(({ id }) => id);
  };

  it.each([
    ["true", ["one", "two-1", "two-2"]],
    ["stage == 2", ["two-1", "two-2"]],
    ["stage == 2 and instance == 2", ["two-2"]],
    ["sheet_num >= 2 and not (instance == 1)", ["two-2"]],
    ["sheet == 'one' or voice == 2", ["one", "two-2"]],
    ["sheet_num in wanted", ["one", "two-2"]],
    ["by_stage[stage]", ["one"]],
    ["movement % 2 == 0", ["two-1", "two-2"]],
    ["title == 'two-1' or name == 'other'", ["two-1"]],
    ["end_item - start_item > 0", []],
  ])("%s", (when, sheets) => {
    expect(applied(when)).toEqual(sheets);
  });

  const refused = (when: string): readonly string[] =>
    errorsIn(`agent: scripted\nsheets: [{id: a, prompt: x}]\nvalidations:\n  - file_exists: a\n    when: ${when}\n`);

  it.each([
    ["stagee == 2", '5:11 validations[0].when: there is no "stagee" here; did you mean "stage"? [V017]'],
    [
      "stage == 2 and instanc == 1",
      '5:26 validations[0].when: there is no "instanc" here; did you mean "instance"? [V017]',
    ],
    ['"stage == 2 and sheet == 1"', expect.stringMatching(/^5:33 validations\[0\]\.when: .* \[V017\]$/) as string],
    [
      "'stage'",
      expect.stringMatching(
        /^5:12 validations\[0\]\.when: expected true or false, not a number; compare it with something \[V017\]$/,
      ) as string,
    ],
    ["|\n      stage ==\n", expect.stringMatching(/^6:\d+ validations\[0\]\.when: .* \[V017\]$/) as string],
    ["sheets[1].state == 'done'", expect.stringContaining('there is no "sheets" here') as string],
    ["import('x')", expect.stringMatching(/ \[V017\]$/) as string],
  ])("is reported with its place when it is invalid, and never taken as true: %s", (when, line) => {
    expect(refused(when)).toEqual([line]);
  });

  it("is reported for the sheet for which it can't be decided", () => {
    const text =
      "agent: scripted\nvariables: {by_stage: {1: true}}\nsheets: [{id: a, prompt: x}, {id: b, prompt: x}]\nvalidations: [{file_exists: a, when: 'by_stage[stage]'}]";
    expect(errorsIn(text)).toEqual(["4:38 validations[0].when: for sheet b: by_stage[stage]: there is no 2 [V017]"]);
  });

  it("of a sheet's own rule and of skip_when is read like any other", () => {
    expect(
      errorsIn("agent: scripted\nsheets: [{id: a, prompt: x, preconditions: [{file_exists: a, when: oops}]}]"),
    ).toEqual([
      expect.stringMatching(/^2:68 sheets\[0\]\.preconditions\[0\]\.when: there is no "oops" here.* \[V017\]$/),
    ]);
    expect(errorsIn("agent: scripted\nsheets: [{id: a, prompt: x, skip_when: sheets.a}]")).toEqual([
      expect.stringMatching(/^2:\d+ sheets\[0\]\.skip_when: .* \[V017\]$/),
    ]);
  });
});

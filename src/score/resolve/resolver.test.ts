import { describe, expect, it } from "vitest";
import { errorsIn, planOf, scene, validationsOf } from "../../../test/kit/scores.ts";
import type { Validation } from "../plan/rule.ts";
import { makeResolver } from "./resolver.ts";

const score = (validation: string, more = ""): string =>
  `agent: scripted\nvariables: {evil: "x; rm -rf / $(id) 'q' \\"d\\"", name_of: report, dots: a.b, up: ../..}\n${more}sheets: [{id: one, prompt: x}, {id: two, prompt: x}]\nvalidations:\n  - ${validation}\n`;

const ofSecond = (validation: string): Validation | undefined => {
  const plan = planOf(score(validation));
  return validationsOf(plan, plan.sheets[1])[0];
};

describe("templates", () => {
  it.each<[string, object]>([
    [
      "file_exists: '{{ name_of }}-{{ sheet_num }}.md'",
      { path: { root: "context", path: "report-2.md" }, description: "report-2.md exists" },
    ],
    [
      "file_exists: '{{ workspace }}/{{ sheet }}.md'",
      { path: { root: "workspace", path: "two.md" }, description: "$TUTTI_WORKSPACE/two.md exists" },
    ],
    ["file_modified: '{{ worktree }}/a'", { path: { root: "context", path: "a" } }],
    [
      "content_contains: {path: a, text: '{{ sheet }} of {{ total_sheets }}'}",
      { text: "two of 2", description: 'a contains "two of 2"' },
    ],
    ["content_regex: {path: a, pattern: '^{{ dots }}+$'}", { pattern: String.raw`^a\.b+$` }],
    ["{file_exists: a, description: 'for {{ sheet }}'}", { description: "for two" }],
    ["file_unchanged_since: {path: a, since: 'v{{ sheet_num }}'}", { since: "v2" }],
    ["json_path: {path: a, query: '$.s{{ sheet_num }}'}", { query: "$.s2" }],
    ["diff_within: ['{{ sheet }}/**']", { paths: ["two/**"] }],
    [
      "llm_judge: {criteria: 'is {{ sheet }}', files: ['{{ workspace }}/a']}",
      { criteria: "is two", files: [{ root: "workspace", path: "a" }] },
    ],
    ["{command: make, cwd: '{{ workspace }}/{{ sheet }}'}", { command: { cwd: { root: "workspace", path: "two" } } }],
  ])("are filled in for each sheet: %s", (validation, expected) => {
    expect(ofSecond(validation)).toMatchObject(expected);
  });

  it.each([
    [
      "file_exists: '{{ up }}/x'",
      /validations\[0\]\.file_exists: must stay inside the sheet's context \(no \.\.\) \[V022\]$/,
    ],
    ["file_exists: '{{ wat }}'", /validations\[0\]\.file_exists: there is no variable "wat" \[V101\]$/],
    ["content_contains: {path: a, text: '{{ wat }}'}", /content_contains\.text: there is no variable "wat" \[V101\]$/],
    ["content_regex: {path: a, pattern: '{{ wat }}'}", /content_regex\.pattern: there is no variable "wat" \[V101\]$/],
    ["command: 'echo {{ wat }}'", /validations\[0\]\.command: there is no variable "wat" \[V101\]$/],
    ["command: [echo, '{{ wat }}']", /validations\[0\]\.command: there is no variable "wat" \[V101\]$/],
    [
      "{file_exists: a, description: '{{ wat }}'}",
      /validations\[0\]\.description: there is no variable "wat" \[V101\]$/,
    ],
    ["json_path: {path: a, query: '{{ wat }}'}", /json_path\.query: there is no variable "wat" \[V101\]$/],
    ["diff_within: ['{{ wat }}']", /diff_within: there is no variable "wat" \[V101\]$/],
    ["file_exists: '{{ [1][sheet_num - 1] }}'", /validations\[0\]\.file_exists: .*has no value \[V101\]$/],
  ])("are reported once when they are wrong for any sheet: %s", (validation, line) => {
    expect(errorsIn(score(validation))).toEqual([expect.stringMatching(line)]);
  });

  it("are filled in once: a value that looks like one stays as it is", () => {
    const plan = planOf(
      "agent: scripted\nvariables: {v: '{{ sheet }}'}\nsheets: [{id: a, prompt: x}]\nvalidations: [content_contains: {path: a, text: '{{ v }}'}]",
    );
    expect(validationsOf(plan)[0]).toMatchObject({ text: "{{ sheet }}" });
  });
});

describe("a command", () => {
  const command = (validation: string): unknown => {
    const rule = ofSecond(validation);
    return rule?.kind === "command_succeeds" ? rule.command : rule;
  };
  const evil = "x; rm -rf / $(id) 'q' \"d\"";

  it.each([
    ["command: 'echo {{ evil }}'", "sh"],
    ["command: [bash, -c, 'echo {{ evil }}']", "bash"],
    ["command: [/usr/bin/bash, -c, 'echo {{ evil }}']", "bash"],
    ["command: [/bin/sh, -c, 'echo {{ evil }}']", "sh"],
  ])("for a shell never holds a value, only the name of a variable that does: %s", (validation, shell) => {
    expect(command(validation)).toEqual({
      argv: [shell, "-c", expect.not.stringContaining("rm")],
      env: { TUTTI_VALUE_1: evil },
      cwd: { root: "context", path: "." },
      shown: `echo ${evil}`,
    });
  });

  it("as a list has its values as whole arguments", () => {
    expect(command("command: [echo, 'a {{ evil }}', '{{ sheet }}']")).toMatchObject({
      argv: ["echo", `a ${evil}`, "two"],
      env: {},
    });
    expect(command("command: [bash, -c, 'echo \"$1\"', bash, '{{ evil }}']")).toMatchObject({
      argv: ["bash", "-c", 'echo "$1"', "bash", evil],
    });
    expect(command("command: [bash, run.sh, '{{ evil }}']")).toMatchObject({ argv: ["bash", "run.sh", evil] });
    expect(command("command: [git, -c, 'user.name={{ sheet }}', status]")).toMatchObject({
      argv: ["git", "-c", "user.name=two", "status"],
    });
  });

  it.each([
    "[bash, -lc, 'echo {{ sheet }}']",
    "[zsh, -c, 'echo {{ sheet }}']",
    "[/bin/dash, -c, 'echo {{ sheet }}', x]",
    "[env, bash, -c, 'echo {{ sheet }}']",
    "[env, A=b, /bin/sh, -ec, 'echo {{ sheet }}']",
    "[bash, -c, -e, 'echo {{ sheet }}']",
    "[bash, -c, -o, pipefail, 'echo {{ sheet }}']",
    "[bash, -c, -eo, pipefail, 'echo {{ sheet }}']",
    "[bash, +x, -c, '{% if true %}x{% endif %}']",
    "[bash, -o, '{{ sheet }}', -c, 'echo']",
  ])("is refused when it would put a value into a shell's text: %s", (words) => {
    expect(errorsIn(score(`command: ${words}`))).toEqual([
      expect.stringMatching(
        /validations\[0\]\.command: a value must not become part of (?:another shell's text|what \w+ runs); hand it over as data: .* \[V023\]$/,
      ),
    ]);
  });

  it("never has a NUL and never lacks a program, for all values", () => {
    const withNul =
      'agent: scripted\nvariables: {nul: "a\\0b", nothing: ""}\nsheets: [{id: a, prompt: x}]\nvalidations: [{command: COMMAND}]';
    expect(errorsIn(withNul.replace("COMMAND", "[echo, '{{ nul }}']"))[0]).toContain("an argument can't contain a NUL");
    expect(errorsIn(withNul.replace("COMMAND", "'echo {{ nul }}'"))[0]).toContain("a value with a NUL");
    expect(errorsIn(withNul.replace("COMMAND", "['{{ nothing }}', x]"))[0]).toContain(
      "a command begins with a program",
    );
  });

  it("may say ${#x} for the shell", () => {
    expect(command("command: 'x=abc; test ${#x} = 3'")).toMatchObject({ argv: ["sh", "-c", "x=abc; test ${#x} = 3"] });
  });

  it("is filled in like any other when it skips a sheet, and reported when it can't be", () => {
    const plan = planOf(
      "agent: scripted\nsheets: [{id: a, prompt: x, skip_when_command: 'test -f {{ sheet }}'}, {id: b, prompt: x}]",
    );
    const resolver = makeResolver(plan);
    const [first, second] = plan.sheets.map((sheet) => resolver.skipCommand(sheet, scene));
    expect(first).toMatchObject({ kind: "means", value: { env: { TUTTI_VALUE_1: "a" }, shown: "test -f a" } });
    expect(second).toBeNull();
    expect(errorsIn("agent: scripted\nsheets: [{id: a, prompt: x, skip_when_command: 'test {{ wat }}'}]")).toEqual([
      expect.stringMatching(/sheets\[0\]\.skip_when_command: there is no variable "wat" \[V101\]$/),
    ]);
    expect(errorsIn("agent: scripted\nsheets: [{id: a, prompt: x, skip_when_command: 'test {{'}]")[0]).toMatch(
      /\[V001\]$/,
    );
  });
});

describe("a value that is known only when a sheet is played", () => {
  it("can make a rule impossible, which then says so itself", () => {
    const plan = planOf(
      "agent: scripted\ncross_sheet: {outputs: true}\nsheets: [{id: a, prompt: x}]\nvalidations: [file_exists: '{{ previous_outputs|length }}/{{ workspace }}']",
    );
    const [sheet] = plan.sheets;
    if (sheet === undefined) throw new TypeError("no sheet");
    const bare = {
      ...plan,
      rules: [{ ...plan.rules[0], check: { kind: "file_exists", path: "{{ previous_outputs[7] }}" } }],
    } as typeof plan;
    expect(makeResolver(bare).validations(sheet, scene)).toMatchObject([
      { kind: "impossible", why: expect.stringContaining("has no value") as string, description: "file_exists" },
    ]);
  });

  it("is which files the globs of cross_sheet mean", () => {
    const plan = planOf(
      "agent: scripted\ncross_sheet: {files: ['{{ workspace }}/{{ sheet }}/*.md', 'docs/**']}\nsheets: [{id: a, prompt: x}]",
    );
    const [sheet] = plan.sheets;
    if (sheet === undefined) throw new TypeError("no sheet");
    expect(makeResolver(plan).previousFiles(sheet, scene)).toEqual([
      { kind: "means", value: { root: "workspace", path: "a/*.md" } },
      { kind: "means", value: { root: "context", path: "docs/**" } },
    ]);
    expect(
      errorsIn("agent: scripted\ncross_sheet: {files: ['/etc/*']}\nsheets: [{id: a, fan_out: 3, prompt: x}]"),
    ).toEqual(["2:22 cross_sheet.files: must lie in the sheet's context or in {{ workspace }} [V022]"]);
  });

  it("is where late files lie", () => {
    const plan = planOf("agent: scripted\nprelude: ['{{ workspace }}/{{ sheet }}.md']\nsheets: [{id: a, prompt: x}]");
    const [sheet] = plan.sheets;
    if (sheet === undefined) throw new TypeError("no sheet");
    expect(makeResolver(plan).lateFiles(sheet, scene)).toEqual([
      { place: 0, path: { kind: "means", value: { root: "workspace", path: "a.md" } }, isFolder: false },
    ]);
  });

  it("is what earlier sheets said and wrote, and which were skipped", () => {
    const text =
      'agent: scripted\ncross_sheet: {outputs: true}\nsheets: [{id: a, prompt: "{{ previous_outputs }} {{ previous_files }} {{ skipped_upstream }}"}]';
    const plan = planOf(text);
    const [sheet] = plan.sheets;
    if (sheet === undefined) throw new TypeError("no sheet");
    const now = {
      ...scene,
      previousOutputs: new Map([[1, "said"]]),
      previousFiles: new Map([["/ws/a", "wrote"]]),
      skippedUpstream: [2],
    };
    expect(makeResolver(plan).prompt(sheet, now)).toEqual({ kind: "text", text: "{1: 'said'} {'/ws/a': 'wrote'} [2]" });
  });
});

import { describe, expect, it } from "vitest";
import { faultsOf } from "../../../test/kit/scores.ts";
import { parseScore } from "../parse.ts";
import type { Plan } from "../plan.ts";

function parse(text: string): Plan {
  const readText = (path: string): string => (path === "/base/t.md" ? "line one\n{{ sheet_num }} {{ nme }}\n" : "");
  return parseScore(text, { path: "m.yaml", baseDir: "/base", readText });
}

const wrong = (text: string): readonly string[] => faultsOf(() => parse(text), "m.yaml");

/** A small score: the keys given, and the least it needs of the others. */
function score(parts: Readonly<Record<string, string>>): string {
  const whole = { name: "m", sheet: "{size: 1, total_items: 3}", prompt: "{template: x}", backend: "{type: scripted}", ...parts };
  return Object.entries(whole)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
}

describe("Mozart's items", () => {
  it("become sheets of a size, one after the other", () => {
    const plan = parse(
      score({ sheet: "{size: 5, total_items: 12}", prompt: '{template: "{{ sheet_num }} of {{ total_sheets }}: {{ start_item }}-{{ end_item }}"}' }),
    );
    expect(plan.sheets.map((sheet) => [sheet.id, sheet.after, sheet.prompt])).toEqual([
      ["sheet-1", [], "1 of 3: 1-5"],
      ["sheet-2", ["sheet-1"], "2 of 3: 6-10"],
      ["sheet-3", ["sheet-2"], "3 of 3: 11-12"],
    ]);
  });

  it("can begin after the first", () => {
    const plan = parse(score({ sheet: "{size: 5, total_items: 12, start_item: 6}", prompt: '{template: "{{ start_item }}-{{ end_item }}"}' }));
    expect(plan.sheets.map((sheet) => sheet.prompt)).toEqual(["6-10", "11-12"]);
  });

  it("with declared dependencies wait for those alone", () => {
    const plan = parse(score({ sheet: "{size: 1, total_items: 4, dependencies: {3: [1, 2], 4: [3]}}" }));
    expect(plan.sheets.map((sheet) => sheet.after)).toEqual([[], [], ["sheet-1", "sheet-2"], ["sheet-3"]]);
  });

  it("are titled by their descriptions, or by their place", () => {
    const plan = parse(score({ sheet: "{size: 1, total_items: 2, descriptions: {2: Write it up}}" }));
    expect(plan.sheets.map((sheet) => sheet.title)).toEqual(["m: sheet 1 of 2", "Write it up"]);
  });
});

describe("Mozart's settings", () => {
  it("have Mozart's defaults", () => {
    const plan = parse(score({}));
    expect(plan).toMatchObject({ name: "m", parallel: 1, target: null, isolation: "clone", revalidate: true, workspace: null });
    expect(plan.sheets[0]).toMatchObject({
      agent: { kind: "scripted" },
      retry: { attempts: 3, baseDelayMs: 10_000, maxDelayMs: 3_600_000, completions: 3, completionThreshold: 0.5, conflicts: 2 },
      timeoutMs: 1_800_000,
      idleMs: null,
      validations: [],
    });
  });

  it("mean what they mean there", () => {
    const plan = parse(
      score({
        description: "words",
        workspace: "./ws",
        backend: "{type: command, command: [./agent, -x], prompt: file, env: {A: b}, timeout_seconds: 60}",
        retry: "{max_retries: 0, base_delay_seconds: 1, max_delay_seconds: 2, max_completion_attempts: 1, completion_threshold_percent: 80}",
        parallel: "{enabled: true, max_concurrent: 7}",
      }),
    );
    expect(plan).toMatchObject({ parallel: 7, workspace: "/base/ws" });
    expect(plan.sheets[0]).toMatchObject({
      agent: { kind: "command", argv: ["/base/agent", "-x"], prompt: "file", env: { A: "b" } },
      retry: { attempts: 1, baseDelayMs: 1_000, maxDelayMs: 2_000, completions: 1, completionThreshold: 0.8 },
      timeoutMs: 60_000,
    });
  });
});

it("a delay of Mozart's that is longer than its limit raises the limit", () => {
  expect(parse(score({ retry: "{base_delay_seconds: 50, max_delay_seconds: 20}" })).sheets[0]?.retry).toMatchObject({
    baseDelayMs: 50_000,
    maxDelayMs: 50_000,
  });
});

describe("Mozart's template", () => {
  it("knows the sheet, its workspace and the score's variables, whole numbers as keys too", () => {
    const prompt = `{template: "{{ workspace }} {{ stage }}/{{ total_stages }} {{ instance }}/{{ fan_count }} {{ focus[sheet_num] }} {{ stakes }}{{ previous_outputs|length }}", variables: {focus: {1: a, 2: b}}, stakes: high}`;
    expect(parse(score({ sheet: "{size: 1, total_items: 2}", prompt })).sheets[1]?.prompt).toBe(". 2/2 1/1 b high0");
  });

  it("lets a variable of the score hide a built-in one", () => {
    expect(parse(score({ prompt: '{template: "{{ stage }}", variables: {stage: mine}}' })).sheets[0]?.prompt).toBe("mine");
  });

  it("that is wrong is told once, not for each sheet", () => {
    expect(wrong(score({ prompt: "\n  template: |\n    one\n    {{ sheet_no }}" }))).toEqual([
      "score.template",
      '6:8 prompt.template: there is no variable "sheet_no"; did you mean "sheet_num"?',
    ]);
    expect(wrong(score({ prompt: "{template_file: t.md}" }))).toEqual(["score.template", 't.md:2:20 prompt.template_file: there is no variable "nme"']);
  });
});

describe("Mozart's validations", () => {
  const validations = `
  - {type: file_exists, path: "{workspace}/out-{sheet_num}.md"}
  - {type: content_contains, path: a.md, pattern: "Part {sheet_num} {x}", condition: "sheet_num >= 2"}
  - {type: content_regex, path: a.md, pattern: '\\d{2}{sheet_num}', condition: "stage == 2 and instance == 1", description: counts}
  - {type: command_succeeds, command: 'test -f "{workspace}/x" && echo \${HOME} | awk "{print}"', timeout_seconds: 9}`;

  it("are filled in for each sheet they apply to", () => {
    const plan = parse(score({ sheet: "{size: 1, total_items: 2}", validations }));
    const command = { kind: "command_succeeds", argv: ["bash", "-c", 'test -f "./x" && echo ${HOME} | awk "{print}"'], timeoutMs: 9_000 };
    expect(plan.sheets[0]?.validations).toMatchObject([{ kind: "file_exists", path: "out-1.md", description: "out-1.md exists" }, command]);
    expect(plan.sheets[1]?.validations).toMatchObject([
      { kind: "file_exists", path: "out-2.md" },
      { kind: "content_contains", path: "a.md", text: "Part 2 {x}" },
      { kind: "content_regex", path: "a.md", pattern: String.raw`\d{2}2`, description: "counts" },
      command,
    ]);
  });

  it.each([
    ["{type: file_exists, path: '{{ workspace }}/a'}", "6:31 validations[0].path: here it is {workspace}, with single braces"],
    ["{type: file_exists, path: '{sheetnum}'}", '6:31 validations[0].path: there is no {sheetnum} to fill in; did you mean "sheet_num"?'],
    ["{type: file_exists, path: '{colour}'}", "6:31 validations[0].path: there is no {colour} to fill in"],
    ["{type: file_exists, path: '{workspace}/../x'}", "6:31 validations[0].path: must stay inside the sheet's context (no ..)"],
    ["{type: file_exists, path: /abs}", "6:31 validations[0].path: must be relative: validations look at the files of the sheet's own context"],
    ["{type: command_succeeds, command: 'x {sheet_nun}'}", '6:39 validations[0].command: there is no {sheet_nun} to fill in; did you mean "sheet_num"?'],
    [
      "{type: content_regex, path: a, pattern: '['}",
      "6:45 validations[0].pattern: is not a regular expression in RE2 syntax (no look-around, no back references): missing closing ]: `[`",
    ],
    ["{type: content_contains, path: a}", "6:5 validations[0].pattern: is missing: expected text"],
    [
      "{type: file_modified, path: a}",
      '6:12 validations[0].type: expected one of file_exists, content_contains, content_regex, command_succeeds, found "file_modified"',
    ],
    [
      "{type: file_exists, path: a, condition: 'sheet_num == 1 or sheet_num == 2'}",
      '6:45 validations[0].condition: can\'t read "sheet_num == 1 or sheet_num == 2": a condition is sheet_num == 1 or the like, joined by and',
    ],
    ["{type: file_exists, path: a, stage: 2}", "6:34 validations[0].stage: this version of Tutti does not support this key yet"],
  ])("that are wrong are told once: %s", (validation, line) => {
    expect(wrong(score({ validations: `\n  - ${validation}` }))).toEqual(["score.invalid", line]);
  });
});

describe("a Mozart score that is wrong says so", () => {
  it.each<[Readonly<Record<string, string>>, string]>([
    [{ naem: "x" }, '5:1 naem: unknown key; did you mean "name"?'],
    [{ cross_sheet: "{}" }, "5:1 cross_sheet: this version of Tutti does not support this key yet"],
    [{ sheet: "{size: 1, total_items: 3, fan_out: {1: 2}}" }, "2:34 sheet.fan_out: this version of Tutti does not support this key yet"],
    [{ sheet: "{size: 0, total_items: 3}" }, "2:15 sheet.size: must be at least 1"],
    [{ sheet: "{size: 1, total_items: 3, start_item: 4}" }, "2:46 sheet.start_item: is after the last item: there would be no sheet"],
    [{ sheet: "{size: 1, total_items: 1000000000}" }, "2:31 sheet.total_items: makes 1000000000 sheets; a job can have 100000"],
    [{ sheet: "{size: 1, total_items: 3, dependencies: {4: [1]}}" }, '2:49 sheet.dependencies.4: there is no sheet "4"; there are 3'],
    [{ sheet: "{size: 1, total_items: 3, descriptions: {x: y}}" }, '2:49 sheet.descriptions.x: there is no sheet "x"; there are 3'],
    [{ sheet: "{size: 1, total_items: 3, dependencies: {2: [1, 9]}}" }, '2:56 sheet.dependencies.2[1]: there is no sheet "sheet-9"; did you mean "sheet-1"?'],
    [{ sheet: "{size: 1, total_items: 3, dependencies: {2: [2]}}" }, "2:53 sheet.dependencies.2[0]: a sheet can't come after itself"],
    [
      { sheet: "{size: 1, total_items: 3, dependencies: {2: [3], 3: [2]}}" },
      "2:53 sheet.dependencies.2[0]: a circle: sheet-2 → sheet-3 → sheet-2; no sheet of it could ever start",
    ],
    [{ prompt: "{}" }, "3:9 prompt: give either template or template_file"],
    [{ backend: "{type: command}" }, "4:10 backend: type: command needs a command"],
    [{ backend: "{type: scripted, modell: x}" }, "4:27 backend.modell: unknown key; known are type, command, prompt, env, timeout_seconds"],
    [{ retry: "{max_retries: -1}" }, "5:22 retry.max_retries: must be at least 0"],
  ])("%j", (parts, line) => {
    expect(wrong(score(parts))).toEqual(["score.invalid", line]);
  });

  it("and what to use when its agent is not there", () => {
    expect(wrong(score({ backend: "{type: claude_cli}" }))[1]).toMatch(
      /^4:17 backend\.type: this version of Tutti has no agent "claude_cli"; use type: command/,
    );
    expect(wrong("name: m\nsheet: {size: 1, total_items: 1}\nprompt: {template: x}\n")[1]).toMatch(/^1:1 backend: is missing: use type: command/);
  });
});

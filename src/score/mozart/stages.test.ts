import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { errorsIn, notesIn, planOf, promptsOf } from "../../../test/kit/scores.ts";
import type { Plan } from "../plan/plan.ts";

const plan = (sheet: string, more: Readonly<Record<string, string>> = {}): Plan =>
  planOf(mozart({ sheet: `{size: 1, ${sheet}}`, ...more }));
const links = ({ sheets }: Plan): readonly string[] => sheets.map(({ id, after }) => [id, "←", ...after].join(" "));

describe("Mozart's items", () => {
  it("become sheets of a size, one after the other", () => {
    const text = mozart({
      sheet: "{size: 5, total_items: 12}",
      prompt: '{template: "{{ sheet_num }} of {{ total_sheets }}: {{ start_item }}-{{ end_item }}"}',
    });
    expect(links(planOf(text))).toEqual(["sheet-1 ←", "sheet-2 ← sheet-1", "sheet-3 ← sheet-2"]);
    expect(promptsOf(planOf(text))).toEqual(["1 of 3: 1-5", "2 of 3: 6-10", "3 of 3: 11-12"]);
  });

  it("can begin after the first, also where stages differ", () => {
    const prompt = '{template: "{{ start_item }}-{{ end_item }}"}';
    expect(promptsOf(planOf(mozart({ sheet: "{size: 5, total_items: 12, start_item: 6}", prompt })))).toEqual([
      "6-10",
      "11-12",
    ]);
    expect(
      promptsOf(planOf(mozart({ sheet: "{size: 5, total_items: 12, start_item: 6, descriptions: {1: a}}", prompt }))),
    ).toEqual(["6-10", "11-12"]);
  });

  it("may all start at once where the score plays in parallel", () => {
    expect(links(plan("total_items: 2", { parallel: "{enabled: true}" }))).toEqual(["sheet-1 ←", "sheet-2 ←"]);
    expect(links(plan("total_items: 2, descriptions: {1: a}", { parallel: "{enabled: true}" }))).toEqual([
      "sheet-1 ←",
      "sheet-2 ←",
    ]);
    expect(links(plan("total_items: 2, descriptions: {1: a}"))).toEqual(["sheet-1 ←", "sheet-2 ← sheet-1"]);
  });

  it("with declared dependencies wait for those alone", () => {
    expect(links(plan("total_items: 4, dependencies: {3: [1, 2], 4: [3]}"))).toEqual([
      "sheet-1 ←",
      "sheet-2 ←",
      "sheet-3 ← sheet-1 sheet-2",
      "sheet-4 ← sheet-3",
    ]);
  });

  it("are titled by their descriptions, which never were templates, or by their id", () => {
    const { sheets } = plan('total_items: 3, descriptions: {2: "Write {{ it }} {% up\\n now"}', {
      movements: "{3: {name: Third}}",
    });
    expect(sheets.map(({ title }) => title)).toEqual(["sheet-1", "Write {{ it }} {% up now", "Third"]);
  });
});

describe("Mozart's fan-out", () => {
  it.each([
    [
      "fan_out: {2: 2}, dependencies: {2: [1], 3: [2]}",
      ["stage-1 ←", "stage-2-1 ← stage-1", "stage-2-2 ← stage-1", "stage-3 ← stage-2-1 stage-2-2"],
    ],
    [
      "fan_out: {1: 2, 2: 2}, dependencies: {2: [1]}",
      ["stage-1-1 ←", "stage-1-2 ←", "stage-2-1 ← stage-1-1", "stage-2-2 ← stage-1-2", "stage-3 ←"],
    ],
    [
      "fan_out: {1: 2, 2: 3}, dependencies: {2: [1], 3: [1]}",
      [
        "stage-1-1 ←",
        "stage-1-2 ←",
        "stage-2-1 ← stage-1-1 stage-1-2",
        "stage-2-2 ← stage-1-1 stage-1-2",
        "stage-2-3 ← stage-1-1 stage-1-2",
        "stage-3 ← stage-1-1 stage-1-2",
      ],
    ],
    ["fan_out: {2: 2}", ["stage-1 ←", "stage-2-1 ← stage-1", "stage-2-2 ← stage-1", "stage-3 ← stage-2-1 stage-2-2"]],
  ])("%s", (sheet, expected) => {
    expect(links(plan(`total_items: 3, ${sheet}`))).toEqual(expected);
  });

  it("may be written as the voices of a movement", () => {
    expect(links(plan("total_items: 2", { movements: "{2: {voices: 2}}" }))).toEqual([
      "stage-1 ←",
      "stage-2-1 ← stage-1",
      "stage-2-2 ← stage-1",
    ]);
  });

  it("takes along every key of its stage", () => {
    const { sheets } = plan(
      'total_items: 2, fan_out: {2: 2}, descriptions: {2: Second}, skip_when: {2: "sheets[1].status == \'failed\'"}, skip_when_command: {2: {command: "test -f {workspace}/x", description: "all\\nthere", timeout_seconds: 5}}',
      { backend: "{type: scripted, timeout_seconds: 60, timeout_overrides: {2: 7}}" },
    );
    expect(sheets[0]).toMatchObject({ title: "stage-1", skipWhen: null, skipCommand: null, timeoutMs: 60_000 });
    for (const sheet of sheets.slice(1)) {
      expect(sheet).toMatchObject({
        title: "Second",
        skipWhen: { text: "sheets[1].status == 'failed'" },
        skipCommand: {
          command: { kind: "line", shell: "bash", line: "test -f {{ workspace }}/x" },
          timeoutMs: 5_000,
          description: "all there",
        },
        timeoutMs: 7_000,
      });
    }
  });
});

describe("Mozart's files", () => {
  it("stand in front of prompts: prelude for all, cadenzas for a stage, skills of techniques", () => {
    const files = { "p.md": "P", "c.md": "C", "s.md": "S" };
    const text = mozart({
      sheet: "{size: 1, total_items: 2, prelude: [{file: p.md, as: context}], cadenzas: {2: [{file: c.md, as: tool}]}}",
      techniques: "{review: {kind: skill, config: {path: s.md}}}",
    });
    const skill = "## Skill: s.md\n\nS\n";
    expect(promptsOf(planOf(text, files))).toEqual([
      [skill, "## Context: p.md\n\nP\n", "x"].join("\n"),
      [skill, "## Tool: c.md\n\nC\n", "## Context: p.md\n\nP\n", "x"].join("\n"),
    ]);
  });

  it("can lie in the workspace, written with single braces", () => {
    const { files } = planOf(
      mozart({ sheet: '{size: 1, total_items: 1, cadenzas: {1: [{file: "{workspace}/plan.md", as: context}]}}' }),
    );
    expect(files).toMatchObject([{ content: { kind: "late", path: "{{ workspace }}/plan.md" } }]);
  });

  it("follow prompts as extensions when they are there, and are texts when they are not", () => {
    const text = mozart({
      sheet: "{size: 1, total_items: 2, prompt_extensions: {2: [own.md]}}",
      prompt: "{template: x, prompt_extensions: [there.md, not-there.md, a text]}",
    });
    expect(promptsOf(planOf(text, { "there.md": "T", "own.md": "O" }))).toEqual([
      "x\n\nT\n\nnot-there.md\n\na text\n",
      "x\n\nT\n\nnot-there.md\n\na text\n\nO\n",
    ]);
  });

  it("of techniques that are no skills are not read, and told", () => {
    expect(notesIn(mozart({ techniques: "{a: {kind: mcp}, b: {kind: skill}}" }), ["V302"])).toEqual([
      expect.stringMatching(/^5:14 techniques\.a: is not read: /),
      expect.stringMatching(/^5:\d+ techniques\.b: is not read: /),
    ]);
  });
});

describe("stages that are not there are told", () => {
  it.each([
    [
      "size: 1, total_items: 3, start_item: 4",
      "2:46 sheet.start_item: is after the last item: there would be no sheet [V011]",
    ],
    [
      "size: 1, total_items: 3, start_item: 4, descriptions: {1: a}",
      "2:46 sheet.start_item: is after the last item: there would be no sheet [V011]",
    ],
    [
      "size: 1, total_items: 1000000000",
      "2:31 sheet.total_items: makes 1000000000 sheets; a job can have 100000 [V020]",
    ],
    [
      "size: 1, total_items: 1000000000, descriptions: {1: a}",
      "2:31 sheet.total_items: makes 1000000000 sheets; a job can have 100000 [V020]",
    ],
    [
      "size: 1, total_items: 3, dependencies: {4: [1]}",
      "2:49 sheet.dependencies.4: there is no stage 4; there are 3 [V015]",
    ],
    ["size: 1, total_items: 3, fan_out: {4: 2}", "2:44 sheet.fan_out.4: there is no stage 4; there are 3 [V015]"],
    [
      "size: 1, total_items: 3, descriptions: {x: y}",
      "2:49 sheet.descriptions.x: the keys here are numbers of sheets [V011]",
    ],
    [
      "size: 1, total_items: 3, descriptions: {0: y}",
      "2:49 sheet.descriptions.0: the keys here are numbers of sheets [V011]",
    ],
    [
      "size: 1, total_items: 3, dependencies: {2: [1, 9]}",
      expect.stringMatching(/^2:56 sheet\.dependencies\.2\[1\]: there is no sheet "sheet-9"/) as string,
    ],
    [
      "size: 1, total_items: 3, dependencies: {2: [2]}",
      "2:53 sheet.dependencies.2[0]: a sheet can't come after itself [V015]",
    ],
    [
      "size: 1, total_items: 3, fan_out: {2: 2}, dependencies: {2: [2]}",
      "2:70 sheet.dependencies.2[0]: a sheet can't come after itself [V015]",
    ],
    [
      "size: 1, total_items: 3, dependencies: {2: [3], 3: [2]}",
      "2:53 sheet.dependencies.2[0]: a circle: sheet-2 → sheet-3 → sheet-2; no sheet of it could ever start [V016]",
    ],
    [
      "size: 2, total_items: 3, fan_out: {1: 2}",
      "2:43 sheet.fan_out: fanning out needs size: 1 and start_item: 1 [V011]",
    ],
    [
      "size: 1, total_items: 3, start_item: 2, fan_out: {1: 2}",
      "2:58 sheet.fan_out: fanning out needs size: 1 and start_item: 1 [V011]",
    ],
    ["size: 0, total_items: 3", "2:15 sheet.size: must be at least 1 [V011]"],
    [
      "size: 1, total_items: 3, instrument_map: {a: [1], b: [1]}",
      '2:63 sheet.instrument_map.b[0]: stage 1 is under "a" already [V011]',
    ],
  ])("%s", (sheet, line) => {
    expect(errorsIn(mozart({ sheet: `{${sheet}}` }))).toEqual([line]);
  });

  it.each([
    [
      { sheet: "{size: 1, total_items: 2, descriptions: {3: a}}" },
      "2:49 sheet.descriptions.3: there is no stage 3; there are 2 [V212]",
    ],
    [
      { sheet: "{size: 1, total_items: 2, skip_when: {3: 'true'}}" },
      "2:46 sheet.skip_when.3: there is no stage 3; there are 2 [V212]",
    ],
    [
      { sheet: "{size: 1, total_items: 2, fan_out: {1: 2}, cadenzas: {3: []}}" },
      "2:62 sheet.cadenzas.3: there is no stage 3; there are 2 [V212]",
    ],
    [
      { sheet: "{size: 1, total_items: 2, instrument_map: {cli: [1, 3]}}" },
      "2:60 sheet.instrument_map.cli[1]: there is no stage 3; there are 2 [V212]",
    ],
    [
      { backend: "{type: scripted, timeout_overrides: {4: 9}}" },
      "4:47 backend.timeout_overrides.4: there is no stage 4; there are 3 [V212]",
    ],
    [
      { backend: "{type: scripted, sheet_overrides: {4: {}}}" },
      "4:45 backend.sheet_overrides.4: there is no stage 4; there are 3 [V212]",
    ],
    [{ movements: "{4: {name: x}}" }, "5:13 movements.4: there is no stage 4; there are 3 [V212]"],
  ])("but let the score be where only how they are played is said: %j", (parts, line) => {
    expect(notesIn(mozart(parts as Readonly<Record<string, string>>), ["V212"])).toEqual([line]);
    expect(errorsIn(mozart(parts as Readonly<Record<string, string>>))).toEqual([]);
  });
});

it("voices need sheets of one item, as any fan-out does", () => {
  expect(errorsIn(mozart({ sheet: "{size: 2, total_items: 4}", movements: "{1: {voices: 2}}" }))).toEqual([
    "5:12 movements: fanning out needs size: 1 and start_item: 1 [V011]",
  ]);
});

it("a condition of Mozart's that can't be read is told where it stands", () => {
  expect(errorsIn(mozart({ sheet: "{size: 1, total_items: 2, skip_when: {2: 'sheeets[1]'}}" }))).toEqual([
    '2:50 sheet.skip_when.2: there is no "sheeets" here; did you mean "sheets"? [V017]',
  ]);
});

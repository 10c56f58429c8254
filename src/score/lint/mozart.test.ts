import { describe, expect, it } from "vitest";
import { type ScoreTexts, errorsIn, notesIn } from "../../../test/kit/scores.ts";
import type { ProblemCode } from "../source/codes.ts";

const mozart = (more: string, sheet = "size: 1, total_items: 2"): string =>
  `name: m\nsheet: { ${sheet} }\nprompt: { template: "Do {{ sheet_num }}" }\n${more}`;

function said(code: ProblemCode, text: string, files: ScoreTexts = {}): readonly string[] {
  return notesIn(text, [code], files).map((line) => line.replace(` [${code}]`, ""));
}

describe("of a score of Mozart's, where it was written,", () => {
  it("it is said that the system prompt is not there", () => {
    const text = mozart("backend: { system_prompt_file: s.md }\n");
    expect(said("V004", text)).toEqual(["4:32 backend.system_prompt_file: there is no such file"]);
    expect(said("V004", text, { "s.md": "Be kind." })).toEqual([]);
  });

  it("it is said that the document of a skill is not there", () => {
    const text = mozart("techniques: { tests: { kind: skill, config: { path: t.md } } }\n");
    expect(said("V301", text)).toEqual(["4:53 techniques.tests.config.path: there is no such file"]);
    expect(errorsIn(text, { "t.md": "Test first." })).toEqual([]);
  });

  it("it is said that nothing permits Claude anything", () => {
    expect(said("V402", mozart("backend: { skip_permissions: false }\n"))).toHaveLength(1);
    expect(said("V402", mozart("backend: { skip_permissions: true }\n"))).toEqual([]);
    expect(said("V402", mozart("instrument: codex-cli\nbackend: { skip_permissions: false }\n"))).toEqual([]);
  });

  it("it is said that every sheet starts MCP servers", () => {
    expect(said("V209", mozart("backend: { disable_mcp: false }\n"))).toHaveLength(1);
    expect(said("V209", mozart(""))).toEqual([]);
  });

  it.each<[string, ProblemCode, string]>([
    ["backend: { timeout_seconds: 30 }", "V103", "4:29 backend.timeout_seconds"],
    ["backend: { timeout_overrides: { 2: 15000 } }", "V104", "4:36 backend.timeout_overrides.2"],
    [
      "backend: { sheet_overrides: { 1: { timeout_seconds: 5 } } }",
      "V103",
      "4:53 backend.sheet_overrides.1.timeout_seconds",
    ],
    ["instrument_config: { timeout_seconds: 30 }", "V103", "4:39 instrument_config.timeout_seconds"],
    [
      "stale_detection: { enabled: true, idle_timeout_seconds: 1800 }",
      "V506",
      "4:57 stale_detection.idle_timeout_seconds",
    ],
  ])("it is said of %s", (more, code, place) => {
    expect(said(code, mozart(`${more}\n`)).map((line) => line.replace(/: .*/, ""))).toEqual([place]);
  });

  it("it is said that nothing here runs its instrument", () => {
    expect(said("V210", mozart("backend: { type: cline-cli }\n")).map((line) => line.replace(/: .*/, ""))).toEqual([
      "4:18 backend.type",
    ]);
    expect(said("V211", mozart("backend: { type: cline-cli }\n"))).toEqual([]);
    expect(said("V210", mozart("instrument: crush\n")).map((line) => line.replace(/: .*/, ""))).toEqual([
      "4:13 instrument",
    ]);
  });

  it.each([
    ["per_sheet_instruments: { 2: crush }", "sheet.per_sheet_instruments.2"],
    ["instrument_map: { crush: [1, 2] }", "sheet.instrument_map.crush"],
  ])("it is said that nothing here runs a stage's own: %s", (keys, place) => {
    const text = mozart("", `size: 1, total_items: 2, ${keys}`);
    expect(said("V211", text).map((line) => line.replace(/^\S+ ([^:]+):.*/, "$1"))).toEqual([place]);
    expect(said("V210", text)).toEqual([]);
  });

  it("it is said that nothing here runs a movement's own", () => {
    expect(said("V211", mozart("movements: { 1: { instrument: crush } }\n"))[0]).toContain("movements.1.instrument");
  });

  it("its stakes have no effect", () => {
    const text = `name: m\nsheet: { size: 1, total_items: 1 }\nprompt: { template: x, stakes: high }\n`;
    expect(said("V502", text).map((line) => line.replace(/: .*/, ""))).toEqual(["3:24 prompt.stakes"]);
    expect(said("V502", text.replace("x,", '"{{ stakes }}",'))).toEqual([]);
  });
});

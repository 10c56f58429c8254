import { describe, expect, it } from "vitest";
import type { Finding } from "../finding.ts";
import { readSarif } from "./sarif.ts";

const log = (results: unknown, run: object = {}): string =>
  JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "t" } }, results, ...run }] });
const at = (uri: string, more: object = {}): object => ({
  locations: [{ physicalLocation: { artifactLocation: { uri, ...more }, region: { startLine: 7 } } }],
});
const nothing: Finding = {
  tool: "t",
  file: "",
  line: null,
  column: null,
  code: null,
  message: "",
  severity: "warning",
  fixable: false,
};
const only = (output: string): readonly Finding[] => {
  const reading = readSarif(output, "t");
  if (reading.kind === "unreadable") throw new Error(reading.why);
  return reading.findings;
};

describe("SARIF", () => {
  it("gives file, line, rule, message and severity", () => {
    expect(only(log([{ ruleId: "R1", level: "error", message: { text: "bad" }, ...at("src/a%20b.ts") }]))).toEqual([
      {
        tool: "t",
        file: "src/a b.ts",
        line: 7,
        column: null,
        code: "R1",
        message: "bad",
        severity: "error",
        fixable: false,
      },
    ]);
  });

  it("gives the column, and whether the tool can fix it; both count from 1", () => {
    const region = (startLine: number, startColumn: number): object => ({
      locations: [{ physicalLocation: { region: { startLine, startColumn } } }],
    });
    const results = [
      { message: { text: "1" }, ...region(3, 14), fixes: [{ artifactChanges: [] }] },
      { message: { text: "2" }, ...region(0, 0), fixes: [] },
    ];
    expect(only(log(results))).toMatchObject([
      { line: 3, column: 14, fixable: true },
      { line: null, column: null, fixable: false },
    ]);
  });

  it("takes from the rule what the result leaves out", () => {
    const rules = [
      { id: "R0" },
      { id: "R9", defaultConfiguration: { level: "note" }, messageStrings: { m: { text: "{0} is not {1}{7}" } } },
    ];
    expect(
      only(
        log([{ ruleIndex: 1, message: { id: "m", arguments: ["x", "{0}"] } }, { message: { id: "n" } }], {
          tool: { driver: { name: "t", rules } },
        }),
      ),
    ).toEqual([
      { ...nothing, code: "R9", message: "x is not {0}{7}", severity: "info" },
      { ...nothing, message: "n" },
    ]);
  });

  it.each([
    [{ level: "error", ruleId: "quiet" }, "error"],
    [{ ruleId: "quiet" }, "info"],
    [{ ruleId: "quiet/sub" }, "info"],
    [{ rule: { id: "quiet" } }, "info"],
    [{ rule: { index: 0, toolComponent: { index: 0 } } }, "error"],
    [{ ruleId: "of-extension" }, "error"],
    [{ ruleId: "silent-rule" }, "warning"],
    [{ ruleId: "unheard" }, "warning"],
    [{ ruleId: "__proto__" }, "warning"],
    [{ level: "none" }, "info"],
    [{ kind: "review", ruleId: "of-extension" }, "info"],
    [{ level: "odd" }, null],
  ])("has for %j the level that the standard says", (result, severity) => {
    const driver = {
      name: "t",
      rules: [{ id: "silent-rule" }, { id: "quiet", defaultConfiguration: { level: "note" } }],
    };
    const extensions = [{ rules: [{ id: "of-extension", defaultConfiguration: { level: "error" } }] }];
    expect(only(log([{ message: { text: "m" }, ...result }], { tool: { driver, extensions } }))[0]?.severity).toBe(
      severity,
    );
  });

  it.each([
    [at("file:///ctx/src/a.ts"), "/ctx/src/a.ts"],
    [at("file://host/ctx/a.ts"), "/ctx/a.ts"],
    [at("a.ts", { uriBaseId: "SRC" }), "/ctx/a.ts"],
    [at("a.ts", { uriBaseId: "UNSAID" }), "a.ts"],
    [at("/x/a.ts", { uriBaseId: "SRC" }), "/x/a.ts"],
    [{ locations: [{ physicalLocation: { artifactLocation: { index: 1 } } }] }, "second.ts"],
    [at("100%.ts"), "100%.ts"],
  ])("names the file of %j", (location, file) => {
    const run = {
      originalUriBaseIds: { SRC: { uri: "file:///ctx" } },
      artifacts: [{}, { location: { uri: "second.ts" } }],
    };
    expect(only(log([{ message: { text: "m" }, ...location }], run))[0]?.file).toBe(file);
  });

  it("leaves out what the tool says is no problem, and no more", () => {
    const results = [
      { kind: "pass", message: { text: "1" } },
      { kind: "notApplicable", message: { text: "2" } },
      { baselineState: "absent", message: { text: "3" } },
      { suppressions: [{ kind: "inSource" }], message: { text: "4" } },
      { suppressions: [{ kind: "external", status: "rejected" }], message: { text: "rejected" } },
      { suppressions: [], message: { text: "none" } },
      { kind: "review", message: { text: "review" } },
      "text",
      null,
    ];
    expect(only(log(results)).map((finding) => finding.message)).toEqual(["rejected", "none", "review"]);
  });

  it.each([
    ["", "not JSON"],
    ["npm ERR!", "not JSON"],
    [log([]).slice(0, -1), "not JSON"],
    ["null", "no SARIF runs"],
    ["[]", "no SARIF runs"],
    ['{"runs":{}}', "no SARIF runs"],
    ['{"runs":[]}', "no SARIF runs"],
    ['{"runs":[null]}', "has no results"],
    [log(null), "has no results"],
    [log([], { invocations: [{ executionSuccessful: false }] }), "did not run to its end"],
    ["[".repeat(1_000_000), "not JSON"],
  ])("is unreadable, not empty, when it is invalid: %.40s", (output, why) => {
    expect(readSarif(output, "t")).toEqual({ kind: "unreadable", why: expect.stringContaining(why) as string });
  });

  it("of any shape is read without falling over", () => {
    const odd = [
      { message: 5, locations: { physicalLocation: 1 }, ruleId: {}, level: [] },
      { message: null, locations: [[]], suppressions: "x", __proto__: null },
    ];
    expect(only(log(odd, { artifacts: 3, invocations: {} }))).toEqual([nothing, nothing]);
    expect(
      only(`{"runs":[{"results":[{"ruleId":"x","message":${'{"text":'.repeat(5000)}1${"}".repeat(5000)}}]}]}`),
    ).toHaveLength(1);
  });
});

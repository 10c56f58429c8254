import { Buffer } from "node:buffer";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { counted, fixOutcome, fixRecord, fixSheet, foundAt, preparedTool } from "../../../../test/kit/fix-record.ts";
import { jsonOf } from "./json.ts";
import { markdownOf } from "./markdown.ts";
import { reportOf } from "../report.ts";
import { sarifOf } from "./sarif.ts";
import type { FixReport } from "../shape.ts";
import { tableLines } from "./table.ts";
import { widthOf } from "./width.ts";

const hostile =
  "\u001b[2J</summary></details><script>alert(1)</script>\n\n# @everyone [x](http://evil) `|` ![i](x) \u202e";

/** Two sheets that landed, one in part, one that failed; names and messages as bad as they may be. */
function sample(): FixReport {
  const odd = "src/-a b\n:x|`<b>.js";
  const sheets = [fixSheet("src/a.js", 5, { hasAutofix: true }), fixSheet("src/b.js", 5), fixSheet(odd, 2)];
  const base = fixRecord(sheets, {
    tools: [preparedTool("eslint"), preparedTool("ours", { version: null })],
    leftOut: [{ why: "dirty", findings: 1, files: ["z.js"] }],
  });
  const more = [
    foundAt("z.js", 3, { severity: "warning" }),
    foundAt("z.js", 3, { tool: "ours", code: null, severity: null, message: hostile, line: null, column: null }),
    foundAt("", 1, { tool: "ours", code: "E1", severity: "info", message: "", line: null, column: null }),
  ];
  return reportOf({ ...base, findings: [...base.findings, ...more] }, [
    fixOutcome("src/a.js", "landed", {
      counts: [counted({ "no-undef": 5 })],
      agents: ["auto-fix"],
      tookMs: 1200,
      commit: "d".repeat(40),
      alsoChanged: { count: 12, files: [hostile, "src/c.js"] },
    }),
    fixOutcome("src/b.js", "landed", {
      counts: [counted({ "no-undef": 3 }, { "no-undef": 2 })],
      agents: ["auto-fix", "claude (opus)"],
      costUsd: 0.125,
    }),
    fixOutcome(odd, "failed", { why: hostile, costUsd: null, tookMs: null, attempts: 3 }),
  ]);
}

const whole = z.number().int().min(0);
const numbers = { asked: whole, fixed: whole, remaining: whole, gone: whole, unknown: whole, introduced: whole };
const measured = z.number().min(0).nullable();
const state = z.enum(["landed", "undone", "done", "failed", "cancelled", "skipped", "blocked", "open"]);
/** As docs/fix.md has it: strict, so that a field that is new has to be written down here and there. */
const jsonShape = z.strictObject({
  version: z.literal(1),
  commit: z.string().nullable(),
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  problems: z.array(z.string()),
  total: z.strictObject({
    ...numbers,
    found: whole,
    sheets: whole,
    files: whole,
    filesFixed: whole,
    attempts: whole,
    costUsd: measured,
    knownCostUsd: z.number(),
    unknownCosts: whole,
    tookMs: measured,
    workMs: whole,
  }),
  sheets: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      files: z.array(z.string()),
      state,
      ...numbers,
      unlanded: z.strictObject({ fixed: whole, remaining: whole, introduced: whole }).nullable(),
      attempts: whole,
      agents: z.array(z.string()),
      commit: z.string().nullable(),
      alsoChanged: z.strictObject({ count: whole, files: z.array(z.string()) }).nullable(),
      costUsd: measured,
      tookMs: measured,
      why: z.string().nullable(),
    }),
  ),
  tools: z.array(z.strictObject({ name: z.string(), version: z.string().nullable(), found: whole, ...numbers })),
  codes: z.array(z.strictObject({ tool: z.string(), code: z.string(), ...numbers })),
  leftOut: z.array(z.strictObject({ why: z.string(), findings: whole, files: z.array(z.string()) })),
  costLimits: z.strictObject({ perSheetUsd: measured, perJobUsd: measured }).nullable(),
  recheck: z
    .strictObject({
      commit: z.string().nullable(),
      fixed: whole,
      remaining: whole,
      askedRemaining: whole,
      introduced: whole,
      failed: z.array(z.strictObject({ tool: z.string(), why: z.string() })),
    })
    .nullable(),
  findings: z.array(
    z.strictObject({
      state: z.enum(["introduced", "remaining"]),
      tool: z.string(),
      code: z.string().nullable(),
      severity: z.enum(["error", "warning", "info"]).nullable(),
      file: z.string().nullable(),
      line: whole.nullable(),
      column: whole.nullable(),
      message: z.string(),
      count: whole,
      files: z.array(z.string()),
      asked: z.boolean(),
    }),
  ),
});

it("the JSON report has the documented shape, with and without a new look", () => {
  expect(jsonShape.parse(JSON.parse(jsonOf(sample())))).toMatchObject({
    exitCode: 1,
    total: { asked: 12, fixed: 8, remaining: 4, costUsd: null },
  });
  const looked = reportOf(fixRecord([fixSheet("a.js", 1)]), [], {
    recheck: { commit: null, tools: [{ kind: "failed", tool: "eslint", why: "it crashed" }] },
  });
  expect(jsonShape.parse(JSON.parse(jsonOf(looked)))).toMatchObject({ recheck: { failed: [{ tool: "eslint" }] } });
});

const location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({
      uri: z.string().regex(/^[A-Za-z0-9%._~!'()*/-]+$/),
      uriBaseId: z.literal("SRCROOT"),
    }),
    region: z.strictObject({ startLine: whole.min(1), startColumn: whole.min(1).optional() }).optional(),
  }),
});
const text = z.strictObject({ text: z.string().min(1) });
/** The essentials of the SARIF 2.1.0 schema, for what is used of it. */
const sarifShape = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          version: z.string().min(1).optional(),
          rules: z.array(z.strictObject({ id: z.string(), helpUri: z.url().optional() })),
        }),
      }),
      columnKind: z.enum(["utf16CodeUnits", "unicodeCodePoints"]),
      originalUriBaseIds: z.record(z.string(), z.strictObject({ description: text })),
      invocations: z
        .array(
          z.strictObject({
            executionSuccessful: z.boolean(),
            toolExecutionNotifications: z.array(z.strictObject({ level: z.literal("error"), message: text })),
          }),
        )
        .optional(),
      results: z.array(
        z.strictObject({
          ruleId: z.string().optional(),
          ruleIndex: whole.optional(),
          level: z.enum(["none", "note", "warning", "error"]),
          message: text,
          locations: z.array(location),
          relatedLocations: z.array(location).optional(),
          occurrenceCount: whole.min(1).optional(),
          baselineState: z.enum(["new", "unchanged", "updated", "absent"]),
          properties: z.strictObject({ asked: z.boolean() }),
        }),
      ),
    }),
  ),
});

describe("the SARIF report", () => {
  const log = sarifShape.parse(JSON.parse(sarifOf(sample())));
  const results = log.runs.flatMap((run) => run.results);
  const uriOf = (result: (typeof results)[number]) => result.locations[0]?.physicalLocation.artifactLocation.uri;

  it("has a run for each tool, with what is fixed as absent and what remains as unchanged", () => {
    expect(log.runs.map(({ tool }) => [tool.driver.name, tool.driver.version])).toEqual([
      ["eslint", "1.2.3"],
      ["ours", undefined],
    ]);
    const total = (file: string, baselineState: string) =>
      results
        .filter((one) => uriOf(one) === file && one.baselineState === baselineState)
        .reduce((sum, { occurrenceCount = 1 }) => sum + occurrenceCount, 0);
    expect([total("src/a.js", "absent"), total("src/a.js", "unchanged")]).toEqual([5, 0]);
    expect([total("src/b.js", "absent"), total("src/b.js", "unchanged")]).toEqual([3, 2]);
    expect(
      log.runs.every((run) =>
        run.results.every(({ ruleId, ruleIndex }) => run.tool.driver.rules[ruleIndex ?? -1]?.id === ruleId),
      ),
    ).toBe(true);
  });

  it("has paths as references that lead to the file, for any name", () => {
    const uri = results.map(uriOf).find((one) => one?.startsWith("src/-a")) ?? "";
    expect(decodeURIComponent(new URL(uri, "file:///top/").pathname)).toBe("/top/src/-a b\n:x|`<b>.js");
    expect(results.find(({ message }) => message.text.includes("<script>"))?.level).toBe("warning");
    expect(results.filter(({ locations }) => locations.length === 0)).toMatchObject([
      { level: "note", message: { text: "(no message)" } },
    ]);
  });

  it("says of a tool that could not be asked again that it failed", () => {
    const report = reportOf(fixRecord([fixSheet("a.js", 1)]), [], {
      recheck: { commit: null, tools: [{ kind: "failed", tool: "eslint", why: "it crashed" }] },
    });
    expect(sarifShape.parse(JSON.parse(sarifOf(report))).runs[0]).toMatchObject({
      invocations: [{ executionSuccessful: false }],
      results: [{ baselineState: "unchanged" }],
    });
  });
});

describe("the Markdown report", () => {
  const markdown = markdownOf(sample());

  it("has the numbers, what remains, and unknown costs as unknown", () => {
    expect(markdown).toContain("8 of 12 findings fixed, in 2 of 3 files, 4 remain, 0 introduced.");
    expect(markdown).toMatch(
      /^\| ✓ \| <code>src\/a\.js<\/code><br>also changed.* and 10 more \| 5 \| 5 \| 0 \| 0 \| auto&#45;fix \| 1 \| 1\.2 s \| \$0\.00 \|$/m,
    );
    expect(markdown).toMatch(/^\| ✗ .* \| unknown \| unknown \|$/m);
    expect(markdown).toContain("<summary>7 findings remain or came in</summary>");
  });

  it("gives what tools and agents say no meaning", () => {
    const own = /<\/?(?:details|summary|code|br)>/g;
    expect(markdown.replaceAll(own, "")).not.toMatch(/[<>]/);
    expect(markdown.match(/<details>|<\/details>|<summary>|<\/summary>/g)).toEqual([
      "<details>",
      "<summary>",
      "</summary>",
      "</details>",
    ]);
    expect(markdown).not.toMatch(/@|http:|`|\[|\u001b|\u202e/);
    const rows = markdown.split("\n").filter((line) => line.startsWith("|"));
    expect(new Set(rows.map((row) => row.split("|").length))).toEqual(new Set([12]));
  });

  it("is never longer than 64 KB, says what was cut, and is whole all the same", () => {
    const sheets = Array.from({ length: 3000 }, (_, index) => fixSheet(`${"<".repeat(200)}${String(index)}.js`, 2));
    const leftOut = [{ why: "dirty", findings: 1, files: ["<".repeat(5000)] } as const];
    const long = markdownOf(reportOf(fixRecord(sheets, { leftOut }), []));
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(64 * 1024);
    expect(Buffer.byteLength(long)).toBeGreaterThan(50 * 1024);
    expect(long).toMatch(/Cut here: 29\d\d more sheets; the JSON report has all of them\./);
    expect(long).toMatch(/Cut here: 59\d\d more entries/);
    expect(long.trimEnd().endsWith("</details>")).toBe(true);
  });
});

describe("the table", () => {
  test.each([40, 60, 80, 200])("is not wider than %i columns, and nothing in it speaks to the terminal", (width) => {
    const lines = tableLines(sample(), { width });
    const table = lines.slice(0, lines.indexOf(""));
    expect(Math.max(...table.map(widthOf))).toBeLessThanOrEqual(width);
    expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("has a row for each sheet and one for all, and says why one failed", () => {
    expect(tableLines(sample(), { width: 100 }).slice(0, 5)).toEqual([
      "                       asked  fixed  left  new                       by  tries     cost     time",
      "✓ src/a.js                 5      5     0    0                 auto-fix      1    $0.00    1.2 s",
      "~ src/b.js                 5      3     2    0  auto-fix, claude (opus)      1    $0.13      1 s",
      "✗ src/-a b :x|`<b>.js      2      0     2    0                               3  unknown  unknown",
      "  in all                  12      8     4    0                               5  unknown  unknown",
    ]);
    expect(tableLines(sample(), { width: 100 }).find((line) => line.startsWith("✗ src/-a b :x|`<b>.js: "))).toMatch(
      /js: \\u\{1b\}\[2J/,
    );
  });

  it("leaves out those that are all good first", () => {
    const sheets = ["a.js", "b.js", "c.js"].map((file) => fixSheet(file, 1));
    const all = (file: string) => fixOutcome(file, "landed", { counts: [counted({ "no-undef": 1 })] });
    const lines = tableLines(reportOf(fixRecord(sheets), [all("a.js"), all("b.js"), fixOutcome("c.js", "failed")]), {
      width: 80,
      most: 1,
    });
    expect(lines.slice(1, 2).join("")).toMatch(/^✗ c\.js/);
    expect(lines).toContain("… and 2 more sheets, 2 of them all fixed");
  });
});

it("every report is the same for the same job", () => {
  for (const format of [jsonOf, sarifOf, markdownOf]) expect(format(sample())).toBe(format(sample()));
});

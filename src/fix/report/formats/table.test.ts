import { describe, expect, it, test } from "vitest";
import { counted, fixOutcome, fixRecord, fixSheet } from "../../../../test/kit/fix-record.ts";
import { widthOf } from "./width.ts";
import { markdownOf } from "./markdown.ts";
import { reportOf } from "../report.ts";
import { tableLines } from "./table.ts";

describe("the table", () => {
  const reasons = (width: number | undefined, why: string): readonly string[] => {
    const lines = tableLines(reportOf(fixRecord([fixSheet("a.js", 1)]), [fixOutcome("a.js", "failed", { why })]), {
      width,
    });
    return lines.slice(3, lines.indexOf(""));
  };

  it("breaks a reason into lines instead of cutting it; where there is no terminal it is one line", () => {
    const why = `validations failed: ${"eslint reports 1 new finding; ".repeat(5)}done`;
    expect(reasons(40, why).slice(0, 2)).toEqual([
      "✗ a.js: validations failed: eslint",
      "    reports 1 new finding; eslint",
    ]);
    expect(
      reasons(40, why)
        .map((line) => line.trim())
        .join(" "),
    ).toBe(`✗ a.js: ${why}`);
    expect(reasons(undefined, why)).toEqual([`✗ a.js: ${why}`]);
  });

  it("has an end to what it says of a sheet, however long a reason is", () => {
    expect(reasons(undefined, "x".repeat(1_000_000)).join("").length).toBeLessThan(2_100);
  });

  it("cuts no name where there is no terminal", () => {
    const name = `src/${"deep/".repeat(60)}a.js`;
    const lines = tableLines(
      reportOf(fixRecord([fixSheet(name, 1)]), [
        fixOutcome(name, "landed", { counts: [counted({ "no-undef": 1 })], agents: ["a".repeat(40)] }),
      ]),
    );
    expect(lines[1]).toContain(name);
    expect(lines[1]).toContain("a".repeat(40));
  });

  it("has its columns below each other, for names in any script", () => {
    const sheets = ["src/日本語/🎉.js", "src/a.js"].map((name) => fixSheet(name, 1));
    const [, ...rows] = tableLines(
      reportOf(
        fixRecord(sheets),
        sheets.map(({ id }) => fixOutcome(id, "failed")),
      ),
      { width: 80 },
    ).slice(0, 3);
    expect(new Set(rows.map(widthOf)).size).toBe(1);
  });

  it("names an agent that is a command by its program, and has an empty cell for a sheet that has not begun", () => {
    const sheets = [fixSheet("a.js", 1), fixSheet("b.js", 1)];
    const open = [
      fixOutcome("a.js", "open", { agents: ["auto-fix", "/opt/bin/sh"], costUsd: null, tookMs: null }),
      fixOutcome("b.js", "open", { attempts: 0, tookMs: null }),
    ];
    expect(tableLines(reportOf(fixRecord(sheets), open), { width: 90 }).slice(1, 4)).toEqual([
      "… a.js        1      0     1    0  auto-fix, sh      1  unknown  unknown",
      "… b.js        1      0     1    0                    0        -        -",
      "  in all      2      0     2    0                    1  unknown  unknown",
    ]);
  });

  it("names what a commit changed besides the files that its sheet is about", () => {
    const landed = fixOutcome("a.js", "landed", {
      counts: [counted({ "no-undef": 1 })],
      alsoChanged: { count: 12, files: ["b\n.js", "c.js"] },
    });
    expect(tableLines(reportOf(fixRecord([fixSheet("a.js", 1)]), [landed]))).toContain(
      "✓ a.js: also changed: b .js, c.js and 10 more",
    );
  });

  it("says of what was undone that it was, and counts it as remaining", () => {
    const undone = fixOutcome("a.js", "undone", { counts: [counted({ "no-undef": 1 })], why: "undone by 0123456789" });
    const report = reportOf(fixRecord([fixSheet("a.js", 1)]), [undone]);
    expect(report).toMatchObject({ exitCode: 1, total: { fixed: 0, remaining: 1 } });
    expect(tableLines(report)).toContain(
      "✗ a.js: undone by 0123456789; 1 of 1 fixed in work that is not on the target",
    );
    expect(markdownOf(report)).toContain("undone by 0123456789");
  });
});

describe("a limit on cost", () => {
  const job = { target: "refs/heads/main", landsOn: "refs/heads/main", finalFailure: null };
  const told = (
    unknownCosts: number,
    limits: { perSheetUsd: number | null; perJobUsd: number | null },
  ): readonly string[] =>
    tableLines(
      reportOf(fixRecord([fixSheet("a.js", 1)]), [fixOutcome("a.js", "failed", { unknownCosts })], {
        job: { ...job, costLimits: limits },
      }),
    ).filter((line) => line.startsWith("Not known"));

  test.each([
    [
      2,
      { perSheetUsd: null, perJobUsd: 0.5 },
      ["Not known: what 2 attempts cost, so that the limit ($0.50 for all) could not hold for them."],
    ],
    [
      1,
      { perSheetUsd: 1, perJobUsd: 5 },
      ["Not known: what 1 attempt cost, so that the limit ($5.00 for all, $1.00 for a sheet) could not hold for it."],
    ],
    [0, { perSheetUsd: 1, perJobUsd: 5 }, []],
    [2, { perSheetUsd: null, perJobUsd: null }, []],
  ])("that %i attempts told nothing about is said to be none for them", (unknown, limits, lines) => {
    expect(told(unknown, limits)).toEqual(lines);
  });
});

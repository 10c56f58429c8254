import { describe, expect, it, test } from "vitest";
import { counted, fixOutcome, fixRecord, fixSheet, foundAt, preparedTool } from "../../../test/kit/fix-record.ts";
import type { FixOutcome } from "../model.ts";
import { reportOf } from "./report.ts";
import { recheckOf } from "../verify/recheck.ts";
import type { Recheck } from "./shape.ts";

const nothing = { asked: 5, fixed: 0, remaining: 0, gone: 0, unknown: 0, introduced: 0 };
const five = counted({ "no-undef": 5 });

function oneSheet(outcome: FixOutcome | undefined, recheck: Recheck | null = null) {
  return reportOf(fixRecord([fixSheet("a.js", 5)]), outcome === undefined ? [] : [outcome], { recheck });
}

describe("the count of a sheet", () => {
  test.each<readonly [name: string, outcome: FixOutcome | undefined, numbers: object, exitCode: number]>([
    ["landed with all fixed", fixOutcome("a.js", "landed", { counts: [five] }), { ...nothing, fixed: 5 }, 0],
    ["done in place with all fixed", fixOutcome("a.js", "done", { counts: [five] }), { ...nothing, fixed: 5 }, 0],
    [
      "landed in part",
      fixOutcome("a.js", "landed", { counts: [counted({ "no-undef": 3 }, { "no-undef": 2 })] }),
      { ...nothing, fixed: 3, remaining: 2 },
      1,
    ],
    [
      "landed, and something came in",
      fixOutcome("a.js", "landed", { counts: [counted({ "no-undef": 5 }, {}, { "no-eval": 1 })] }),
      { ...nothing, fixed: 5, introduced: 1 },
      1,
    ],
    ["landed, and not measured", fixOutcome("a.js", "landed"), { ...nothing, unknown: 5 }, 1],
    [
      "landed, and only another tool was measured",
      fixOutcome("a.js", "landed", { counts: [{ ...five, tool: "tsc" }] }),
      { ...nothing, unknown: 5 },
      1,
    ],
    [
      "done, because all was gone when it began",
      fixOutcome("a.js", "done", { counts: [counted({})] }),
      { ...nothing, gone: 5 },
      0,
    ],
    [
      "failed, with all of it fixed in what did not land",
      fixOutcome("a.js", "failed", { counts: [five] }),
      { ...nothing, remaining: 5 },
      2,
    ],
    ["cancelled", fixOutcome("a.js", "cancelled"), { ...nothing, remaining: 5 }, 2],
    ["skipped", fixOutcome("a.js", "skipped"), { ...nothing, remaining: 5 }, 2],
    [
      "never tried, because another failed",
      fixOutcome("a.js", "blocked", { attempts: 0 }),
      { ...nothing, remaining: 5 },
      2,
    ],
    ["landed and undone", fixOutcome("a.js", "undone", { counts: [five] }), { ...nothing, remaining: 5 }, 1],
    [
      "waiting for a word, with all of it fixed",
      fixOutcome("a.js", "open", { counts: [five] }),
      { ...nothing, remaining: 5 },
      1,
    ],
    ["of which nothing is known", undefined, { ...nothing, remaining: 5 }, 1],
    [
      "failed in place: what it did lies there, good and bad",
      fixOutcome("a.js", "failed", {
        isInPlace: true,
        counts: [counted({ "no-undef": 3 }, { "no-undef": 2 }, { "no-eval": 1 })],
      }),
      { ...nothing, fixed: 3, remaining: 2, introduced: 1 },
      1,
    ],
    [
      "failed in place, though all that was measured is fixed",
      fixOutcome("a.js", "failed", { isInPlace: true, counts: [five] }),
      { ...nothing, fixed: 5 },
      1,
    ],
    [
      "failed in place, and its files were not measured",
      fixOutcome("a.js", "failed", { isInPlace: true }),
      { ...nothing, unknown: 5 },
      1,
    ],
    [
      "not begun in place",
      fixOutcome("a.js", "open", { isInPlace: true, attempts: 0 }),
      { ...nothing, remaining: 5 },
      1,
    ],
  ])("%s", (...[, outcome, numbers, exitCode]) => {
    const report = oneSheet(outcome);
    expect(report.sheets[0]).toMatchObject(numbers);
    expect(report.total).toMatchObject(numbers);
    expect(report.codes.reduce((sum, { fixed }) => sum + fixed, 0)).toBe(report.total.fixed);
    expect(report.tools[0]).toMatchObject({ ...numbers, found: 5 });
    expect(report.exitCode).toBe(exitCode);
  });

  it("never has more fixed than asked for, and nothing fixed that remains", () => {
    const more = counted({ "no-undef": 9, "no-eval": 4 }, { "no-undef": 2 });
    expect(oneSheet(fixOutcome("a.js", "landed", { counts: [more] })).total).toEqual(
      expect.objectContaining({ ...nothing, fixed: 3, remaining: 2 }),
    );
  });

  it("tells what did not land apart", () => {
    const part = counted({ "no-undef": 3 }, { "no-undef": 2 }, { "no-eval": 1 });
    expect(oneSheet(fixOutcome("a.js", "failed", { counts: [part] })).sheets[0]?.unlanded).toEqual({
      fixed: 3,
      remaining: 2,
      introduced: 1,
    });
    expect(oneSheet(fixOutcome("a.js", "landed", { counts: [part] })).sheets[0]?.unlanded).toBeNull();
    expect(oneSheet(fixOutcome("a.js", "failed", { isInPlace: true, counts: [part] })).sheets[0]?.unlanded).toBeNull();
  });

  it("is not mistaken where a rule is called like what every object has", () => {
    const sheet = fixSheet("a.js", 5, { asked: [{ tool: "eslint", code: "constructor", count: 2 }] });
    const report = reportOf(fixRecord([sheet]), [fixOutcome("a.js", "landed", { counts: [counted({})] })]);
    expect(report.total).toMatchObject({ asked: 2, fixed: 0, gone: 2 });
  });
});

describe("the whole", () => {
  const record = fixRecord([fixSheet("a.js", 2), fixSheet("b.js", 3), fixSheet("c.js", 1)]);

  it("is the sum of its sheets; a cost that is not known makes the sum unknown, never less", () => {
    const { total, exitCode } = reportOf(record, [
      fixOutcome("a.js", "landed", {
        counts: [counted({ "no-undef": 2 })],
        costUsd: 0.25,
        tookMs: 500,
        span: { from: 1000, to: 5000 },
      }),
      fixOutcome("b.js", "failed", { attempts: 4, costUsd: null, tookMs: null, span: { from: 2000, to: 9000 } }),
      fixOutcome("c.js", "landed", { counts: [counted({ "no-undef": 1 })], costUsd: 0.5, tookMs: 1500 }),
    ]);
    expect(total).toMatchObject({
      asked: 6,
      fixed: 3,
      remaining: 3,
      files: 3,
      filesFixed: 2,
      sheets: 3,
      attempts: 6,
      found: 6,
    });
    expect(total).toMatchObject({ costUsd: null, knownCostUsd: 0.75, tookMs: 8000, workMs: 2000 });
    expect(exitCode).toBe(1);
  });

  it("is said to have done nothing where the first failure stops it before anything is fixed, and something where one was fixed before", () => {
    const blocked = fixOutcome("c.js", "blocked", { attempts: 0 });
    expect(
      reportOf(record, [fixOutcome("a.js", "failed"), fixOutcome("b.js", "blocked", { attempts: 0 }), blocked])
        .exitCode,
    ).toBe(2);
    expect(
      reportOf(record, [
        fixOutcome("a.js", "landed", { counts: [counted({ "no-undef": 2 })] }),
        fixOutcome("b.js", "failed"),
        blocked,
      ]).exitCode,
    ).toBe(1);
  });

  it("is good when nothing was asked for, and nothing could be done where no tool could be run", () => {
    expect(reportOf(fixRecord([]), []).exitCode).toBe(0);
    expect(reportOf(fixRecord([], { tools: [] }), []).exitCode).toBe(2);
  });
});

describe("a new look at the project", () => {
  const good = fixOutcome("a.js", "landed", { counts: [five] });
  const tool = preparedTool("eslint");
  const look = (...findings: ReturnType<typeof foundAt>[]): Recheck =>
    recheckOf(fixRecord([fixSheet("a.js", 5)]), {
      commit: "d".repeat(40),
      collected: [{ kind: "read", tool, findings, tookMs: 1 }],
      moves: () => null,
    });

  it("that finds nothing agrees", () => {
    const { recheck, exitCode } = oneSheet(good, look());
    expect({ recheck, exitCode }).toEqual({
      recheck: { commit: "d".repeat(40), fixed: 5, remaining: 0, askedRemaining: 0, introduced: 0, failed: [] },
      exitCode: 0,
    });
  });

  it("goes before what was measured of the sheets: what is there is not fixed", () => {
    const { recheck, exitCode, findings } = oneSheet(good, look(foundAt("a.js", 2), foundAt("b.js", 1)));
    expect(recheck).toMatchObject({ fixed: 4, remaining: 1, askedRemaining: 1, introduced: 1 });
    expect(exitCode).toBe(1);
    expect(
      findings
        .filter(({ state }) => state !== "fixed")
        .map(({ state, finding, isAsked }) => [state, finding.file, finding.line, isAsked]),
    ).toEqual([
      ["introduced", "b.js", 1, false],
      ["remaining", "a.js", 2, true],
    ]);
  });

  it("ignores findings of ignored rules, and earlier findings that were not requested", () => {
    const elsewhere = foundAt("z.js", 7);
    const sheet = fixSheet("a.js", 3);
    const base = fixRecord([sheet]);
    const record = { ...base, findings: [...base.findings, foundAt("a.js", 40), elsewhere], ignore: ["eslint:max-*"] };
    const findings = [elsewhere, foundAt("a.js", 40), foundAt("a.js", 9, { code: "max-len" })];
    const recheck = recheckOf(record, {
      commit: null,
      collected: [{ kind: "read", tool, findings, tookMs: 1 }],
      moves: () => null,
    });
    const report = reportOf(record, [fixOutcome("a.js", "landed", { counts: [counted({ "no-undef": 3 })] })], {
      recheck,
    });
    expect(report.recheck).toMatchObject({ remaining: 2, askedRemaining: 0, introduced: 0 });
    expect(report.exitCode).toBe(0);
  });

  it("by a tool that broke, or was not run, leaves it unknown", () => {
    const failed = recheckOf(fixRecord([]), {
      commit: null,
      collected: [{ kind: "failed", tool, why: "it crashed", tookMs: 1 }],
      moves: () => null,
    });
    expect(oneSheet(good, failed)).toMatchObject({
      exitCode: 1,
      recheck: { remaining: 0, failed: [{ tool: "eslint", why: "it crashed" }] },
    });
    expect(oneSheet(good, { commit: null, tools: [] })).toMatchObject({
      exitCode: 1,
      recheck: { failed: [{ tool: "eslint", why: "it was not run" }] },
    });
  });
});

describe("findings, by numbers alone", () => {
  const states = (outcome: FixOutcome) =>
    oneSheet(outcome).findings.map(({ state, count, finding }) => [state, count, finding.line]);

  it("stand or fall together where all or none of a kind are fixed", () => {
    expect(states(fixOutcome("a.js", "failed", { counts: [five] }))).toEqual(
      [1, 2, 3, 4, 5].map((line) => ["remaining", 1, line]),
    );
    expect(states(fixOutcome("a.js", "landed", { counts: [five] }))).toEqual(
      [1, 2, 3, 4, 5].map((line) => ["fixed", 1, line]),
    );
  });

  it("are counted, and given no line, where only some are", () => {
    const part = fixOutcome("a.js", "landed", {
      counts: [counted({ "no-undef": 3 }, { "no-undef": 2 }, { "no-eval": 1 })],
    });
    expect(states(part)).toEqual([
      ["introduced", 1, null],
      ["remaining", 2, null],
      ["fixed", 3, null],
    ]);
  });

  it("that no sheet was asked about remain", () => {
    const record = fixRecord([], { findings: [foundAt("z.js", 7)] });
    expect(reportOf(record, []).findings).toEqual([
      { state: "remaining", finding: foundAt("z.js", 7), count: 1, files: ["z.js"], isAsked: false },
    ]);
  });
});

it("is not good, for any outcome of its sheets, where a tool could not be asked, results are elsewhere, or the tests failed in the end", () => {
  const good = [fixOutcome("a.js", "landed", { counts: [counted({ "no-undef": 2 })] })];
  const record = fixRecord([fixSheet("a.js", 2)]);
  const job = { target: "refs/heads/main", landsOn: "refs/heads/main", finalFailure: null };
  expect(reportOf(record, good, { job })).toMatchObject({ exitCode: 0, problems: [] });
  expect(reportOf({ ...record, broken: [{ tool: "ruff", why: "it is not installed" }] }, good, { job })).toMatchObject({
    exitCode: 1,
    problems: ["ruff could not be asked, so its findings are unknown: it is not installed"],
  });
  expect(reportOf(record, good, { job: { ...job, landsOn: "refs/heads/tutti/x" } })).toMatchObject({
    exitCode: 1,
    problems: ["results are on tutti/x, not on main: merge it when your checkout is ready"],
  });
  expect(reportOf(record, good, { job: { ...job, finalFailure: "red" } })).toMatchObject({
    exitCode: 1,
    problems: ["the tests failed when all had landed: red"],
  });
});

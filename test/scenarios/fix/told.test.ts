import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FixReport } from "../../../src/fix/report/shape.ts";
import { type FixProject, makeFixProject, fixerBy } from "../../kit/fix-project.ts";
import { itLong } from "../../kit/long.ts";

/** The newest job of a project. */
function jobOf(project: FixProject): string {
  return (JSON.parse(project.cli("status", "--json").out) as { readonly id: string }).id;
}

function reportOf(project: FixProject, job: string): FixReport {
  return JSON.parse(project.cli("report", job, "--json").out) as FixReport;
}

describe("the report on a job after its end", () => {
  itLong("a fix that was undone is not fixed, and counts again when its undoing is undone", () => {
    const project = makeFixProject({ "a.txt": "BAD-A w-a\n", "b.txt": "BAD-A w-b\n" });
    expect(project.fix().code).toBe(0);
    const job = jobOf(project);
    expect(project.cli("undo", "a-txt", "--job", job).code).toBe(0);
    const undoJob = jobOf(project);
    const undone = project.cli("report", job);
    expect([undone.code, undone.out]).toEqual([
      1,
      expect.stringMatching(
        /✗ a\.txt: undone by [0-9a-f]{10}; 1 of 1 fixed in work that is not on the target/,
      ) as string,
    ]);
    expect(reportOf(project, job)).toMatchObject({
      exitCode: 1,
      total: { fixed: 1, remaining: 1 },
      sheets: [{ state: "undone" }, { state: "landed" }],
    });
    expect(project.cli("undo", "undo-a-txt", "--job", undoJob).code).toBe(0);
    expect(reportOf(project, job)).toMatchObject({ exitCode: 0, total: { fixed: 2, remaining: 0 } });
  });

  itLong("files that a commit changed besides its own are named", () => {
    const acts = { "w-a": 'write(path, fixed(text)); write("notes/more.md", "so it is\\n")' };
    const project = makeFixProject({ "a.txt": "BAD-A w-a\n" }, { agent: fixerBy(acts) });
    const end = project.cli("fix");
    expect([end.code, end.out]).toEqual([
      0,
      expect.stringContaining("✓ a.txt: also changed: notes/more.md\n") as string,
    ]);
    const report = reportOf(project, jobOf(project));
    expect(report.sheets).toMatchObject([{ alsoChanged: { count: 1, files: ["notes/more.md"] } }]);
  });

  itLong("a result that was dropped in review says so", () => {
    const project = makeFixProject({ "a.txt": "BAD-A w-a\n" });
    expect(project.fix("--approve").code).toBe(3);
    const job = jobOf(project);
    const dropped = project.cli("review", "a-txt", "--job", job, "--drop");
    expect([dropped.code, dropped.out]).toEqual([0, expect.stringContaining("a-txt is dropped") as string]);
    expect(project.cli("report", job).out).toContain("✗ a.txt: its result was dropped by a person");
  });
});

itLong("with --stop-on-failure nothing could be done where the first sheet fails; the rest was never tried", () => {
  const project = makeFixProject(
    { "a.txt": "BAD-A w-a\n", "b.txt": "BAD-A w-b\n" },
    { agent: fixerBy({ "w-a": "" }), settings: { attempts: 1 } },
  );
  const end = project.fix("--stop-on-failure", "--parallel", "1");
  expect(end.report.sheets.map(({ state, attempts }) => [state, attempts])).toEqual([
    ["failed", 1],
    ["blocked", 0],
  ]);
  expect([end.code, end.report.exitCode]).toEqual([2, 2]);
});

it("a job that is gone on with ends with a look at the whole project, as it would have at once", () => {
  const acts = { "w-a": 'if (fs.existsSync(dirname(process.argv[1]) + "/ready")) write(path, fixed(text))' };
  const project = makeFixProject({ "a.txt": "BAD-A w-a\n" }, { agent: fixerBy(acts), settings: { attempts: 1 } });
  expect(project.fix().code).toBe(2);
  const job = jobOf(project);
  writeFileSync(join(project.root, "ready"), "");
  project.commit({ "c.txt": "BAD-Z somebody else's\n" });
  const end = project.cli("resume", job, "--retry-failed");
  expect(end.out).toMatch(/^1 of 1 finding fixed, in 1 of 1 file, 0 remain, 0 introduced\.$/m);
  expect(end.out).toMatch(/^The project now \([0-9a-f]{10}\): 0 findings of before, 0 of them asked for; 1 new\.$/m);
  expect(end.code).toBe(1);
});

itLong("a person who asks for the plan and for why gets both", () => {
  const project = makeFixProject({ "a.txt": "BAD-A w-a\n" });
  const { code, out } = project.cli("fix", "-n", "--explain");
  expect(code).toBe(0);
  expect(out).toMatch(/^marks\n {2}because[^]*\n\nBy tool\n/);
  const both = JSON.parse(project.cli("fix", "-n", "--explain", "--json").out) as {
    explanation: { options: Record<string, object> };
    plan: object;
  };
  expect(both.plan).toMatchObject({ findings: 1 });
  expect(both.explanation.options).toMatchObject({
    tools: { from: "file" },
    tests: { from: "file" },
    severity: { from: "default" },
  });
});

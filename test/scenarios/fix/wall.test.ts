import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { modules } from "../../kit/fix-modules.ts";
import { type FixProject, makeFixProject } from "../../kit/fix-project.ts";
import { type Wall, makeWall, wallAgent } from "../../kit/fix-wall.ts";
import { describeLong, itLong } from "../../kit/long.ts";

function makeProject(wall: Wall): FixProject {
  const project = makeFixProject(wall.files, { agent: wallAgent, settings: { tools: {} } });
  symlinkSync(modules.node_modules.link, join(project.repository, "node_modules"));
  return project;
}

/** The output of a tool that a person runs by hand in the checkout: nothing, and that all is well. */
function byHand(
  project: FixProject,
  program: string,
  ...args: readonly string[]
): { readonly code: number | null; readonly out: string } {
  const { status, stdout } = spawnSync(join(project.repository, "node_modules", ".bin", program), args, {
    cwd: project.repository,
    encoding: "utf8",
  });
  return { code: status, out: stdout };
}

function expectClean(project: FixProject, commits: number): void {
  const landed = project.landed();
  expect(landed).toHaveLength(commits);
  for (const { subject, body, files } of landed) {
    expect(subject).toMatch(
      /^fix\(p\d\): resolve \d+ (?:eslint|prettier|stylelint)(?:, (?:eslint|prettier|stylelint))* findings? in packages\/p\d/,
    );
    expect(body).toMatch(/^- (?:eslint|prettier|stylelint) [\w-]+: \d+\n/);
    expect(files.every((file) => file.startsWith("M packages/"))).toBe(true);
  }
  expect(project.verified()).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${String(commits)} proven`) as string,
  });
  expect(project.git("status", "--porcelain")).toBe("");
  expect(project.git("rev-parse", "main")).toBe(project.git("rev-parse", "HEAD"));
  expect(project.worktrees()).toEqual([]);
  expect(byHand(project, "eslint", ".")).toEqual({ code: 0, out: "" });
  expect(byHand(project, "prettier", "--check", "--log-level", "warn", ".")).toEqual({ code: 0, out: "" });
  expect(byHand(project, "stylelint", "**/*.css")).toEqual({ code: 0, out: "" });
}

const packages = 5;

// Real tools take most of the time; every day they are run by the stories of refused results and of nested projects.
itLong(
  "a wall of files with findings of three tools becomes clean commits, one for each package",
  {
    timeout: 300_000,
  },
  () => {
    const wall = makeWall(packages, 12);
    const project = makeProject(wall);
    const end = project.fix("--group", "directory", "--parallel", "3");
    expect({ code: end.code, err: end.err }).toMatchObject({ code: 0 });
    const { total, tools, recheck } = end.report;
    expect(wall.sources).toHaveLength(12 * packages);
    expect(total.found).toBeGreaterThanOrEqual(60 * packages);
    expect(total).toMatchObject({
      asked: total.found,
      fixed: total.found,
      remaining: 0,
      introduced: 0,
      sheets: packages,
      files: 12 * packages,
      filesFixed: 12 * packages,
    });
    expect(tools.filter(({ found }) => found > 0).map(({ name }) => name)).toEqual(["eslint", "stylelint", "prettier"]);
    expect(recheck).toMatchObject({ remaining: 0, introduced: 0, failed: [] });
    for (const { agents } of end.report.sheets) expect(agents).toEqual(["auto-fix", process.execPath]);
    expectClean(project, packages);
  },
);

describeLong("a wall, one commit for each file", () => {
  it("60 files", { timeout: 1_800_000 }, () => {
    const wall = makeWall(5, 12);
    const project = makeProject(wall);
    const end = project.fix();
    expect({ code: end.code, err: end.err }).toMatchObject({ code: 0 });
    expect(end.report.total).toMatchObject({ sheets: 60, files: 60, filesFixed: 60, remaining: 0, introduced: 0 });
    expectClean(project, 60);
    for (const { files } of project.landed()) expect(files).toHaveLength(1);
  });
});

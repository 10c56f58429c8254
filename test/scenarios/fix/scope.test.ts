import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FixProject, makeFixProject, marksTool } from "../../kit/fix-project.ts";
import { itLong, oneOf } from "../../kit/long.ts";

const three = { "a.txt": "BAD-A w-a\n", "b.txt": "BAD-A w-b\n", "c.txt": "BAD-A w-c\n" };

/** Of the plan: the files that would be fixed. */
function planned(project: FixProject, ...args: readonly string[]): readonly string[] {
  const { out, err, code } = project.cli("fix", "--dry-run", "--json", ...args);
  expect({ code, err }).toMatchObject({ code: 0 });
  return (JSON.parse(out) as { byFile: readonly { file: string }[] }).byFile.map(({ file }) => file);
}

describe("looking without doing", () => {
  it.each(oneOf(2, [[["--dry-run"]], [["--explain", "--json"]]]))(
    "%j changes nothing, and says what would be",
    (args) => {
      const project = makeFixProject(three);
      project.put({ "b.txt": "changed\n", "new.txt": "BAD-A w-new\n" });
      project.git("add", "b.txt");
      const before = project.picture();
      const { code, out } = project.cli("fix", ...args);
      expect(code).toBe(0);
      expect(out).toContain("marks");
      expect(project.picture()).toBe(before);
      expect(project.worktrees()).toEqual([]);
    },
  );
});

describe("files with uncommitted changes", () => {
  itLong("are named and left alone, and with --include-dirty fixed as they are committed", () => {
    const project = makeFixProject(three);
    project.put({ "a.txt": "BAD-A w-a\nand work of the user's\n", "b.txt": "BAD-A w-b\nstaged\n" });
    project.git("add", "b.txt");
    const end = project.fix();
    expect(end.code).toBe(0);
    expect(end.err).toContain("2 findings in files with uncommitted changes are skipped: a.txt, b.txt");
    expect(end.report.leftOut).toEqual([{ why: "dirty", findings: 2, files: ["a.txt", "b.txt"] }]);
    expect(project.landed().map(({ files }) => files)).toEqual([["M c.txt"]]);
    expect(project.git("status", "--porcelain")).toBe(" M a.txt\nM  b.txt\n");
    expect(project.read("a.txt")).toBe("BAD-A w-a\nand work of the user's\n");

    const before = readFileSync(join(project.repository, ".git", "index"));
    const taken = project.fix("--include-dirty");
    // All is fixed, but not where it was asked for.
    expect(taken.code).toBe(1);
    const problems = [expect.stringMatching(/^results are on tutti\/\S+, not on main/) as string];
    expect(taken.report).toMatchObject({ total: { asked: 2, fixed: 2 }, recheck: { remaining: 0 }, problems });
    // They can't come into the checkout over the user's own lines, so they land beside.
    const [, branch = ""] = /landing on (tutti\/\S+) from here on: /.exec(taken.err) ?? [];
    expect([project.at(branch, "a.txt"), project.at(branch, "b.txt")]).toEqual(["good w-a\n", "good w-b\n"]);
    expect(project.read("a.txt")).toBe("BAD-A w-a\nand work of the user's\n");
    expect(readFileSync(join(project.repository, ".git", "index"))).toEqual(before);
    expect(project.verified().code).toBe(0);
  });
});

describe("which files count", () => {
  it("by paths, folders and globs, by what is changed, staged, or differs from a branch", () => {
    const project = makeFixProject({ ...three, "deep/d.txt": "BAD-B w-d\n", "deep/er/e.txt": "BAD-A w-e\n" });
    project.git("branch", "before");
    project.commit({ "b.txt": "one\nBAD-A w-b\n", "new/n.txt": "BAD-A w-n\n" });
    project.put({ "a.txt": "BAD-A w-a\nchanged\n", "c.txt": "BAD-A w-c\nstaged\n" });
    project.git("add", "c.txt");
    // src/git/checkout/scope-files.test.ts and src/fix/choose/select.test.ts have the whole table.
    const table: readonly (readonly [args: readonly string[], files: readonly string[]])[] = [
      [
        ["--since", "before"],
        ["b.txt", "new/n.txt"],
      ],
      [["--staged"], ["c.txt"]],
      [["--changed"], ["a.txt", "c.txt"]],
      [
        ["--changed", "--include-dirty"],
        ["a.txt", "c.txt"],
      ],
      [
        ["deep", "b.txt"],
        ["b.txt", "deep/d.txt", "deep/er/e.txt"],
      ],
      [["deep/*.txt"], ["deep/d.txt"]],
      [["--exclude", "deep/", "--max-files", "1"], ["b.txt"]],
      [["--code", "BAD-B"], ["deep/d.txt"]],
    ];
    for (const [args, files] of oneOf(3, table)) expect(planned(project, ...args)).toEqual(files);
    project.git("reset", "-q", "--hard");
    project.put({ "untracked.txt": "BAD-A w-u\n" });
    const none = project.cli("fix", "--changed");
    expect([none.code, none.err]).toEqual([
      0,
      expect.stringContaining("no committed file has uncommitted changes; new files have to be committed first"),
    ]);
    const unknown = project.cli("fix", "--since", "no-such-branch", "--dry-run");
    expect(unknown.code).not.toBe(0);
    expect(unknown.err).toContain("no-such-branch");
  });

  it.each([
    [["--changed", "--staged"], "--changed and --staged can't be used together"],
    [["--parallel", "33"], "It must be a whole number from 1 to 32."],
    [["--no-such-option"], "--no-such-option"],
  ])("%j is refused by name, with 2", (args, why) => {
    const { code, err } = shared().cli("fix", ...args);
    expect(err).toContain(why);
    expect(code).toBe(2);
  });
});

let made: FixProject | undefined;
/** For commands that are refused before they look at anything. */
function shared(): FixProject {
  return (made ??= makeFixProject(three));
}

describe("a tool that breaks", () => {
  const broken = { command: ["sh", "-c", "echo kaput >&2; exit 3"], pattern: marksTool.pattern, reach: "project" };

  it("has found nothing out: with no other tool the exit code is 2, and the report does not claim that there is nothing to fix", () => {
    const { code, out, err } = makeFixProject(three, { settings: { tools: { broken } } }).cli("fix");
    expect(code).toBe(2);
    expect(out + err).not.toContain("nothing to fix");
    expect(err).toContain("broken failed");
    expect(err).toContain("kaput");
  });

  it("does not keep others from their work, but it is not all well", () => {
    const project = makeFixProject({ "a.txt": "BAD-A w-a\n" }, { settings: { tools: { broken, marks: marksTool } } });
    const end = project.fix();
    expect(end.code).toBe(1);
    expect(project.landed()).toHaveLength(1);
    expect(end.err).toContain("broken failed");
  });

  itLong("beside one that finds nothing: 1, and no word of nothing to fix", () => {
    const { code, out, err } = makeFixProject(
      { "a.txt": "fine\n" },
      { settings: { tools: { broken, marks: marksTool } } },
    ).cli("fix");
    expect(code).toBe(1);
    expect(out + err).not.toContain("nothing to fix");
  });
});

describe("nothing to do", () => {
  it("is 0 and said so; a project without tools is 2", () => {
    const clean = makeFixProject({ "a.txt": "fine\n" });
    expect(clean.cli("fix")).toMatchObject({ code: 0, out: expect.stringContaining("nothing to fix") as string });
    const bare = makeFixProject({ "a.txt": "fine\n" }, { settings: { tools: { marks: false } } });
    expect(bare.cli("fix")).toMatchObject({ code: 2 });
  });
});

describe("in place", () => {
  itLong("fixes the files where they are, outside of git", () => {
    const project = makeFixProject(three, { plain: true });
    expect(project.cli("fix")).toMatchObject({ code: 2, err: expect.stringContaining("--no-isolation") as string });
    const end = project.fix("--no-isolation", "a.txt", "b.txt");
    expect(end.code).toBe(0);
    expect(end.report).toMatchObject({ commit: null, total: { asked: 2, fixed: 2 } });
    expect(["a.txt", "b.txt", "c.txt"].map((name) => readFileSync(join(project.repository, name), "utf8"))).toEqual([
      "good w-a\n",
      "good w-b\n",
      "BAD-A w-c\n",
    ]);
  });

  it("commits nothing in a repository, and leaves the index alone", () => {
    const project = makeFixProject(three);
    const index = readFileSync(join(project.repository, ".git", "index"));
    const end = project.fix("--no-isolation", "c.txt");
    expect(end.code).toBe(0);
    expect(project.landed()).toEqual([]);
    expect(readFileSync(join(project.repository, ".git", "index"))).toEqual(index);
    expect(project.git("status", "--porcelain")).toBe(" M c.txt\n");
  });
});

describe("the first that fails", () => {
  itLong("with --stop-on-failure is the last that is begun; else the others go on", () => {
    const files = { ...three, "a.txt": "BAD-A nobody's\n" };
    const stopped = makeFixProject(files, { settings: { attempts: 1 } });
    const end = stopped.fix("--stop-on-failure", "--parallel", "1");
    // Nothing could be done.
    expect(end.code).toBe(2);
    expect(stopped.landed()).toEqual([]);
    expect(end.report.sheets.map(({ state, attempts }) => `${state} ${String(attempts)}`)).toEqual([
      "failed 1",
      "blocked 0",
      "blocked 0",
    ]);
    const gone = stopped.fix("--parallel", "1");
    expect(gone.code).toBe(1);
    expect(gone.report.sheets.map(({ state }) => state)).toEqual(["failed", "landed", "landed"]);
  });
});

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FixProject, makeFixProject, fixerBy } from "../../kit/fix-project.ts";
import { itLong } from "../../kit/long.ts";

/**
 * The project's tests: they fail as soon as a file has lost its last line, and write down each time that they are run.
 */
const tests = `printf '%s\\n' "\${1:-all}" >> "$RUNS"; for file in *.txt; do case $(cat "$file") in *end) ;; *) echo "$file has no end"; exit 1;; esac; done\n`;
const files = {
  "a.txt": "BAD-A w-a\nend\n",
  "b.txt": "BAD-A w-b\nend\n",
  "breaks.txt": "BAD-A w-harms\nend\n",
  "tests.sh": tests,
};
const acts = { "w-harms": 'write(path, "good\\n")' };

interface Tested extends FixProject {
  /** The arguments of each run of the tests since the last question. */
  runs(): readonly string[];
}

function makeTested(more: object = {}): Tested {
  const project = makeFixProject(files, { agent: fixerBy(acts), settings: { attempts: 1, ...more } });
  const log = join(project.root, "runs");
  project.commit({ "tests.sh": tests.replace("$RUNS", log) });
  return {
    ...project,
    landed: () => project.landed().slice(0, -1),
    runs: () => {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      rmSync(log, { force: true });
      return text.split("\n").slice(0, -1);
    },
  };
}

const subjects = (project: FixProject): readonly string[] =>
  project
    .landed()
    .map(({ files: names }) => names.join())
    .toSorted();

describe("tests as a gate", () => {
  it("full: a result that breaks the tests does not land even if the tool accepts it; the others do", () => {
    const project = makeTested();
    const end = project.fix("--tests", "full", "--test-command", "sh tests.sh");
    expect(end.code).toBe(1);
    expect(subjects(project)).toEqual(["M a.txt", "M b.txt"]);
    expect(end.report.sheets.find(({ name }) => name === "breaks.txt")).toMatchObject({
      state: "failed",
      fixed: 0,
      unlanded: { fixed: 1 },
    });
    expect(project.runs()).toContain("all");
    expect(project.git("status", "--porcelain")).toBe("");
  });

  itLong("none: the tests do not run, and it lands", () => {
    const project = makeTested();
    expect(project.fix("--tests", "none", "--test-command", "sh tests.sh").code).toBe(0);
    expect(subjects(project)).toEqual(["M a.txt", "M b.txt", "M breaks.txt"]);
    expect(project.runs()).toEqual([]);
  });

  itLong("quick: the short form is asked for each, the whole one at the end at the most", () => {
    const project = makeTested({
      tests: { mode: "quick", run: ["sh", "tests.sh"], quick: ["sh", "tests.sh", "quick"] },
    });
    const end = project.fix();
    expect(end.code).toBe(1);
    expect(subjects(project)).toEqual(["M a.txt", "M b.txt"]);
    const runs = project.runs();
    expect(runs).toContain("quick");
    expect(runs.filter((run) => run === "all").length).toBeLessThanOrEqual(1);
  });

  itLong("final: once at the end, and then it is said that they fail", () => {
    const project = makeTested();
    const end = project.cli("fix", "--tests", "final", "--test-command", "sh tests.sh");
    expect(end.code).toBe(1);
    expect(end.out + end.err).toContain("breaks.txt has no end");
    expect(new Set(project.runs())).toEqual(new Set(["all"]));
  });

  itLong("final: nothing is wrong when they pass", () => {
    const project = makeTested();
    const end = project.fix("--tests", "final", "--test-command", "sh tests.sh", "a.txt", "b.txt");
    expect({ code: end.code, err: end.err }).toMatchObject({ code: 0 });
    expect(subjects(project)).toEqual(["M a.txt", "M b.txt"]);
    expect(project.runs()).toEqual(["all"]);
  });

  it("tests that fail before anything was fixed let nothing land, and it is said that it is the target", () => {
    const project = makeTested();
    project.commit({ "tests.sh": "echo always; exit 1\n" });
    const end = project.cli("fix", "--test-command", "sh tests.sh", "a.txt");
    expect(end.code).not.toBe(0);
    expect(project.landed()).toHaveLength(1);
    expect(end.out + end.err).toMatch(/fail/);
  });
});

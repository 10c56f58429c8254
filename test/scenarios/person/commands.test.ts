import { titleOf } from "../../kit/subjects.ts";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Said, tutti } from "../../kit/command-line.ts";
import { tempFolder } from "../../kit/folders.ts";
import { gitIn } from "../../kit/git.ts";
import { makeRepository } from "../../kit/repository.ts";
import { itLong } from "../../kit/long.ts";

let repository: string;

beforeEach(() => {
  repository = makeRepository({ "a.txt": "a\n" }).path;
  vi.stubEnv("TUTTI_HOME", join(tempFolder(), "home"));
  vi.stubEnv("TUTTI_LOCAL", "1");
  vi.stubEnv("TUTTI_DISK_WARNING_GB", "0");
  vi.stubEnv("TUTTI_DISK_FLOOR_GB", "0");
  vi.stubEnv("XDG_CONFIG_HOME", tempFolder());
  vi.spyOn(process, "cwd").mockReturnValue(repository);
});

const task = (...args: readonly string[]): Promise<Said> =>
  tutti("task", "--agent", "scripted", "--repo", repository, ...args);
const subjects = (): readonly string[] =>
  gitIn(repository, ["log", "--format=%s", "main"]).split("\n").slice(0, -1).map(titleOf);
const resultOf = ({
  out,
}: Said): { how: object; job: { id: string; score: string | null; sheets: { id: string; state: string }[] } } =>
  JSON.parse(out.split("\n").at(-1) ?? "") as ReturnType<typeof resultOf>;

/** A program in the place of a person's shell. */
function stubShell(...lines: readonly string[]): void {
  const path = join(tempFolder(), "shell");
  writeFileSync(path, ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(path, 0o755);
  vi.stubEnv("SHELL", path);
}

describe("tutti task", () => {
  it("plays each prompt as a sheet and lands it, without any file of a score", async () => {
    const said = await task("create one.txt 1", "create two.txt 2", "--name", "a pair", "--json");
    expect([said.code, subjects().length, resultOf(said).job]).toMatchObject([0, 2, { name: "a pair", score: null }]);
  });

  itLong("takes prompts from a file too", async () => {
    const file = join(tempFolder(), "prompts.txt");
    writeFileSync(file, "- create one.txt 1\n- create two.txt 2\n");
    expect([(await task("--file", file)).code, subjects().length]).toEqual([0, 2]);
  });

  it("has each result validated, and says what failed", async () => {
    const said = await task(
      "create one.txt 1",
      "--validate",
      "test -e one.txt",
      "--validate",
      "test -e two.txt",
      "--json",
      "--approve",
    );
    expect([said.code, subjects()]).toEqual([1, []]);
    expect(said.out).toContain("test -e two.txt");
  });

  it("takes validations from the project's file where the command names none, and says so", async () => {
    const file = join(repository, "tutti.config.yaml");
    writeFileSync(file, "task:\n  validations: [npm test, npm run lint]\n");
    const plan = await task("x", "--dry-run");
    const own = await task("x", "--validate", "make check", "--dry-run");
    rmSync(file);
    expect(plan.err).toContain("validations from tutti.config.yaml: npm test; npm run lint");
    expect(plan.out).toContain("1 sheet in 1 stage, 2 validations");
    expect(`${own.out}${own.err}`).not.toContain("npm");
  });

  it("is refused before anything is begun when nothing is said, or the agent is unknown", async () => {
    expect([
      (await task(" ")).code,
      (await task("--file", join(repository, "none.txt"))).code,
      (await task("x", "--agent", "no such")).code,
    ]).toEqual([2, 2, 2]);
    expect((await tutti("list", "--json")).out).toBe("[]");
  });

  it.each([
    ["--max-cost", "0"],
    ["--max-cost", "much"],
    ["--timeout", "soon"],
    ["--parallel", "0"],
  ])("refuses %s %s", async (flag, value) => {
    expect((await task("x", flag, value)).code).toBe(2);
  });

  itLong("with --approve lands only what is approved", async () => {
    const said = await task("create one.txt 1", "create two.txt 2", "--approve", "--json");
    const { job } = resultOf(said);
    expect([said.code, subjects()]).toEqual([3, []]);
    const [first] = job.sheets;
    expect((await tutti("approve", job.id, first?.id ?? "")).code).toBe(3);
    expect(subjects().length).toBe(1);
    expect([(await tutti("approve", job.id)).code, subjects().length]).toEqual([0, 2]);
    expect((await tutti("approve", job.id)).code).toBe(2);
  });
});

describe("the work that a sheet left", () => {
  /** Plays one sheet, once. */
  const play = async (script: string, validations: readonly object[] = []): Promise<string> => {
    const file = join(tempFolder(), "s.yaml");
    const sheets = [{ id: "fix", prompt: script, validations }];
    writeFileSync(
      file,
      JSON.stringify({
        agent: "scripted",
        isolation: { mode: "clone" },
        retry: { attempts: 1, completions: 0 },
        sheets,
      }),
    );
    const said = await tutti("run", file, "--repo", repository, "--json");
    expect(said.code).toBe(1);
    return resultOf(said).job.id;
  };
  const undone = (): Promise<string> => play("create work.txt begun", [{ command: "grep -q done work.txt" }]);

  it("is finished in a shell, and lands by tutti recover", async () => {
    const job = await undone();
    stubShell('echo "$TUTTI_SHEET done" >> work.txt');
    const shell = await tutti("shell", "1");
    expect([shell.code, shell.err]).toEqual([0, expect.stringContaining("captured")]);
    expect(shell.out).toContain(`tutti recover ${job} fix`);
    const look = await tutti("recover", job, "--dry-run");
    expect([look.code, look.out, subjects()]).toEqual([0, expect.stringContaining("1 of 1 sheet good"), []]);
    expect([(await tutti("recover", job)).code, subjects()]).toEqual([0, ["fix"]]);
    expect(readFileSync(join(repository, "work.txt"), "utf8")).toBe("begun\nfix done\n");
  });

  itLong("stays where it is when the validations still fail", async () => {
    const job = await undone();
    const said = await tutti("recover", job);
    expect([said.code, said.out, subjects()]).toEqual([
      1,
      expect.stringMatching(/not good fix[\s\S]*grep -q done[\s\S]*0 of 1 sheet good/),
      [],
    ]);
    expect(JSON.parse((await tutti("recover", job, "-n", "--json")).out)).toMatchObject({
      type: "recover",
      goesOn: false,
      sheets: [{ isGood: false }],
    });
  });

  itLong("is as it was when nothing was changed in the shell, or it can't be started", async () => {
    await undone();
    stubShell("true");
    expect((await tutti("shell", "fix")).out).toContain("Nothing was changed");
    vi.stubEnv("SHELL", join(repository, "no-shell"));
    expect(await tutti("shell", "fix")).toMatchObject({ code: 1, err: expect.stringContaining("no-shell") as string });
    stubShell("true");
    expect((await tutti("shell", "fix")).code).toBe(0);
  });

  itLong("is not worked on in the terminal of an agent that has none", async () => {
    await undone();
    expect(await tutti("attach", "fix")).toMatchObject({
      code: 2,
      err: expect.stringContaining("tutti shell fix") as string,
    });
  });

  it("is gone on with by tutti tell", async () => {
    const job = await play("on-attempt 1 create work.txt half\non-attempt 1 fail 1\nedit work.txt half done");
    expect([
      (await tutti("tell", "fix", " ")).code,
      (await tutti("tell", "fix", "x", "--job", "none-000000")).code,
    ]).toEqual([2, 2]);
    expect([
      (await tutti("tell", "fix", "once more", "--job", job)).code,
      readFileSync(join(repository, "work.txt"), "utf8"),
    ]).toEqual([0, "done\n"]);
  });
});

it("a job's cap is raised by resume and by modify", async () => {
  const { job } = resultOf(await task("create one.txt 1", "--approve", "--max-cost", "1", "--json"));
  const said = await tutti("modify", job.id, "--max-cost", "2.50", "--yes");
  expect([said.code, said.out]).toEqual([0, expect.stringContaining("2.5 instead of 1")]);
  await tutti("resume", job.id, "--max-cost", "3");
  expect((await tutti("modify", job.id, "--max-cost", "4", "--dry-run")).out).toContain("4 instead of 3");
});

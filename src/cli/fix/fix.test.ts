import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { pathsFrom } from "./fix.ts";

it("fix refuses a profile of the project that runs its prompt as a program", async () => {
  const folder = tempFolder();
  execFileSync("git", ["init", "-q", folder]);
  mkdirSync(join(folder, ".tutti/agents"), { recursive: true });
  writeFileSync(
    join(folder, ".tutti/agents/runner.yaml"),
    "name: runner\nkind: cli\nexecutable: sh\nprompt_is: program\n",
  );
  const { code, err } = await tutti("fix", "--repo", folder, "--agent", "runner", "--dry-run");
  expect(code).toBe(2);
  expect(err).toContain("runner runs its prompt as a program, and the prompts of fix are text");
});

it.each([
  ["-j", "0", 32],
  ["--parallel", "33", 32],
  ["--attempts", "21", 20],
  ["--max-files", "0", 1_000_000],
  ["--max-findings", "1000001", 1_000_000],
  ["--max-per-sheet", "x", 1_000_000],
  ["--files-per-context", "-1", 1_000_000],
])("tutti fix says of each number in which range it must be: %s %s", async (option, value, most) => {
  const { code, err } = await tutti("fix", option, value);
  expect(code).toBe(2);
  expect(err).toContain(`It must be a whole number from 1 to ${most}.`);
});

it("tutti fix takes every number of that range", async () => {
  const nowhere = join(tempFolder(), "nowhere");
  const { err } = await tutti(
    "fix",
    "--max-findings",
    "3000",
    "--max-files",
    "1000000",
    "-j",
    "32",
    "--attempts",
    "20",
    "--repo",
    nowhere,
  );
  expect(err).toContain("there is no such folder");
});

it.each([
  [[], []],
  [
    ["src", "./test/kit/", "*/a"],
    ["src", "test/kit", "*/a"],
  ],
  [["src/.."], []],
  [[".", "src"], []],
  [["src", resolve(".")], []],
])("paths as they are typed %j are %j from the top, and the top is everything", async (typed, paths) => {
  expect(await pathsFrom(typed, process.cwd())).toEqual(paths);
});

it("a path of somewhere else is refused", async () => {
  await expect(pathsFrom(["src", "../x"], process.cwd())).rejects.toThrow("../x is not in");
});

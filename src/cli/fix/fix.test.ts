import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";

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

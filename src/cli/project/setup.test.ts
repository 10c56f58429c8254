import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";

/** A `make` of which `test` passes where the file is that git ignores, and `lint` fails. */
function project(): string {
  const programs = tempFolder();
  const lines = [
    "#!/bin/sh",
    'if [ "$1" = test ]; then test -e node_modules/dep; exit; fi',
    "echo 'Error: not clean'; exit 1",
  ];
  writeFileSync(join(programs, "make"), `${lines.join("\n")}\n`);
  chmodSync(join(programs, "make"), 0o755);
  vi.stubEnv("PATH", `${programs}:${process.env["PATH"] ?? ""}`);
  vi.stubEnv("TUTTI_HOME", join(tempFolder(), "home"));
  const user = makeRepository({ Makefile: "test:\n\nlint:\n", ".gitignore": "node_modules\n", "package.json": "{}" });
  writeFiles(user.path, { "node_modules/dep/index.js": "" });
  return user.path;
}

it("tutti init proposes what passes in a prepared context, writes it after a yes, and says what a task would do", async () => {
  const repo = project();
  const asked = await tutti("init", "--repo", repo);
  expect(asked).toMatchObject({ code: 2, err: expect.stringContaining("--yes") as string });
  expect(existsSync(join(repo, "tutti.config.yaml"))).toBe(false);
  const done = await tutti("init", "--repo", repo, "--yes");
  expect(done.code).toBe(0);
  expect(done.out).toMatch(/ok {3}make test .*\n {2}fail make lint .*\n {7}make lint exited 1: Error: not clean\n/);
  expect(done.out).toMatch(
    /each result must pass make test, and the merged tree must pass make test; it lands on main/,
  );
  const config = readFileSync(join(repo, "tutti.config.yaml"), "utf8");
  expect(config).toContain(
    "    - make test # the target test of Makefile\n    # fails on main: make lint exited 1: Error: not clean\n",
  );
  expect(readFileSync(join(repo, ".tutti/gates.yaml"), "utf8")).toContain("  - name: tests\n    run: make test\n");
  expect(await tutti("init", "--repo", repo, "--yes")).toMatchObject({
    code: 2,
    err: expect.stringContaining("tutti.config.yaml is there already") as string,
  });
  writeFileSync(join(repo, "tutti.config.yaml"), "# mine\nagents:\n  default: mine # always\n");
  const merged = await tutti("init", "--repo", repo, "--force", "--yes");
  expect(merged.out).toMatch(/tutti\.config\.yaml, the difference\n.*\+ task:\n/s);
  expect(merged.out).toContain("gates.yaml lacks nothing and stays as it is");
  expect(merged.out).toContain("wrote tutti.config.yaml. Commit it");
  expect(readFileSync(join(repo, "tutti.config.yaml"), "utf8")).toMatch(
    /^# mine\nagents:\n {2}default: mine # always\n\n# What each result .*\ntask:\n {2}validations:\n {4}- make test/,
  );
  writeFileSync(join(repo, ".tutti/gates.yaml"), "");
  const again = await tutti("init", "--repo", repo, "--force", "--json");
  expect([again.code, JSON.parse(again.out)]).toMatchObject([
    2,
    { written: false, kinds: ["JavaScript (npm)"], task: { validations: ["make test"], target: "main" } },
  ]);
});

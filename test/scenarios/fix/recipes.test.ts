import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { program } from "../../kit/built.ts";
import { tempFolder } from "../../kit/folders.ts";
import { hermetic } from "../../kit/new-repository.ts";
import { makeRepository, writeFiles } from "../../kit/repository.ts";
import { itLong, oneOf } from "../../kit/long.ts";

const page = readFileSync(fileURLToPath(new URL("../../../docs/fix.md", import.meta.url)), "utf8");
const tools = fileURLToPath(new URL("../../../node_modules/.bin", import.meta.url));

/** The first example of a language below a heading, word for word. */
function recipe(heading: string, language: string): string {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section.split(`\n\`\`\`${language}\n`)[1]?.split("\n```")[0] ?? "";
}

/** A project with one finding that eslint can fix, one that a program can fix, and one that remains. */
const project = {
  "eslint.config.mjs": 'export default [{ rules: { "no-var": "error", eqeqeq: "error", "no-debugger": "error" } }];\n',
  ".tutti/fix.yaml": 'agent: { command: [sed, -i, "s/ == / === /", lib/b.js] }\nattempts: 1\n',
  "lib/a.js": "var a = 1;\nexport default a;\n",
  "lib/b.js": "const b = 1;\nif (b == 2) debugger;\nexport default b;\n",
};

interface Machine {
  readonly folder: string;
  readonly run: (command: readonly [string, ...string[]]) => { readonly code: number | null; readonly out: string };
}

/** A fresh clone of the project on a machine that has tutti and eslint on its PATH. */
function freshClone(): Machine & { readonly origin: string; readonly temp: string } {
  const temp = tempFolder();
  const [bin, folder] = [join(temp, "bin"), join(temp, "clone")];
  mkdirSync(bin);
  symlinkSync(program, join(bin, "tutti"));
  const origin = makeRepository(project).path;
  const env = {
    ...hermetic,
    PATH: [bin, dirname(process.execPath), tools, hermetic["PATH"]].join(":"),
    HOME: temp,
    TUTTI_HOME: join(temp, "home"),
    RUNNER_TEMP: temp,
    GITHUB_STEP_SUMMARY: join(temp, "summary.md"),
  };
  const run: Machine["run"] = ([name, ...args]) => {
    const { status, stdout, stderr } = spawnSync(name, args, { cwd: folder, env, encoding: "utf8" });
    return { code: status, out: stdout + stderr };
  };
  spawnSync("git", ["clone", "--quiet", origin, folder], { env });
  return { folder, run, origin, temp };
}

const workflow = z.object({
  jobs: z.object({
    fix: z.object({
      steps: z.array(
        z.object({ name: z.string().optional(), uses: z.string().optional(), run: z.string().optional() }),
      ),
    }),
  }),
});

itLong("the GitHub workflow fixes, says so in the summary, and pushes what landed", () => {
  const { steps } = workflow.parse(parse(recipe("In CI", "yaml"))).jobs.fix;
  expect(steps.map(({ name, uses }) => name ?? uses?.split("@")[0])).toEqual([
    "actions/checkout",
    "actions/setup-node",
    "Install",
    "Fix",
    "Summary",
    "Push",
  ]);
  const clone = freshClone();
  spawnSync("git", ["-C", clone.origin, "switch", "--quiet", "--detach"]);
  // The first three make what the clone is: they need the network.
  for (const { run = "" } of steps.slice(3))
    expect(clone.run(["bash", "-e", "-o", "pipefail", "-c", run])).toMatchObject({ code: 0 });
  expect(clone.run(["git", "log", "--format=%an: %s", "-2", "origin/main"]).out.trim().split("\n").sort()).toEqual([
    "tutti: fix(lib): resolve 1 eslint finding in lib/a.js",
    "tutti: fix(lib): resolve 1 eslint finding in lib/b.js",
  ]);
  const pushed = spawnSync("git", ["-C", clone.origin, "show", "main:lib/a.js", "main:lib/b.js"], {
    encoding: "utf8",
  }).stdout;
  expect(pushed).toBe("let a = 1;\nexport default a;\nconst b = 1;\nif (b === 2) debugger;\nexport default b;\n");
  expect(readFileSync(join(clone.temp, "summary.md"), "utf8")).toContain(
    "2 of 3 findings fixed, in 2 of 2 files, 1 remains, 0 introduced.",
  );
  const sarif = JSON.parse(readFileSync(join(clone.temp, "fix.sarif"), "utf8")) as {
    runs: [{ results: { ruleId: string; baselineState: string }[] }];
  };
  expect(sarif.runs[0].results.map(({ ruleId, baselineState }) => `${ruleId} ${baselineState}`).sort()).toEqual([
    "eqeqeq absent",
    "no-debugger unchanged",
    "no-var absent",
  ]);
});

describe("the hook before a commit", () => {
  function hooked(): ReturnType<typeof freshClone> {
    const clone = freshClone();
    const hook = join(clone.folder, ".git/hooks/pre-commit");
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, `${recipe("Before a commit", "sh")}\n`);
    chmodSync(hook, 0o755);
    return clone;
  }

  const commit = [
    "git",
    "-c",
    "user.name=Ada",
    "-c",
    "user.email=ada@example.com",
    "commit",
    "--quiet",
    "-m",
    "mine",
  ] as const;

  it("stops a commit in which findings were fixed, and lets it through once that is staged", () => {
    const { folder, run } = hooked();
    writeFiles(folder, { "lib/c.js": "var c = 1;\nexport default c;\n" });
    run(["git", "add", "lib/c.js"]);
    expect(run(commit)).toMatchObject({ code: 1, out: expect.stringContaining("Some findings were fixed") as string });
    expect(readFileSync(join(folder, "lib/c.js"), "utf8")).toBe("let c = 1;\nexport default c;\n");
    expect(run(["git", "status", "--short"]).out).toBe("AM lib/c.js\n");
    run(["git", "add", "lib/c.js"]);
    expect(run(commit)).toMatchObject({ code: 0 });
    expect(run(["git", "show", "--stat", "--format=%s"]).out).toMatch(/^mine\n\n lib\/c\.js \| 2 \+\+\n/);
  });

  it.each(oneOf(2, [["-a"], ["lib/a.js"]]))(
    "stops a commit of unstaged changes, which would go unchecked: %s",
    (more) => {
      const { folder, run } = hooked();
      writeFiles(folder, { "lib/a.js": "var a = 2;\nexport default a;\n" });
      expect(run([...commit, more])).toMatchObject({
        code: 1,
        out: expect.stringContaining("Stage it first") as string,
      });
      expect(run(["git", "status", "--short"]).out).toBe(" M lib/a.js\n");
    },
  );

  itLong("stops a commit with a finding that remains", () => {
    const { folder, run } = hooked();
    writeFiles(folder, { "lib/c.js": "debugger;\n" });
    run(["git", "add", "lib/c.js"]);
    expect(run(commit)).toMatchObject({ code: 1, out: expect.stringContaining("0 of 1 finding fixed") as string });
    expect(run(["git", "log", "--oneline"]).out.split("\n").length).toBe(2);
  });
});

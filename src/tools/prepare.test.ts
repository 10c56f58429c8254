import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, test } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { run } from "../../test/kit/git.ts";
import { writeFiles } from "../../test/kit/repository.ts";
import { TuttiError } from "../base/error.ts";
import { tools as catalogue } from "../findings/catalog.ts";
import type { Tool } from "../findings/tool.ts";
import { anyTool, type OwnTool, type ToolChoice } from "../fix/options/file.ts";
import { explainTools } from "../fix/collect/explanation.ts";
import { locate } from "./projects/locate.ts";
import { type PreparedTools, type PreparePlace, prepareTools } from "./prepare.ts";
import { projectView } from "./view.ts";

let top: string;
let place: PreparePlace;
beforeEach(() => {
  top = tempFolder();
  place = placeWith(["lint.toml"]);
});
const placeWith = (files: readonly string[], known: readonly Tool[] = [lint, other]): PreparePlace => ({
  run,
  top,
  view: projectView(top, files),
  known,
  env: { PATH: "/usr/bin:/bin" },
  cancel: new AbortController().signal,
});
const lint: Tool = {
  name: "lint",
  program: "lint-program",
  home: "node",
  looksAt: ["*.x"],
  reach: "file",
  args: ["--json"],
  everything: ["."],
  env: { QUIET: "1" },
  fixArgs: ["--fix"],
  detect: (project) => (project.has("lint.toml") ? { config: "lint.toml", because: "lint.toml" } : null),
  read: () => ({ kind: "read", findings: [] }),
  silencers: ["lint-off"],
};
const other: Tool = { ...lint, name: "other", program: "other-program", home: "path", detect: () => null };
const install = (script: string, name = "lint-program"): string => {
  writeFiles(top, { [`node_modules/.bin/${name}`]: { program: `#!/bin/sh\n${script}\n` } });
  return join(top, "node_modules/.bin", name);
};
const named = (...only: readonly string[]): ToolChoice => ({ ...anyTool, only });
const own: OwnTool = {
  name: "mine",
  command: ["./check.sh", "-q"],
  format: { kind: "sarif" },
  files: null,
  fix: null,
  reach: null,
  timeoutMs: null,
};
const problemOf = async (prepared: Promise<PreparedTools>): Promise<unknown> =>
  prepared.then(
    () => "none",
    (error: unknown) =>
      error instanceof TuttiError ? { code: error.code, message: error.message, hint: error.hint } : error,
  );

describe("a tool that the project is configured for", () => {
  it("is prepared with its place, its version and its configuration; the others are told", async () => {
    const program = install("echo 'lint, version v3.2.1-beta.4 (2026)'");
    const { tools, unused } = await prepareTools(place, anyTool);
    expect(tools).toEqual([
      {
        name: "lint",
        folder: "",
        argv: [program, "--json"],
        everything: ["."],
        env: { QUIET: "1" },
        format: { kind: "tool", tool: "lint" },
        reach: "file",
        looksAt: ["*.x"],
        fixArgv: [program, "--fix"],
        silencers: ["lint-off"],
        config: "lint.toml",
        because: "lint.toml",
        foundBy: "node_modules/.bin/lint-program",
        version: "3.2.1-beta.4",
        timeoutMs: 600_000,
      },
    ]);
    expect(unused).toEqual([
      { tool: "other", name: "other", why: "the project has no configuration for it", isWanted: false, hint: null },
    ]);
  });

  test.each([
    ["says none", "echo hello", null],
    ["says it on stderr", "echo 1.2 >&2", "1.2"],
    ["knows no such option", "exit 2", null],
  ])("has a version as far as it says so: one that %s", async (_, script, version) => {
    install(script);
    expect((await prepareTools(place, anyTool)).tools).toMatchObject([{ version }]);
  });

  test.each([
    ["is not installed", null, /"lint-program" was not found: looked in node_modules\/\.bin, PATH/],
    ["is a shim for nothing", "echo 'shim: not installed' >&2; exit 127", /exited 127: shim: not installed$/],
    ["names an interpreter that is missing", "interpreter", /can't be run: there is no program/],
  ])("and that %s is no reason to find nothing", async (_, script, why) => {
    if (script === "interpreter")
      writeFiles(top, { "node_modules/.bin/lint-program": { program: "#!/no/such/thing\n" } });
    else if (script !== null) install(script);
    const at = { ...place, env: { PATH: "/nowhere" } };
    expect(await problemOf(prepareTools(at, anyTool))).toMatchObject({
      code: "fix.tool_missing",
      message: expect.stringMatching(why) as string,
    });
    const { tools, unused } = await prepareTools(
      { ...at, env: { PATH: "/bin" } },
      { ...anyTool, own: [{ ...own, command: ["sh"] }] },
    );
    expect([tools.map(({ name }) => name), unused.filter(({ isWanted }) => isWanted).map(({ name }) => name)]).toEqual([
      ["mine"],
      ["lint"],
    ]);
  });
});

describe("which tools are run", () => {
  it("those that were named and no others, also without configuration", async () => {
    install("echo 1.0", "lint-program");
    const { tools, unused } = await prepareTools(placeWith([]), named("lint"));
    expect(tools).toMatchObject([{ name: "lint", config: null, because: "it was named; it uses its own defaults" }]);
    expect(unused).toMatchObject([{ name: "other", why: "--tool or the file names other tools only" }]);
  });

  it("all of those that were named, or none", async () => {
    install("echo 1.0");
    expect(await problemOf(prepareTools(place, named("lint", "other")))).toMatchObject({
      code: "fix.tool_missing",
      message: expect.stringContaining('"other"') as string,
    });
    expect(await problemOf(prepareTools(place, named("lnit")))).toMatchObject({
      code: "fix.tool_missing",
      hint: expect.stringContaining("lint, other") as string,
    });
  });

  it("besides, those that the settings add, without those that they take away", async () => {
    install("echo 1.0");
    install("echo 2.0", "fix");
    const third: Tool = { ...lint, name: "third", program: "fix", detect: () => null };
    const { tools, unused } = await prepareTools(placeWith(["lint.toml"], [lint, third]), {
      ...anyTool,
      also: ["third"],
      not: ["lint"],
    });
    expect([tools.map(({ name }) => name), unused.map(({ why }) => why)]).toEqual([
      ["third"],
      ["the project's settings turn it off"],
    ]);
  });

  it("none that runs tests where no tests are to be run, unless it is named", async () => {
    install("echo 1.0");
    const runner: Tool = { ...lint, name: "runner", runsTests: true };
    const ask = async (choice: ToolChoice): Promise<unknown> =>
      (await prepareTools(placeWith(["lint.toml"], [lint, runner]), choice)).tools.map(({ name }) => name);
    expect(await ask(anyTool)).toEqual(["lint", "runner"]);
    expect(await ask({ ...anyTool, withoutTests: true })).toEqual(["lint"]);
    expect(await ask({ ...anyTool, withoutTests: true, only: ["runner"] })).toEqual(["runner"]);
    expect(new Set(catalogue.flatMap(({ name, runsTests }) => (runsTests === true ? [name] : [])))).toEqual(
      new Set(["jest", "pytest", "vitest"]),
    );
  });

  it("none is an error that says what was looked for", async () => {
    expect(await problemOf(prepareTools(placeWith([]), anyTool))).toMatchObject({
      code: "fix.no_tools",
      hint: expect.stringContaining("lint, other") as string,
    });
  });
});

describe("a tool that projects below the top are configured for", () => {
  const installIn = (folder: string, version: string): void => {
    writeFiles(top, { [`${folder}/node_modules/.bin/lint-program`]: { program: `#!/bin/sh\necho ${version}\n` } });
  };

  it("is run in each of them, with what is installed beside it or above", async () => {
    installIn("web", "2.0");
    install("echo 1.0");
    const { tools } = await prepareTools(
      placeWith(["web/lint.toml", "web/app/lint.toml", "packages/a/lint.toml", "test/fixtures/lint.toml"]),
      anyTool,
    );
    expect(tools.map(({ name, folder, config, version, foundBy }) => [name, folder, config, version, foundBy])).toEqual(
      [
        ["lint", "web", "web/lint.toml", "2.0", "web/node_modules/.bin/lint-program"],
        ["lint", "packages/a", "packages/a/lint.toml", "1.0", "node_modules/.bin/lint-program"],
      ],
    );
    const explained = explainTools({ tools, unused: [] });
    expect(explained.filter((line) => !line.startsWith("  ") || line.startsWith("  runs in"))).toEqual([
      "lint (web) 2.0",
      "  runs in       web",
      "lint (packages/a) 1.0",
      "  runs in       packages/a",
    ]);
  });

  it("is run at the top alone where the top is configured for it", async () => {
    install("echo 1.0");
    installIn("web", "2.0");
    const { tools } = await prepareTools(placeWith(["lint.toml", "web/lint.toml"]), anyTool);
    expect(tools).toMatchObject([{ folder: "", config: "lint.toml", version: "1.0" }]);
  });

  it("may be named or left out like any other; named, it is not run at the top besides", async () => {
    installIn("web", "2.0");
    const at = placeWith(["web/lint.toml"]);
    expect((await prepareTools(at, named("lint"))).tools).toMatchObject([{ name: "lint", folder: "web" }]);
    expect(await problemOf(prepareTools(at, { ...anyTool, not: ["lint"] }))).toMatchObject({ code: "fix.no_tools" });
  });

  it("and that can't be run in one of them is told, with where", async () => {
    installIn("web", "2.0");
    const at = { ...placeWith(["web/lint.toml", "api/lint.toml"]), env: { PATH: "/bin" } };
    const { tools, unused } = await prepareTools(at, named("lint"));
    expect([
      tools.map(({ folder }) => folder),
      unused.filter(({ isWanted }) => isWanted).map(({ name }) => name),
    ]).toEqual([["web"], ["lint (api)"]]);
  });

  it("is asked for its version once where many projects share it, and the rest is told where there are too many", async () => {
    install("echo asked >> asked; echo 1.0");
    const folders = Array.from({ length: 52 }, (_, at) => `p${String(at + 10)}`);
    for (const folder of folders) writeFiles(top, { [`${folder}/lint.toml`]: "" });
    const { tools, unused } = await prepareTools(placeWith(folders.map((folder) => `${folder}/lint.toml`)), anyTool);
    expect([
      tools.map(({ folder }) => folder),
      unused.filter(({ isWanted }) => isWanted).map(({ name }) => name),
    ]).toEqual([folders.slice(0, 50), ["lint (p60)", "lint (p61)"]]);
    expect(readFileSync(join(top, "asked"), "utf8")).toBe("asked\n");
  });
});

describe("a tool that the project describes", () => {
  it("is the program of the user's checkout where it is named by a path", async () => {
    writeFiles(top, { "check.sh": { program: "#!/bin/sh\ntouch asked\n" } });
    const { tools } = await prepareTools(placeWith([]), {
      ...anyTool,
      own: [{ ...own, fix: ["sh", "-c", "x"], timeoutMs: 5 }],
    });
    expect(tools).toMatchObject([
      {
        name: "mine",
        argv: [join(top, "check.sh"), "-q"],
        everything: [],
        format: { kind: "sarif" },
        reach: "project",
        fixArgv: [expect.stringMatching(/\/sh$/), "-c", "x"],
        version: null,
        timeoutMs: 5,
      },
    ]);
  });

  it("takes the place of the known tool with its name, whose output it still prints", async () => {
    const command = ["sh", "lint.sh"] as const;
    const { tools } = await prepareTools(placeWith([]), {
      ...anyTool,
      own: [{ ...own, name: "lint", command, format: null }],
    });
    expect(tools).toMatchObject([
      {
        name: "lint",
        argv: [expect.stringMatching(/\/sh$/), "lint.sh"],
        everything: ["."],
        format: { kind: "tool", tool: "lint" },
        reach: "file",
        looksAt: ["*.x"],
        silencers: ["lint-off"],
      },
    ]);
  });

  it("and that is not there is an error", async () => {
    expect(await problemOf(prepareTools(placeWith([]), { ...anyTool, own: [own] }))).toMatchObject({
      code: "fix.tool_missing",
      message: expect.stringContaining("./check.sh") as string,
    });
  });
});

it("the commands that run, and those that don't with the reason, are printed in safe lines", async () => {
  install("echo 3.2.1");
  const explained = explainTools(
    await prepareTools(place, { ...anyTool, own: [{ ...own, command: ["no\u001bsuch", "it's"] }] }),
  );
  expect(explained.join("\n").replaceAll(top, "TOP")).toBe(`lint 3.2.1
  because       lint.toml
  configured by lint.toml
  found by      node_modules/.bin/lint-program
  command       TOP/node_modules/.bin/lint-program --json .
  rules         explained to agents by an address, where one is known
  looks at      *.x
  fixes with    TOP/node_modules/.bin/lint-program --fix
not used:
  mine: "no\\u001bsuch" was not found: looked in node_modules/.bin, .venv/bin, venv/bin, PATH. Install no such, and see that it is on PATH
  other: the project has no configuration for it`);
});

const repository = fileURLToPath(new URL("../..", import.meta.url));

it("the tools of this repository are found, with their versions", async () => {
  const env = { PATH: process.env["PATH"] ?? "" };
  const view = projectView(repository, ["package.json", "eslint.config.js", "tsconfig.json", "vitest.config.ts"]);
  const { tools } = await prepareTools({ ...place, top: repository, view, known: catalogue, env }, anyTool);
  const found = new Map(tools.map(({ name, version, config }) => [name, { version, config }]));
  expect(found.get("eslint")).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    config: "eslint.config.js",
  });
  expect(found.get("vitest")).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    config: "vitest.config.ts",
  });
});

it("the real npx says what is not installed without installing it", async () => {
  const env = { PATH: process.env["PATH"] ?? "", HOME: tempFolder(), npm_config_offline: "true" };
  expect(await problemOf(prepareTools({ ...place, env }, anyTool))).toMatchObject({ code: "fix.tool_missing" });
  expect(await locate("lint-program", "node", { ...place, env })).toMatchObject({ isIndirect: true });
});

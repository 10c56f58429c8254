import { expect, it, test } from "vitest";
import type { ProjectView } from "../findings/tool.ts";
import { projectsBelow } from "./projects/projects.ts";
import { ownProgram } from "./programs.ts";
import type { LocateProgram } from "./test-command.ts";
import { detectTests } from "./tests.ts";

const viewOf = (files: Readonly<Record<string, string>>): ProjectView => ({
  files: Object.keys(files),
  has: (path) => Object.hasOwn(files, path),
  read: (path) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null),
});
const allExcept =
  (...missing: readonly string[]): LocateProgram =>
  (name) =>
    Promise.resolve(
      missing.includes(name)
        ? { kind: "missing", why: `no ${name}`, hint: `install ${name}` }
        : { kind: "found", argv: [`/at/${name}`], foundBy: "PATH", isIndirect: false },
    );
const detected = async (files: Readonly<Record<string, string>>, located = allExcept()): Promise<readonly unknown[]> =>
  (await detectTests(viewOf(files), () => located)).map((tests) =>
    tests.kind === "usable"
      ? [tests.name, tests.command.join(" "), tests.quick?.slice(2).join(" ") ?? null]
      : [tests.name, tests.why],
  );
const manifest = (content: object): Readonly<Record<string, string>> => ({ "package.json": JSON.stringify(content) });
const npm = "/at/npm run test";

test.each([
  [
    "a script that names vitest",
    manifest({ scripts: { test: "tsc && vitest" } }),
    [["npm test", npm, `vitest /at/vitest --full ${npm}`]],
  ],
  [
    "a script that names jest",
    manifest({ scripts: { test: "jest --ci" }, devDependencies: { vitest: "1" } }),
    [["npm test", npm, `jest /at/jest --full ${npm}`]],
  ],
  [
    "a script of which the runner is told by its configuration",
    { ...manifest({ scripts: { test: "make t" } }), "vitest.config.ts": "" },
    [["npm test", npm, `vitest /at/vitest --full ${npm}`]],
  ],
  ["a script of which nothing is known", manifest({ scripts: { test: "mocha" } }), [["npm test", npm, null]]],
  ["a script that npm wrote itself", manifest({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }), []],
  ["no script, but jest", manifest({ jest: {} }), [["jest", "/at/jest", "jest /at/jest --full /at/jest"]]],
  [
    "no script, but vitest",
    manifest({ devDependencies: { vitest: "5" } }),
    [["vitest", "/at/vitest run", "vitest /at/vitest --full /at/vitest run"]],
  ],
  [
    "a lock file of pnpm",
    { ...manifest({ scripts: { test: "x" } }), "pnpm-lock.yaml": "" },
    [["npm test", "/at/pnpm run test", null]],
  ],
  ["a manifest that is broken", { "package.json": "{" }, []],
  ["a manifest of hostile shape", manifest({ scripts: ["test"], devDependencies: null, dependencies: "x" }), []],
  ["go.mod", { "go.mod": "", "a_test.go": "" }, [["go test", "/at/go test ./...", null]]],
  ["go.mod without tests", { "go.mod": "" }, []],
  ["Cargo.toml", { "Cargo.toml": "" }, [["cargo test", "/at/cargo test", null]]],
  ["pyproject.toml with pytest", { "pyproject.toml": "[tool.pytest.ini_options]\n" }, [pytest()]],
  ["pyproject.toml without it", { "pyproject.toml": "[tool.ruff]\n" }, []],
  ["tox.ini and setup.cfg", { "tox.ini": "[tox]\n", "setup.cfg": "[metadata]\n[tool:pytest]\n" }, [pytest()]],
  ["conftest.py", { "conftest.py": "" }, [pytest()]],
  ["nothing", { "README.md": "" }, []],
])("%s", async (_, files, expected) => {
  expect(await detected(files)).toEqual(expected);
});

/** Before what is installed: that may be a link to the user's checkout. */
function pytest(): readonly string[] {
  const command = "/at/env PYTHONPATH=src:. /at/pytest";
  return ["pytest", command, `pytest ${command} --full ${command}`];
}

it("a project may have several; those whose program is missing are told, and a runner that is missing leaves the full command", async () => {
  const files = { ...manifest({ scripts: { test: "vitest" } }), "pytest.ini": "", "Cargo.toml": "" };
  expect(await detected(files, allExcept("vitest", "pytest", "cargo"))).toEqual([
    ["npm test", npm, null],
    ["pytest", "no pytest"],
    ["cargo test", "no cargo"],
  ]);
  expect(await detected(manifest({ jest: {} }), allExcept("jest"))).toEqual([["jest", "no jest"]]);
  expect(await detected({ ...manifest({ scripts: { test: "x" } }), "pnpm-lock.yaml": "" }, allExcept("pnpm"))).toEqual([
    ["npm test", npm, null],
  ]);
});

it("the quick form is a program of Tutti's own", async () => {
  const [tests] = await detectTests(viewOf({ "pytest.ini": "" }), () => allExcept());
  expect(tests).toMatchObject({
    because: "pytest.ini",
    quick: [
      process.execPath,
      ownProgram("related"),
      "pytest",
      "/at/env",
      "PYTHONPATH=src:.",
      "/at/pytest",
      "--full",
      "/at/env",
      "PYTHONPATH=src:.",
      "/at/pytest",
    ],
  });
  expect(ownProgram("related")).toMatch(/dist\/tools\/related\.js$/);
});

it("of a kind that the top has none of, those of projects below it are run in their folders; of what lies below these, nothing more", async () => {
  const files = {
    "pytest.ini": "",
    "api/pytest.ini": "",
    "web/package.json": JSON.stringify({ jest: {} }),
    "web/app/package.json": JSON.stringify({ jest: {} }),
    "a b/package.json": JSON.stringify({ scripts: { test: "x" } }),
  };
  const view = viewOf(files);
  const from =
    (folder: string): LocateProgram =>
    (name) =>
      Promise.resolve({ kind: "found", argv: [`/${folder}/${name}`], foundBy: "PATH", isIndirect: false });
  const found = await detectTests(view, from, projectsBelow(view).projects);
  expect(
    found.map((tests) => (tests.kind === "usable" ? [tests.name, tests.command, tests.quick === null] : tests)),
  ).toEqual([
    ["npm test (a b)", ["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", "./a b", "/a b/npm", "run", "test"], true],
    ["jest (web)", ["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", "./web", "/web/jest"], true],
    ["pytest", ["//env", "PYTHONPATH=src:.", "//pytest"], false],
  ]);
});

const named = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await detectTests(viewOf(files), () => allExcept(), projectsBelow(viewOf(files)).projects)).map(({ name }) => name);

const runner = JSON.stringify({ devDependencies: { vitest: "5" } });

test.each([
  ["what tests share, beside a configuration below", { "conftest.py": "", "api/pytest.ini": "" }, ["pytest (api)"]],
  ["what tests share, and nothing below", { "tests/conftest.py": "", "api/a.py": "" }, ["pytest"]],
  ["a configuration", { "setup.cfg": "[tool:pytest]\n", "api/pytest.ini": "" }, ["pytest"]],
  [
    "nothing, and tests beside the code below",
    { "svc/setup.py": "", "svc/app.py": "", "svc/tests/conftest.py": "" },
    ["pytest (svc)"],
  ],
  [
    "a runner that is installed for packages below",
    { "package.json": runner, "packages/a/vitest.config.ts": "", "packages/a/package.json": "{}" },
    ["vitest (packages/a)"],
  ],
  ["a runner that is installed for itself", { "package.json": runner, "packages/a/package.json": runner }, ["vitest"]],
])("where the top has %s", async (_, files, names) => {
  expect(await named(files)).toEqual(names);
});

it("more than fifty projects with tests are not run, and that is told once", async () => {
  const files = Object.fromEntries(Array.from({ length: 53 }, (_, at) => [`p${String(at + 10)}/pytest.ini`, ""]));
  const found = await detectTests(viewOf(files), () => allExcept(), projectsBelow(viewOf(files)).projects);
  expect(found).toHaveLength(51);
  expect(found.at(-1)).toEqual({
    kind: "unusable",
    name: "those of p60 and 2 more projects",
    because: "pytest.ini",
    why: "there are more than 50 projects with such tests below the top",
    hint: "Name a command that runs all of them with --test-command",
  });
});

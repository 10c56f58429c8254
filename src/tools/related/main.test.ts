import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { run } from "../../../test/kit/git.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { findProgram } from "../../process/program.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const repository = fileURLToPath(new URL("../../..", import.meta.url));
const full = ["sh", "-c", "echo ALL"];
let folder: string;
beforeEach(() => {
  folder = join(tempFolder(), "tree");
});

interface Ended {
  readonly code: number;
  readonly out: string;
}

/** The program in a process of its own, from its source. `changed`: `null` tells it nothing. */
async function related(
  changed: readonly string[] | string | null,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const list = join(tempFolder(), "changed");
  if (changed !== null)
    writeFileSync(list, typeof changed === "string" ? changed : changed.map((path) => `${path}\0`).join(""));
  const told = changed === null ? {} : { [typeof changed === "string" ? "TUTTI_CHANGED" : "TUTTI_CHANGED_NUL"]: list };
  const end = await run({
    argv: [process.execPath, "--experimental-strip-types", "--no-warnings", main, ...args],
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", ...told, ...env },
    output: { kind: "memory", capBytes: 1_000_000 },
    tree: "group",
  });
  return {
    code: end.how.kind === "exited" ? end.how.code : -1,
    out: `${end.stdout.toString()}${end.stderr.toString()}`,
  };
}

/** Shows what it is started with, one a line. */
const shows = ["sh", "-c", 'printf "%s\\n" "$@"', "runner"];
const started = async (runner: string, changed: readonly string[] | string | null): Promise<string> =>
  (await related(changed, [runner, ...shows, "--full", ...full])).out;

describe("the runner that follows imports itself", () => {
  beforeEach(() =>
    writeFiles(folder, {
      "a.ts": "",
      "-b.ts": "",
      "c d.tsx": "",
      "a.test.ts": "",
      "package.json": "{}",
      "vitest.config.ts": "",
    }),
  );

  it("receives the changed files, with any file name", async () => {
    expect(await started("vitest", ["a.ts", "-b.ts", "c d.tsx"])).toBe(
      "related tests: 3 changed files\nrelated tests: runs the tests that vitest finds related to 3 changed files\nrelated\n--run\n--passWithNoTests\na.ts\n./-b.ts\nc d.tsx\n",
    );
    expect(await started("jest", ["a.ts"])).toMatch(
      /runs the tests that jest finds related to 1 changed file\n--passWithNoTests\n--findRelatedTests\na\.ts\n$/,
    );
  });

  test.each([
    ["a file that no test imports", ["a.ts", "package.json"], /all tests are run: "package\.json" is no module/],
    ["a configuration", ["vitest.config.ts"], /all tests are run/],
    ["a module that is gone", ["gone.ts"], /all tests are run/],
    ["a list that is missing", null, /all tests are run: TUTTI_CHANGED is not set/],
    ["a path in quotes", '"a\\012b.ts"\n', /all tests are run: a changed path is in quotes/],
    [
      "more files than one command takes",
      Array.from({ length: 20_000 }, () => "a.ts"),
      /all tests are run: more files/,
    ],
  ])("is not asked for %s: all tests are run", async (_, changed, said) => {
    expect(await started("vitest", changed)).toMatch(new RegExp(`${said.source}[^]*\\nALL\\n$`));
  });

  test.each([
    ["nothing changed", [], /no test is run: nothing changed\n$/],
    ["only a test was removed", ["gone.test.ts"], /no test is run: only tests were removed\n$/],
  ])("is not started when %s", async (_, changed, said) => {
    const { code, out } = await related(changed, ["vitest", "no-such-program", "--full", ...full]);
    expect([code, out]).toEqual([0, expect.stringMatching(said)]);
  });

  it("reads a list with one path a line as well", async () => {
    expect(await started("vitest", "a.ts\n-b.ts\n")).toMatch(/a\.ts\n\.\/-b\.ts\n$/);
  });
});

it("exits with the exit code of the tests; a runner that can't be started is a failure", async () => {
  writeFiles(folder, { "a.ts": "" });
  expect((await related(["a.ts"], ["vitest", "sh", "-c", "exit 7", "--full", ...full])).code).toBe(7);
  expect(await related(["a.ts"], ["vitest", "no-such-program", "--full", ...full])).toEqual({
    code: 1,
    out: expect.stringContaining("no-such-program") as string,
  });
  expect((await related(["a.ts"], ["mocha", "x"])).code).toBe(2);
  expect((await related(["b.py"], ["pytest", "sh", "-c", "exit 5", "--full", ...full])).code).toBe(0);
});

it("the real vitest runs the tests that import what changed, and only these", async () => {
  const test = (name: string, of: string): string =>
    `import { writeFileSync } from "node:fs";\nimport { expect, it } from "vitest";\nimport { value } from "./${of}.js";\nit("x", () => { writeFileSync("ran-${name}", ""); expect(value).toBe(1); });\n`;
  writeFiles(folder, {
    "package.json": '{ "type": "module" }',
    "base.js": "export const value = 1;\n",
    "a.js": 'export { value } from "./base.js";\n',
    "b.js": "export const value = 2;\n",
    "a.test.js": test("a", "a"),
    "b.test.js": test("b", "b"),
  });
  symlinkSync(join(repository, "node_modules"), join(folder, "..", "node_modules"));
  const vitest = join(repository, "node_modules/.bin/vitest");
  const good = await related(["base.js"], ["vitest", vitest, "--full", ...full]);
  expect([good.code, existsSync(join(folder, "ran-a")), existsSync(join(folder, "ran-b"))], good.out).toEqual([
    0,
    true,
    false,
  ]);
  expect((await related(["b.js"], ["vitest", vitest, "--full", ...full])).code).toBe(1);
});

const pytest = findProgram("python3", process.env["PATH"], "/");
const hasPytest =
  pytest.kind === "found" &&
  (
    await run({
      argv: [pytest.file, "-c", "import pytest"],
      cwd: "/",
      env: { PATH: process.env["PATH"] ?? "" },
      output: { kind: "memory", capBytes: 1000 },
      tree: "group",
    })
  ).how;

it.skipIf(hasPytest === false || hasPytest.kind !== "exited" || hasPytest.code !== 0)(
  "the real pytest runs the test files that reach what changed, with the checkout's own code",
  async () => {
    const elsewhere = tempFolder();
    writeFiles(elsewhere, { "shop/__init__.py": "", "shop/money.py": "value = 'installed'\n" });
    writeFiles(folder, {
      "pytest.ini": "[pytest]\n",
      "src/shop/__init__.py": "",
      "src/shop/money.py": "value = 'here'\n",
      "tests/test_money.py":
        "from shop.money import value\ndef test_it():\n    open('ran-money', 'w')\n    assert value == 'here'\n",
      "tests/test_other.py": "def test_it():\n    open('ran-other', 'w')\n",
    });
    const command = ["env", `PYTHONPATH=src:.${delimiter}${elsewhere}`, "python3", "-m", "pytest", "-q"];
    const end = await related(["src/shop/money.py"], ["pytest", ...command, "--full", ...full]);
    expect([end.code, existsSync(join(folder, "ran-money")), existsSync(join(folder, "ran-other"))], end.out).toEqual([
      0,
      true,
      false,
    ]);
    expect(end.out).toContain("related tests: runs 1 of 2 test files, by their imports");
  },
);

import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../../test/kit/folders.ts";
import { run } from "../../../../../test/kit/processes.ts";
import { writeFiles } from "../../../../../test/kit/repository.ts";
import { makeInstall } from "./install.ts";

const lock = (version: string): string =>
  JSON.stringify({
    packages: { "node_modules/a": { version }, "node_modules/b": { version, hasInstallScript: true } },
  });

let root: string;
const found = [{ path: "node_modules", kind: "node" as const }];
const place = (name: string) => ({ top: join(root, "top"), folder: join(root, name) });

beforeEach(() => {
  root = tempFolder();
  const notes = { "top/node_modules/.package-lock.json": lock("1.0.0"), "top/package-lock.json": lock("1.0.0") };
  writeFiles(root, notes);
  for (const context of ["one", "two"])
    writeFiles(root, { [`${context}/package-lock.json`]: lock("2.0.0"), [`${context}/web/x.txt`]: "" });
});

/** An npm that notes each call, and installs as far as it gets. */
function installing(script: string, mode: "auto" | "offline" | "never" = "auto") {
  writeFiles(root, { "bin/npm": `#!/bin/sh\necho "$@" >>${join(root, "calls")}\n${script}\n` });
  chmodSync(join(root, "bin/npm"), 0o755);
  const environment = { PATH: `${join(root, "bin")}:/usr/bin:/bin` };
  return makeInstall({ run, environment, mode: () => mode, timeoutMs: () => 20_000 }, join(root, "layers"));
}

const works = "mkdir -p node_modules/a web/node_modules/c; echo 2 >node_modules/a/index.js";
const calls = (): readonly string[] => readFileSync(join(root, "calls"), "utf8").trim().split("\n");

describe.each([
  { lock: "poetry.lock", program: "poetry", path: ".venv", argv: "install --no-root --no-interaction" },
  {
    lock: "requirements.txt",
    program: "uv",
    path: ".venv",
    argv: "pip install --python .venv/bin/python --only-binary :all: -r requirements.txt",
  },
  { lock: "Gemfile.lock", program: "bundle", path: "vendor/bundle", argv: "install" },
])("a context with another $lock", ({ lock: name, program, path, argv }) => {
  const kind = program === "bundle" ? "ruby" : "python";

  it("gets a copy of the checkout's packages with what it asks for on top; the checkout's stay", async () => {
    writeFiles(root, { [`top/${name}`]: "1", [`one/${name}`]: "2", [`top/${path}/tool/x`]: "old\n" });
    writeFiles(root, { [`top/${path}/bin/run`]: `#!${join(root, "top", path, "bin/python")}\n` });
    writeFiles(root, {
      [`bin/${program}`]: `#!/bin/sh\necho "$@" >${join(root, "calls")}\necho new >${path}/tool/x\n`,
    });
    chmodSync(join(root, "bin", program), 0o755);
    const environment = { PATH: `${join(root, "bin")}:/usr/bin:/bin` };
    const install = makeInstall(
      { run, environment, mode: () => "auto", timeoutMs: () => 20_000 },
      join(root, "layers"),
    );
    const { folders, problems } = await install(place("one"), [{ path, kind }]);
    expect([problems, calls()]).toEqual([[], [argv]]);
    expect(folders.map(({ path: at }) => at)).toEqual([path]);
    const read = (folder: string, file: string): string => readFileSync(join(folder, file), "utf8");
    expect(read(folders[0]?.from ?? "", "tool/x")).toBe("new\n");
    if (kind === "python") expect(read(folders[0]?.from ?? "", "bin/run")).toContain(join(root, "one", path));
    expect(read(join(root, "top", path), "tool/x")).toBe("old\n");
    expect(existsSync(join(root, "one", path))).toBe(false);
  });
});

describe("a context with another lock file than the checkout's packages were installed from", () => {
  it("gets packages of its own, installed once for all that have it, without scripts, and stays as it was", async () => {
    const install = installing(works);
    const [one, two] = await Promise.all([install(place("one"), found), install(place("two"), found)]);
    expect(calls()).toEqual(["ci --ignore-scripts --no-audit --no-fund --prefer-offline"]);
    expect(one.folders.map(({ path, installedBy }) => `${path} by ${installedBy}`)).toEqual([
      "node_modules by npm ci",
      "web/node_modules by npm ci",
    ]);
    expect(two).toEqual(one);
    expect(readFileSync(join(one.folders[0]?.from ?? "", "a/index.js"), "utf8")).toBe("2\n");
    expect(one.problems).toEqual(["install scripts of b were not run; a command of prepare can run them"]);
    expect(["node_modules", "web/node_modules"].map((path) => existsSync(join(root, "one", path)))).toEqual([
      false,
      false,
    ]);
  });

  it("finds them after a restart", async () => {
    await installing(works)(place("one"), found);
    await installing(works)(place("two"), found);
    expect(calls()).toHaveLength(1);
  });

  it.each([
    {
      what: "fails",
      script: "mkdir -p node_modules/a; echo no such version >&2; exit 1",
      mode: "auto",
      why: "npm ci: no such version",
    },
    { what: "installs nothing", script: "true", mode: "auto", why: "npm ci installed nothing" },
    { what: "is not allowed", script: works, mode: "never", why: "prepare.install is never" },
  ] as const)("is told that it has the checkout's where the install $what", async ({ script, mode, why }) => {
    const { folders, problems } = await installing(script, mode)(place("one"), found);
    expect([folders, problems]).toEqual([
      [],
      [
        `node_modules in contexts is the checkout's, which was not installed from the package-lock.json of their commit: ${why}`,
      ],
    ]);
    expect(existsSync(join(root, "one/node_modules"))).toBe(false);
  });

  it("is told so as well where the tool is missing, and where it can't install offline", async () => {
    const environment = { PATH: join(root, "nowhere") };
    const install = makeInstall({ run, environment, mode: () => "auto", timeoutMs: () => 1 }, join(root, "layers"));
    expect((await install(place("one"), found)).problems[0]).toMatch(/: npm is not installed$/);
    writeFiles(root, { "top/api/poetry.lock": "1", "one/api/poetry.lock": "2" });
    const python = [{ path: "api/.venv", kind: "python" as const }];
    writeFiles(root, { "top/api/.venv/pyvenv.cfg": "" });
    expect((await install(place("one"), python)).problems[0]).toMatch(/^api\/\.venv in contexts .*: poetry is not/);
    const offline = makeInstall({ run, environment, mode: () => "offline", timeoutMs: () => 1 }, join(root, "layers"));
    expect((await offline(place("one"), python)).problems[0]).toMatch(/: nothing installs from poetry\.lock offline$/);
  });

  it("installs nothing where they match, also offline", async () => {
    writeFiles(root, { "one/package-lock.json": lock("1.0.0") });
    expect(await installing(works)(place("one"), found)).toEqual({ folders: [], problems: [] });
    expect(existsSync(join(root, "calls"))).toBe(false);
    await installing(works, "offline")(place("two"), found);
    expect(calls()[0]).toMatch(/--offline$/);
  });
});

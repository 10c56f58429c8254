import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./child.mjs";
import { npmCommand } from "./install.mjs";

/**
 * A quality tool that was found to run. `argv` stands before the tool's own arguments.
 *
 * @typedef {{ tool: string, version: string, from: string, argv: [string, ...string[]], env: Record<string, string> }} InstalledTool
 * @typedef {{ root: string, node: string, env: NodeJS.ProcessEnv, say: (line: string) => void }} Order
 * @typedef {Omit<InstalledTool, "version"> & { ask?: string[] }} Candidate `ask`: what makes it say its version
 */

/** Where the tests look for what was installed; git does not see it, and nothing of the system is changed. */
function toolsFolder(/** @type {string} */ root) {
  return join(root, ".tmp", "tools");
}

const pythonTools = ["ruff", "mypy", "pylint", "flake8", "bandit", "pytest"];
const debianPackages = [
  "mypy",
  "pylint",
  "flake8",
  "python3-flake8-2020",
  "bandit",
  "python3-pytest",
  "shellcheck",
  "golang-go",
];
export const checkedTools = [...pythonTools, "pyright", "shellcheck", "golangci-lint", "go-vet", "clippy"];

/**
 * Real quality tools, from wherever this machine gets programs: pip, npm, the packages of Debian. Two versions of one are better than one.
 *
 * @param {Order} order
 * @returns {Promise<{ installed: InstalledTool[], missing: { tool: string, why: string }[] }>}
 */
export async function installTools(order) {
  const folder = toolsFolder(order.root);
  mkdirSync(folder, { recursive: true });
  /** @type {Map<string, string>} */
  const trouble = new Map();
  const candidates = [
    ...(await byPip(order, trouble)),
    ...(await byNpm(order, trouble)),
    ...(await byApt(order, trouble)),
    ...onPath(folder),
  ];
  /** @type {InstalledTool[]} */
  const installed = [];
  for (const { ask = ["--version"], ...candidate } of candidates) {
    // The user's own is asked only where there is no other: its version is anything.
    if (candidate.from === "PATH" && installed.some(({ tool }) => tool === candidate.tool)) continue;
    const { code, output } = await runQuietly([...candidate.argv, ...ask], {
      cwd: folder,
      env: { ...order.env, ...candidate.env },
    });
    const version = code === 0 ? /\d+\.\d+(?:\.\d+)?/.exec(output)?.[0] : undefined;
    if (version === undefined)
      trouble.set(`${candidate.tool} of ${candidate.from}`, output.trim().split("\n").at(-1) ?? "");
    else if (!installed.some((other) => other.tool === candidate.tool && other.version === version))
      installed.push({ ...candidate, version });
  }
  const whys = [...trouble].map(([what, why]) => `${what}: ${why}`);
  const missing = checkedTools
    .filter((tool) => !installed.some((one) => one.tool === tool))
    .map((tool) => ({
      tool,
      why:
        whys.filter((why) => why.includes(tool)).join("; ") || "it is not on PATH, and there is no package of it here",
    }));
  writeFileSync(join(folder, "installed.json"), `${JSON.stringify({ installed, missing }, null, 2)}\n`);
  return { installed, missing };
}

/**
 * @param {Order} order
 * @param {Map<string, string>} trouble
 * @returns {Promise<Candidate[]>}
 */
async function byPip({ root, env, say }, trouble) {
  const folder = join(toolsFolder(root), "pip");
  const python = join(folder, "bin", "python");
  if (!existsSync(python)) {
    const made = await runQuietly(["python3", "-m", "venv", folder], { cwd: root, env });
    if (made.code !== 0) trouble.set("pip", made.output.trim());
  }
  if (!existsSync(python)) return [];
  for (const tool of pythonTools.filter((name) => !existsSync(join(folder, "bin", name)))) {
    say(`installing ${tool} with pip …`);
    // One by one: that one is not to be had says nothing of the others.
    const argv = /** @type {const} */ ([
      python,
      "-m",
      "pip",
      "--retries",
      "0",
      "--timeout",
      "15",
      "install",
      "--quiet",
      "--disable-pip-version-check",
      tool,
    ]);
    const { code, output } = await runQuietly(argv, { cwd: root, env });
    if (code !== 0) trouble.set(`pip install ${tool}`, output.trim().split("\n").at(-1) ?? "");
  }
  return pythonTools
    .filter((tool) => existsSync(join(folder, "bin", tool)))
    .map((tool) => ({ tool, from: "pip", argv: [join(folder, "bin", tool)], env: {} }));
}

/**
 * @param {Order} order
 * @param {Map<string, string>} trouble
 * @returns {Promise<Candidate[]>}
 */
async function byNpm({ root, node, env, say }, trouble) {
  const folder = join(toolsFolder(root), "npm");
  const program = join(folder, "node_modules", ".bin", "pyright");
  if (!existsSync(program)) {
    say("installing pyright with npm …");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--omit=optional"];
    const { code, output } = await runQuietly([...npmCommand(node), "install", ...flags, "pyright"], {
      cwd: folder,
      env,
    });
    if (code !== 0) trouble.set("npm install pyright", output.trim().split("\n").at(-1) ?? "");
  }
  return existsSync(program) ? [{ tool: "pyright", from: "npm", argv: [program], env: {} }] : [];
}

/**
 * Packages are fetched and unpacked, never installed: that needs no rights, and leaves the system as it is.
 *
 * @param {Order} order
 * @param {Map<string, string>} trouble
 * @returns {Promise<Candidate[]>}
 */
async function byApt({ root, env, say }, trouble) {
  const folder = join(toolsFolder(root), "apt");
  const tree = join(folder, "tree");
  if (!existsSync(tree)) {
    say("fetching mypy, pylint, flake8, bandit, pytest, shellcheck and Go with apt-get …");
    const why = await fetchPackages(folder, env);
    if (why !== null) {
      trouble.set(`apt-get (${debianPackages.join(", ")})`, why);
      return [];
    }
  }
  const packages = { PYTHONPATH: join(tree, "usr", "lib", "python3", "dist-packages") };
  const own = ["mypy", "pylint", "flake8", "bandit", "pytest"];
  const go = readdirSync(join(tree, "usr", "lib")).find((name) => /^go-\d/.test(name)) ?? "go";
  const goRoot = join(tree, "usr", "lib", go);
  const goEnv = {
    GOROOT: goRoot,
    GOCACHE: join(folder, "go-cache"),
    GOPATH: join(folder, "go"),
    GOFLAGS: "",
    GOTOOLCHAIN: "local",
  };
  return [
    // What Debian has compiled is for its own Python.
    ...own.map(
      (tool) => /** @type {Candidate} */ ({ tool, from: "apt", argv: ["/usr/bin/python3", "-m", tool], env: packages }),
    ),
    { tool: "shellcheck", from: "apt", argv: [join(tree, "usr", "bin", "shellcheck")], env: {} },
    { tool: "go-vet", from: "apt", argv: [join(goRoot, "bin", "go")], env: goEnv, ask: ["version"] },
  ];
}

/** @returns {Promise<string | null>} what went wrong */
async function fetchPackages(/** @type {string} */ folder, /** @type {NodeJS.ProcessEnv} */ env) {
  for (const part of ["lists/partial", "archives/partial", "new"]) mkdirSync(join(folder, part), { recursive: true });
  const apt = [
    "-o",
    `Dir::State::lists=${join(folder, "lists")}`,
    "-o",
    `Dir::Cache::archives=${join(folder, "archives")}`,
    "-o",
    "Debug::NoLocking=1",
  ];
  const install = ["--yes", "--no-install-recommends", "--download-only", "install", ...debianPackages];
  for (const args of [["update"], install]) {
    const { code, output } = await runQuietly(["apt-get", ...apt, ...args], { cwd: folder, env });
    if (code !== 0) return output.trim().split("\n").at(-1) ?? "";
  }
  for (const name of readdirSync(join(folder, "archives")).filter((file) => file.endsWith(".deb"))) {
    const { code, output } = await runQuietly(["dpkg", "-x", join(folder, "archives", name), join(folder, "new")], {
      cwd: folder,
      env,
    });
    if (code !== 0) return output.trim();
  }
  const moved = await runQuietly(["mv", join(folder, "new"), join(folder, "tree")], { cwd: folder, env });
  for (const part of ["lists", "archives"]) rmSync(join(folder, part), { recursive: true, force: true });
  return moved.code === 0 ? null : moved.output.trim();
}

/** @returns {Candidate[]} */
function onPath(/** @type {string} */ folder) {
  const plain = [...pythonTools, "pyright", "shellcheck", "golangci-lint"].map(
    (tool) => /** @type {Candidate} */ ({ tool, from: "PATH", argv: [tool], env: {} }),
  );
  const go = { GOCACHE: join(folder, "go-cache"), GOFLAGS: "" };
  return [
    ...plain,
    { tool: "go-vet", from: "PATH", argv: ["go"], env: go, ask: ["version"] },
    { tool: "clippy", from: "PATH", argv: ["cargo"], env: {}, ask: ["clippy", "--version"] },
  ];
}

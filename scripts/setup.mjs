// What `npm run …` calls. Plain JavaScript for Node 18 and later, with no dependency: it runs before there are any.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import passing from "../bin/pass-on.js";
import { installAgents } from "./agents-install.mjs";
import { testAgents } from "./agents-test.mjs";
import { runQuietly, environmentFor } from "./child.mjs";
import { chooseNode, tooOld } from "./choose-node.mjs";
import { isBuilt } from "./fingerprint.mjs";
import { installFolder, isInstalled } from "./install.mjs";
import { runQuick } from "./quick.mjs";
import { runTests } from "./test.mjs";
import { testTools } from "./tools-test.mjs";
import { inTurn } from "./turn.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [task = "setup", ...args] = process.argv.slice(2);

/** @typedef {{ path: string, version: string }} Node */

/** @type {Record<string, (node: Node) => unknown>} */
const afterwards = {
  setup: () => undefined,
  build: () => undefined,
  demo: (node) => goOn(node, ["bin/tutti", "demo"]),
  prove: (node) => goOn(node, ["dist/prove.js"]),
  bench: (node) => goOn(node, ["dist/bench.js"]),
  docs: (node) => goOn(node, ["--experimental-strip-types", "--no-warnings", "scripts/docs.mjs"]),
  conformance: (node) => goOn(node, ["dist/conformance.js"]),
  test: async (node) => {
    process.exitCode = await runTests({ root, node: node.path, env: environmentFor(root, node.path), args });
  },
  "test:quick": async (node) => {
    process.exitCode = await runQuick({ root, node: node.path, env: environmentFor(root, node.path), args });
  },
  shape: (node) => goOn(node, ["scripts/shape.mjs"]),
  "agents:install": (node) => installAgents({ root, node: node.path, env: environmentFor(root, node.path), say }),
  "test:agents": async (node) => {
    const env = environmentFor(root, node.path);
    await installAgents({ root, node: node.path, env, say });
    process.exitCode = await testAgents({ root, node: node.path, env, args });
  },
  "test:tools": async (node) => {
    process.exitCode = await testTools({ root, node: node.path, env: environmentFor(root, node.path), args, say });
  },
};

await main();

async function main() {
  const follow = afterwards[task];
  if (follow === undefined) return fail(`unknown task "${task}"; there are: ${Object.keys(afterwards).join(", ")}`, 2);
  try {
    const node = await requireNode();
    await prepare(node);
    await follow(node);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), 1);
  }
}

/** @returns {Promise<Node>} */
async function requireNode() {
  const { version, execPath, platform, arch } = process;
  const pinned = Object.keys(
    JSON.parse(readFileSync(join(root, "runtime", "package.json"), "utf8")).optionalDependencies,
  );
  const choice = chooseNode({ root, version: process.versions.node, execPath, platform, arch, pinned });
  if (choice.kind === "none") throw new Error(choice.message);
  if (choice.kind === "running") return { path: choice.path, version };

  const folder = join(root, "runtime");
  await unless(
    () => isInstalled(folder, "pinned"),
    async () => {
      say("installing the pinned Node …");
      const installed = await installFolder({ folder, node: execPath, nodeVersion: "pinned", env: process.env });
      if (!installed.done)
        throw new Error(
          `${installed.output}\n${tooOld({ root, version, execPath }, "the pinned one could not be installed")}`,
        );
    },
  );
  // npm leaves out an optional package that it could not fetch, and says nothing.
  const answer = await runQuietly([choice.path, "--version"], { cwd: root, env: process.env });
  if (answer.code !== 0)
    throw new Error(tooOld({ root, version, execPath }, `the pinned one does not run: ${answer.output.trim()}`));
  return { path: choice.path, version: answer.output.trim() };
}

/** Dependencies and build, each only when it is not what the sources ask for. */
async function prepare(/** @type {Node} */ node) {
  const env = environmentFor(root, node.path);
  await unless(
    () => isInstalled(root, node.version),
    async () => {
      say("installing dependencies …");
      const installed = await installFolder({ folder: root, node: node.path, nodeVersion: node.version, env });
      if (!installed.done) throw new Error(`${installed.output}\nThe dependencies could not be installed.`);
    },
  );
  // The tools are asked by tests that need nothing that is built.
  if (task === "setup" || task === "test:tools" || task === "shape") return;
  await unless(
    () => isBuilt(root),
    async () => {
      say("building …");
      const { code, output } = await runQuietly([node.path, "scripts/build.mjs"], { cwd: root, env });
      process.stderr.write(output);
      if (code !== 0) throw new Error("The build failed.");
    },
  );
}

/** Looks again once it is our turn: the last process may have done the same. */
async function unless(/** @type {() => boolean} */ isDone, /** @type {() => Promise<void>} */ work) {
  if (isDone()) return;
  await inTurn(join(root, ".tmp", "setup.lock"), async () => (isDone() ? undefined : work()), say);
}

function goOn(/** @type {Node} */ node, /** @type {string[]} */ command) {
  passing.passOn(node.path, [...command, ...args], { cwd: root, env: environmentFor(root, node.path) });
}

// Not to stdout, which belongs to what is run: it may print JSON there.
function say(/** @type {string} */ line) {
  process.stderr.write(`tutti: ${line}\n`);
}

function fail(/** @type {string} */ message, /** @type {number} */ code) {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startNode, type Started } from "./program.ts";
import { repository, treeOf } from "./tree.ts";

export const platformPackage = `node-${process.platform}-${process.arch}`;

export interface Clone {
  readonly root: string;
  /** The calls of npm so far, one line each, after the folder of the call. */
  readonly installs: () => readonly string[];
  readonly start: (args: readonly string[], env?: NodeJS.ProcessEnv) => Started;
}

/** A fresh clone of a tiny product with this repository's own scripts, and a stand-in for npm that needs no network. */
export function freshClone(files: Readonly<Record<string, string>> = {}): Clone {
  const root = treeOf({ ...product, "npm-cli.cjs": standInForNpm, ...files }, { copy: ["bin", "scripts"] });
  const log = join(root, "npm.log");
  const own = { npm_execpath: join(root, "npm-cli.cjs"), NPM_LOG: log };
  return {
    root,
    installs: () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []),
    start: (args, env = {}) =>
      startNode([join(root, "scripts", "setup.mjs"), ...args], { cwd: "/", env: { ...own, ...env } }),
  };
}

const product = {
  "package.json": '{"type":"module"}',
  "package-lock.json": "{}",
  "tsconfig.json": "{}",
  "runtime/package.json": JSON.stringify({ optionalDependencies: { [platformPackage]: "24.21.0" } }),
  "runtime/package-lock.json": "{}",
  "src/cli/main.ts": 'const text: string = process.argv.slice(2).join();\nconsole.log("tutti", text);\n',
  "src/library.ts": "export const answer: number = 42;\n",
  "src/bridges/acp/main.ts": "",
  "src/bridges/http/main.ts": "",
  "src/dashboard/index.html": '<!doctype html><script type="module" src="./main.tsx"></script>',
  "src/dashboard/main.tsx": 'console.log("a page");\n',
  "src/tools/related/main.ts": "",
  "src/tools/autofix/main.ts": "",
  "src/tools/rule-docs/main.ts": "",
  "src/landing/merge/worker/main.ts": "",
  "src/isolation/thread/main.ts": "",
  "prove/run.ts": 'console.log("proved", process.argv.slice(2).join());\nprocess.exitCode = 3;\n',
  "bench/run.ts": "",
  "prove/conformance/run.ts": "",
};

/** NPM_FAILS: it fails. NPM_HOLDS: it waits for that file. PINNED_NODE: what the pinned Node is to be. */
const standInForNpm = `
const { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } = require("node:fs");
const { basename } = require("node:path");
const { NPM_LOG, NPM_FAILS, NPM_HOLDS, PINNED_NODE } = process.env;
const folder = basename(process.cwd()) === "runtime" ? "runtime" : "main";
appendFileSync(NPM_LOG, folder + " " + process.argv.slice(2).join(" ") + "\\n");
if (NPM_HOLDS) {
  console.error("holding");
  while (!existsSync(NPM_HOLDS)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}
rmSync("node_modules", { recursive: true, force: true });
if (NPM_FAILS) {
  console.error("npm could not reach the registry");
  process.exit(1);
}
mkdirSync("node_modules");
if (folder === "runtime" && PINNED_NODE) {
  mkdirSync("node_modules/${platformPackage}/bin", { recursive: true });
  writeFileSync("node_modules/${platformPackage}/bin/node", PINNED_NODE, { mode: 0o755 });
}
if (folder === "main") {
  mkdirSync("node_modules/@vscode");
  for (const name of ["rolldown", "typescript", "vite", "@vscode/tree-sitter-wasm"]) symlinkSync(${JSON.stringify(`${repository}/node_modules/`)} + name, "node_modules/" + name);
}
`;

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runQuietly } from "./child.mjs";

/**
 * Whether the folder's dependencies are the ones its lock file names. The stamp lies in node_modules, which `npm ci`
 * empties first: an installation that was cut off has none.
 */
export function isInstalled(/** @type {string} */ folder, /** @type {string} */ nodeVersion) {
  const stamp = stampPath(folder);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === stampFor(folder, nodeVersion);
}

/**
 * @param {{ folder: string, node: string, nodeVersion: string, env: NodeJS.ProcessEnv }} order
 * @returns {Promise<{ done: true } | { done: false, output: string }>}
 */
export async function installFolder({ folder, node, nodeVersion, env }) {
  // Install scripts stay off: nothing here needs one, and they would run strangers' code. `--include` overrides
  // NODE_ENV=production and an `omit` in the user's settings, without which there is nothing to build and test with.
  const flags = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--include=dev", "--include=optional"];
  const { code, output } = await runQuietly([...npmCommand(node), ...flags], { cwd: folder, env });
  if (code !== 0) return { done: false, output };
  writeFileSync(stampPath(folder), stampFor(folder, nodeVersion));
  return { done: true };
}

/**
 * The npm that started us, on the chosen Node. Other package managers set the same variable to themselves.
 *
 * @param {string} node
 * @returns {[string, ...string[]]}
 */
export function npmCommand(node) {
  const running = process.env.npm_execpath;
  const isNpm = running !== undefined && /^npm.*\.c?js$/.test(basename(running)) && existsSync(running);
  return isNpm ? [node, running] : ["npm"];
}

function stampPath(/** @type {string} */ folder) {
  return join(folder, "node_modules", ".tutti-lock");
}

function stampFor(/** @type {string} */ folder, /** @type {string} */ nodeVersion) {
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  return `${lock} node ${nodeVersion.replace(/^v/, "").split(".")[0]} ${process.platform}-${process.arch}\n`;
}

import { join } from "node:path";
import runtime from "../bin/runtime.js";

/**
 * Which Node the rest of the work runs on. Decides only; installing what it names is another matter.
 *
 * @param {{ root: string, version: string, execPath: string, platform: string, arch: string, pinned: readonly string[] }} found
 *   `pinned`: the platform packages that runtime/package.json names.
 * @returns {{ kind: "running", path: string } | { kind: "pinned", path: string } | { kind: "none", message: string }}
 */
export function chooseNode(found) {
  if (runtime.isNewEnough(found.version)) return { kind: "running", path: found.execPath };
  if (found.pinned.includes(`node-${found.platform}-${found.arch}`))
    return { kind: "pinned", path: runtime.pinnedNode(found.root, found) };
  return { kind: "none", message: tooOld(found, `there is no pinned Node for ${found.platform}-${found.arch}`) };
}

/**
 * @param {{ root: string, version: string, execPath: string }} found
 * @param {string} why the pinned one can't be used
 */
export function tooOld(found, why) {
  return [
    `Tutti needs Node ${runtime.oldestNode} or newer.`,
    `Found: ${found.version.replace(/^v/, "")} (${found.execPath}), and ${why}.`,
    `To go on: put a newer Node first on your PATH (https://nodejs.org, or \`nvm install 24\`),`,
    `or make the pinned one installable: npm ci --prefix ${JSON.stringify(join(found.root, "runtime"))}`,
  ].join("\n");
}

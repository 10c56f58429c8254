import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of what was inlined into the bundle; most of them ask to be passed on with it.
 *
 * @param {string} root
 * @param {readonly string[]} inputs paths of the bundled files, relative to the root
 */
export function notices(root, inputs) {
  const packages = new Set(
    inputs.map((input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter((path) => path !== undefined),
  );
  return [...packages]
    .sort()
    .map((path) => noticeOf(join(root, path)))
    .join("\n");
}

function noticeOf(/** @type {string} */ folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file !== undefined && existsSync(join(folder, file))
      ? readFileSync(join(folder, file), "utf8").trim()
      : `Licence: ${license}`;
  return `${name} ${version}\n\n${text}\n${"-".repeat(72)}\n`;
}

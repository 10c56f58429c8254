import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const inputs = [
  "src",
  "packages",
  "prove",
  "bench",
  ...["browser", "build", "declarations", "fingerprint", "notices", "params"].map((name) => `scripts/${name}.mjs`),
  "tsconfig.json",
  "package-lock.json",
];

/**
 * A name for the content of everything the build reads. Content and not times: a fresh clone or a touched file must not
 * confuse it.
 */
export function buildFingerprint(/** @type {string} */ root) {
  const hash = createHash("sha256");
  for (const path of inputs.flatMap((input) => filesIn(root, input))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @returns {string[]} */
function filesIn(/** @type {string} */ root, /** @type {string} */ path) {
  const names = foldersEntries(join(root, path));
  if (names === undefined) return existsSync(join(root, path)) ? [path] : [];
  return names
    .filter((name) => !name.endsWith(".test.ts") && !name.endsWith(".md") && name !== "node_modules")
    .sort()
    .flatMap((name) => filesIn(root, `${path}/${name}`));
}

function foldersEntries(/** @type {string} */ path) {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}

export function isBuilt(/** @type {string} */ root) {
  const stamp = join(root, "dist", ".fingerprint");
  return existsSync(stamp) && readFileSync(stamp, "utf8") === buildFingerprint(root);
}

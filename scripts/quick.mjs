import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { runLoudly, runQuietly } from "./child.mjs";
import { lint, types } from "./test.mjs";

/**
 * `npm run test:quick [COMMIT]`: the tests near a change, in less than a minute. A change is what differs from the commit
 * (HEAD, or its parent when nothing is uncommitted). `npm test` is the whole.
 *
 * @param {{ root: string, node: string, env: NodeJS.ProcessEnv, args: readonly string[] }} order
 * @returns {Promise<number>} the exit code
 */
export async function runQuick({ root, node, env, args }) {
  const place = { cwd: root, env };
  const changed = await changedFiles(place, args[0]);
  const code = changed.filter((path) => /\.(?:ts|mjs|js)$/.test(path));
  if (code.length === 0) {
    process.stdout.write("no source file changed\n");
    return 0;
  }
  const checks = [
    { name: "types", argv: types },
    { name: "lint", argv: [...lint, ...code] },
    { name: "format", argv: ["node_modules/.bin/biome", "format", "--no-errors-on-unmatched", ...code] },
  ].map(async ({ name, argv }) => ({ name, ...(await runQuietly([node, ...argv], place)) }));
  const tests = testsNear(root, code);
  const vitest = ["node_modules/.bin/vitest", "run", "--configLoader=runner", ...tests];
  const tested = tests.length === 0 ? 0 : await runLoudly([node, ...vitest], place);
  const failed = (await Promise.all(checks)).filter((check) => check.code !== 0);
  for (const { name, output } of failed) process.stdout.write(`FAILED ${name}\n${output}\n`);
  const files = tests.length === 1 ? "1 test file" : `${tests.length} test files`;
  process.stdout.write(`${files} near ${code.length} changed files; \`npm test\` runs all\n`);
  return failed.length > 0 || tested !== 0 ? 1 : 0;
}

/**
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} place
 * @param {string | undefined} from
 */
async function changedFiles(place, from) {
  const ask = async (/** @type {string[]} */ ...args) =>
    (await runQuietly(["git", ...args], place)).output.split("\n").filter((line) => line !== "");
  const since = (/** @type {string} */ commit) => ask("diff", "--name-only", "--diff-filter=d", commit, "--");
  const untracked = await ask("ls-files", "--others", "--exclude-standard");
  const found = [...(await since(from ?? "HEAD")), ...untracked];
  const changed = found.length === 0 && from === undefined ? await since("HEAD~1") : found;
  return changed.filter((path) => existsSync(join(place.cwd, path)));
}

/**
 * Changed tests, tests in the folder of a changed file, and tests that import one.
 *
 * @param {string} root
 * @param {readonly string[]} changed
 */
function testsNear(root, changed) {
  const folders = new Set(changed.filter((path) => path.startsWith("src/")).map((path) => dirname(path)));
  return ["src", "test", "prove", "bench", "packages"]
    .flatMap((top) => testsBelow(root, top))
    .filter((test) => changed.includes(test) || folders.has(dirname(test)) || importsOneOf(root, test, changed));
}

/** @param {string} root @param {string} top */
function testsBelow(root, top) {
  if (!existsSync(join(root, top))) return [];
  return readdirSync(join(root, top), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
    .map((path) => join(top, path));
}

/** @param {string} root @param {string} test @param {readonly string[]} changed */
function importsOneOf(root, test, changed) {
  const text = readFileSync(join(root, test), "utf8");
  return changed.some(
    (path) =>
      text.includes(`/${basename(path)}"`) &&
      [...text.matchAll(/from "(\.[^"]+)"/g)].some(([, to = ""]) => join(dirname(test), to) === path),
  );
}

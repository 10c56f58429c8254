import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { runLoudly, runQuietly } from "./child.mjs";

// TypeScript 7 checks in a third of the time. dependency-cruiser and the declarations need the interface of 6. One
// checker does half the work of four, which each work out the types that they share; lint has the other core.
const typescript = ["node_modules/typescript-native/bin/tsc", "--noEmit", "--checkers", "1", "-p"];
export const types = [...typescript, "."];

export const lint = [
  "node_modules/.bin/oxlint",
  "-c",
  "oxlint.config.mjs",
  "--type-aware",
  "--report-unused-disable-directives",
];

/** Cheapest first; each is a program of node_modules/.bin or of this folder. */
const checks = [
  { name: "types", argv: types },
  { name: "page types", argv: [...typescript, "src/dashboard"] },
  { name: "script types", argv: [...typescript, "scripts"] },
  { name: "lint", argv: [...lint, "."] },
  { name: "format", argv: ["node_modules/.bin/biome", "format", "."] },
  { name: "walls", argv: ["scripts/walls.mjs"] },
  { name: "dead code", argv: ["node_modules/.bin/knip", "--no-progress"] },
];

/**
 * Stops at the first check that fails. The last line is always "N passed, N failed", for programs that read it.
 *
 * @param {{ root: string, node: string, env: NodeJS.ProcessEnv, args: readonly string[] }} order `args`: for vitest
 * @returns {Promise<number>} the exit code
 */
export async function runTests({ root, node, env, args }) {
  const place = { cwd: root, env };
  const failed = new AbortController();
  // Types and lint are Go programs, which collect garbage for a fifth of their time unless they may hold more of it.
  const results = startChecks(node, { ...place, env: { GOGC: "200", ...env } }, failed);
  const [first, ...others] = checks.map(({ name }) => name);
  // What does not compile is not worth testing; the other checks leave a core idle now and then, as tests do: they
  // share both.
  if (await isPassed(results, [first ?? ""])) {
    const tests = await runVitest(
      [node, "node_modules/.bin/vitest", "run", "--configLoader=runner", ...args],
      place,
      failed.signal,
    );
    if (await isPassed(results, others)) return tests.tell();
  }
  await results.end();
  process.stdout.write("0 passed, 1 failed\n");
  return 1;
}

/** Tells how each of them ended, up to the first that failed, with what it said. */
async function isPassed(/** @type {Checks} */ results, /** @type {readonly string[]} */ names) {
  for (const name of names) {
    const { code, output, took } = await results.of(name);
    process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name.padEnd(13)} ${took}\n`);
    if (code === 0) continue;
    process.stdout.write(`${output}\n`);
    return false;
  }
  return true;
}

/**
 * @param {readonly [string, ...string[]]} argv
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} place
 * @param {AbortSignal} unwanted
 */
async function runVitest(argv, place, unwanted) {
  const clock = stopwatch();
  const report = mkdtempSync(join(tmpdir(), "tutti-tests-"));
  const scratch = mkdtempSync(join(scratchPlace(), "tutti-tests-"));
  try {
    const json = join(report, "vitest.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${json}`];
    // The runner loads the settings without writing a compiled copy into node_modules, which may belong to someone
    // else. Each start of a program copies the tables of the memory in use: glibc is kept from holding a store of it
    // for each thread.
    const lean = { ...place, env: { MALLOC_ARENA_MAX: "1", ...place.env, TMPDIR: scratch } };
    const code = await runLoudly([argv[0], ...argv.slice(1, 4), ...reporters, ...argv.slice(4)], lean, unwanted);
    const { passed, failed, skipped } = counts(json, code);
    const took = clock();
    return {
      tell: () => {
        process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${"tests".padEnd(13)} ${took}\n`);
        if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
        process.stdout.write(`${passed} passed, ${failed} failed\n`);
        return failed === 0 ? code : code || 1;
      },
    };
  } finally {
    rmSync(report, { recursive: true, force: true });
    removeScratch(scratch);
  }
}

/** @typedef {ReturnType<typeof startChecks>} Checks */

/**
 * One uses a single core and takes as long as all others: it goes beside them. They are told in their order all the same.
 *
 * @param {string} node
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} place
 * @param {AbortController} failed
 */
function startChecks(node, place, failed) {
  const run = async (/** @type {readonly string[]} */ argv) => {
    const clock = stopwatch();
    const { code, output } = failed.signal.aborted ? { code: 0, output: "" } : await runQuietly([node, ...argv], place);
    if (code !== 0) failed.abort();
    return { code, output, took: clock() };
  };
  /** @type {Map<string, ReturnType<typeof run>>} */
  const results = new Map();
  /** @type {Promise<unknown>} */
  let others = Promise.resolve();
  for (const { name, argv } of checks) {
    const result = name === "lint" ? run(argv) : others.then(() => run(argv));
    if (name !== "lint") others = result;
    results.set(name, result);
  }
  return {
    of: (/** @type {string} */ name) => results.get(name) ?? run([]),
    end: () => Promise.all(results.values()),
  };
}

/** Workers of a run that was ended may still be writing; what they leave must not hide why the run failed. */
function removeScratch(/** @type {string} */ folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  } catch (error) {
    process.stdout.write(`note   ${folder} could not be removed: ${error instanceof Error ? error.message : error}\n`);
  }
}

const roomyBytes = 8 * 1024 ** 3;

/** Tests make and remove folders all the time, which memory is better at than a disk, where there is enough of it. */
function scratchPlace() {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= roomyBytes && freemem() >= roomyBytes) return memory;
  } catch {
    // There is none.
  }
  return tmpdir();
}

/** A file that does not load, or an error outside of any test, fails the run with no failed test: it counts as one. */
function counts(/** @type {string} */ json, /** @type {number} */ code) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(json, "utf8"));
    const failed = code === 0 ? numFailedTests : Math.max(numFailedTests, 1);
    return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function stopwatch() {
  const from = performance.now();
  return () => `${((performance.now() - from) / 1000).toFixed(1)} s`;
}

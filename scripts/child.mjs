import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

/** @typedef {{ cwd: string, env: NodeJS.ProcessEnv }} Place */

/** Tools that look for `node` or for each other must find the chosen ones, not the system's. */
export function environmentFor(/** @type {string} */ root, /** @type {string} */ node) {
  return {
    ...process.env,
    PATH: [dirname(node), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
  };
}

/**
 * Runs to the end and keeps what was printed, for the case that it has to be shown.
 *
 * @param {readonly [string, ...string[]]} argv
 * @param {Place} place
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly([file, ...args], place) {
  return new Promise((resolve) => {
    const child = endedWithUs(spawn(file, args, { ...place, stdio: ["ignore", "pipe", "pipe"] }));
    let output = "";
    const keep = (/** @type {string} */ text) => {
      output += text;
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => resolve({ code: 127, output: `cannot run ${file}: ${error.message}\n` }));
    child.on("close", (code, signal) =>
      resolve({ code: code ?? 1, output: signal === null ? output : `${output}ended by ${signal}\n` }),
    );
  });
}

/**
 * Runs to the end, or until it is not wanted any more, with this process's own terminal.
 *
 * @param {readonly [string, ...string[]]} argv
 * @param {Place} place
 * @param {AbortSignal} [unwanted]
 * @returns {Promise<number>}
 */
export function runLoudly([file, ...args], place, unwanted) {
  if (unwanted?.aborted) return Promise.resolve(1);
  return new Promise((resolve) => {
    const child = endedWithUs(spawn(file, args, { ...place, stdio: "inherit" }));
    unwanted?.addEventListener("abort", () => child.kill());
    child.on("error", (error) => {
      process.stderr.write(`cannot run ${file}: ${error.message}\n`);
      resolve(127);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/**
 * A signal sent to this process alone would leave the child behind. (Ctrl-C at a terminal reaches both.)
 *
 * @template {import("node:child_process").ChildProcess} C
 * @param {C} child
 */
function endedWithUs(child) {
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGHUP"])) {
    const end = () => {
      child.once("close", () => process.kill(process.pid, signal));
      child.kill(signal);
    };
    process.once(signal, end);
    child.once("close", () => process.removeListener(signal, end));
  }
  return child;
}

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { programs } from "./agents-install.mjs";
import { runLoudly } from "./child.mjs";

/** Fewer would prove one program, not the contract. */
const atLeast = 2;

/**
 * The stories with real agents. What a new version of one of them breaks is shown, and is no failure as long as enough others pass.
 *
 * @param {{ root: string, node: string, env: NodeJS.ProcessEnv, args: readonly string[] }} order `args`: for vitest
 * @returns {Promise<number>} the exit code
 */
export async function testAgents({ root, node, env, args }) {
  const report = mkdtempSync(join(tmpdir(), "tutti-agents-"));
  try {
    const json = join(report, "vitest.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${json}`];
    const vitest = ["node_modules/.bin/vitest", "run", "--configLoader=runner", ...reporters, "test/agents", ...args];
    // They are slow and the machine is small: one agent after the other.
    await runLoudly([node, ...vitest, "--no-file-parallelism"], { cwd: root, env });
    const results = resultsIn(json);
    for (const { agent, passed, failed, skipped } of results) {
      process.stdout.write(
        `${failed === 0 && passed > 0 ? "ok    " : "FAILED"} ${agent.padEnd(10)} ${passed} passed, ${failed} failed, ${skipped} skipped\n`,
      );
    }
    const good = results.filter(({ passed, failed }) => failed === 0 && passed > 0).length;
    process.stdout.write(`${good} of ${results.length} agents pass; ${atLeast} are needed\n`);
    return good >= atLeast ? 0 : 1;
  } finally {
    rmSync(report, { recursive: true, force: true });
  }
}

/** One file an agent; what is told of several is in others. */
function resultsIn(/** @type {string} */ json) {
  /** @type {{ testResults: { name: string, assertionResults: { status: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(json, "utf8"));
  return programs.map((agent) => {
    const stories = testResults.find(({ name }) => basename(name) === `${agent}.test.ts`)?.assertionResults ?? [];
    const count = (/** @type {string} */ status) => stories.filter((story) => story.status === status).length;
    const [passed, failed] = [count("passed"), count("failed")];
    return { agent, passed, failed, skipped: stories.length - passed - failed };
  });
}

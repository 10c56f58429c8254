import { runLoudly } from "./child.mjs";
import { checkedTools, installTools } from "./tools-install.mjs";

/**
 * The adapters against real tools. A tool that can't be had here is named as skipped, and is no failure; one that is there and is not understood is.
 *
 * @param {{ root: string, node: string, env: NodeJS.ProcessEnv, args: readonly string[], say: (line: string) => void }} order `args`: for vitest
 * @returns {Promise<number>} the exit code
 */
export async function testTools({ root, node, env, args, say }) {
  const { installed, missing } = await installTools({ root, node, env, say });
  const vitest = ["node_modules/.bin/vitest", "run", "--configLoader=runner", "test/tools", ...args];
  const code = await runLoudly([node, ...vitest, "--no-file-parallelism"], {
    cwd: root,
    env: { ...env, TUTTI_TOOLS: "installed" },
  });
  for (const tool of checkedTools) {
    const versions = installed.filter((one) => one.tool === tool).map(({ version, from }) => `${version} (${from})`);
    if (versions.length > 0) process.stdout.write(`there   ${tool.padEnd(13)} ${versions.join(", ")}\n`);
  }
  for (const { tool, why } of missing) process.stdout.write(`SKIPPED ${tool.padEnd(13)} ${why}\n`);
  process.stdout.write(`${checkedTools.length - missing.length} of ${checkedTools.length} tools were there\n`);
  return installed.length === 0 ? code || 1 : code;
}

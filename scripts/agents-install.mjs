import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./child.mjs";
import { npmCommand } from "./install.mjs";

/** The coding agents that the tests play with, as they were verified. They are nothing that Tutti depends on. */
const agents = {
  "@anthropic-ai/claude-code": { version: "2.1.325", script: "install.cjs", program: "claude" },
  "@openai/codex": { version: "0.166.0", script: null, program: "codex" },
  "@google/gemini-cli": { version: "0.61.0", script: null, program: "gemini" },
  "opencode-ai": { version: "1.18.33", script: "postinstall.mjs", program: "opencode" },
};

export const programs = Object.values(agents).map(({ program }) => program);

/**
 * Into a folder that git does not see, where the tests look for them. More than a gigabyte.
 *
 * @param {{ root: string, node: string, env: NodeJS.ProcessEnv, say: (line: string) => void }} order
 */
export async function installAgents({ root, node, env, say }) {
  const folder = join(root, ".tmp", "agents");
  const stamp = join(folder, "node_modules", ".tutti-agents");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === JSON.stringify(agents)) return;
  say("installing Claude Code, Codex, Gemini CLI and OpenCode …");
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(Object.entries(agents).map(([name, { version }]) => [name, version]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await demand([...npmCommand(node), "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"], {
    cwd: folder,
    env,
  });
  // Of all the scripts that packages would run, only the two that put an agent's own program in its place.
  for (const [name, { script }] of Object.entries(agents)) {
    if (script !== null) await demand([node, join("node_modules", name, script)], { cwd: folder, env });
  }
  for (const { program, version } of Object.values(agents)) {
    const said = await demand([join(folder, "node_modules", ".bin", program), "--version"], {
      cwd: folder,
      env: { ...env, HOME: folder },
    });
    if (!said.includes(version)) throw new Error(`${program} ${version} was installed, but it says: ${said}`);
  }
  writeFileSync(stamp, JSON.stringify(agents));
}

/**
 * @param {readonly [string, ...string[]]} argv
 * @param {import("./child.mjs").Place} place
 */
async function demand(argv, place) {
  const { code, output } = await runQuietly(argv, place);
  if (code !== 0) throw new Error(`${argv.join(" ")} failed:\n${output}`);
  return output;
}

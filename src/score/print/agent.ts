import type { CommandAgent, ProfileAgent, WrittenAgent } from "../schema/agent.ts";
import type { Argv } from "../schema/fields.ts";
import { inOrder, same, unless, unlessEmpty } from "./table.ts";
import type { Table } from "./table.ts";

export function agentText(agent: WrittenAgent): unknown {
  if (typeof agent === "string") return agent;
  return "use" in agent ? inOrder(agent, profileAgent) : inOrder(agent, commandAgent);
}

const commandAgent: Table<CommandAgent> = {
  command: programText,
  prompt: unless("stdin"),
  prompt_is: same,
  env: environmentText,
  once: unless(false),
};

const profileAgent: Table<ProfileAgent> = {
  use: same,
  model: same,
  args: unlessEmpty(same<string>),
  env: environmentText,
  account: same,
};

/** A program alone is read as one word; what would be read as several, or trimmed, has to stay a list. */
function programText(argv: Argv): string | string[] {
  return argv.length === 1 && /^\S+$/.test(argv[0]) ? argv[0] : [...argv];
}

function environmentText(env: Readonly<Record<string, string>>): Record<string, string> | undefined {
  return Object.keys(env).length === 0 ? undefined : { ...env };
}

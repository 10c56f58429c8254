import type { CommandAgent, WrittenAgent } from "../schema/agent.ts";
import type { Argv } from "../schema/fields.ts";
import { inOrder, unless } from "./table.ts";
import type { Table } from "./table.ts";

export function agentText(agent: WrittenAgent): unknown {
  return typeof agent === "string" ? agent : inOrder(agent, commandAgent);
}

const commandAgent: Table<CommandAgent> = {
  command: programText,
  prompt: unless("stdin"),
  env: (env) => (Object.keys(env).length === 0 ? undefined : { ...env }),
};

/** A program alone is read as one word; what would be read as several, or trimmed, has to stay a list. */
function programText(argv: Argv): string | string[] {
  return argv.length === 1 && /^\S+$/.test(argv[0]) ? argv[0] : [...argv];
}

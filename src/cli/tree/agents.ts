import type { Command } from "commander";
import type { AgentsOptions } from "../machine/agents.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands about agents. */
export const agentCommands = [addAgents];

function addAgents(program: Command, terminal: Terminal, perform: Perform): void {
  const agents = program.command("agents").description("the agents that a score can name, and whether they work");
  agents
    .command("list")
    .description("every agent, who described it, and which version is installed")
    .option("--repo <folder>", "the repository (default: here)")
    .option("--json", "print as JSON")
    .action(async (options: AgentsOptions) =>
      perform(import("../machine/agents.ts").then(({ listAgents }) => listAgents(terminal, options))),
    );
  agents
    .command("check")
    .argument("[names...]", "the agents (default: all)")
    .description("whether they work, which login they use, and what to do where they do not; no model is asked")
    .option("--repo <folder>", "the repository (default: here)")
    .option("--json", "print as JSON")
    .action(async (names: readonly string[], options: AgentsOptions) =>
      perform(import("../machine/agents.ts").then(({ checkAgents }) => checkAgents(terminal, names, options))),
    );
}

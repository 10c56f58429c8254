import { Command } from "commander";
import { exitCodes } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";
import { agentCommands } from "./tree/agents.ts";
import { conductorCommands } from "./tree/conductor.ts";
import { controlCommands } from "./tree/control.ts";
import { custodyCommands } from "./tree/custody.ts";
import { contextCommands } from "./tree/contexts.ts";
import { gateCommands } from "./tree/gates.ts";
import { lookCommands } from "./tree/look.ts";
import { machineCommands } from "./tree/machine.ts";
import type { Perform } from "./tree/perform.ts";
import { personCommands } from "./tree/person.ts";
import { playCommands } from "./tree/play.ts";
import { pullCommands } from "./tree/pulls.ts";
import { queueCommands } from "./tree/queue.ts";
import { scoreCommands } from "./tree/score.ts";
import { tellCommands } from "./tree/tell.ts";
import { version } from "./version.ts";

const commands = [
  ...playCommands,
  ...controlCommands,
  ...personCommands,
  ...lookCommands,
  ...gateCommands,
  ...queueCommands,
  ...pullCommands,
  ...tellCommands,
  ...contextCommands,
  ...custodyCommands,
  ...scoreCommands,
  ...agentCommands,
  ...conductorCommands,
  ...machineCommands,
];

/** The command line as a tree. Every command is loaded only when it is called: `--help` must not pay for the engine. */
export function buildTree(terminal: Terminal, json: boolean): { start(argv: readonly string[]): Promise<number> } {
  let code: number = exitCodes.good;
  const perform: Perform = async (work) => {
    code = await work;
  };
  const program = new Command("tutti")
    .description("Run many coding agents on one repository, each in its own context. Land every result, with proof.")
    .version(version)
    .option("--local", "play in this process, in a home of its own, instead of with a conductor (TUTTI_LOCAL=1)")
    .hook("preAction", (command) => {
      if (command.opts()["local"] === true) process.env["TUTTI_LOCAL"] = "1";
    })
    .exitOverride()
    .configureOutput({
      writeErr: (text) => {
        if (!json) terminal.err(text.trimEnd());
      },
    })
    .showHelpAfterError("(tutti --help lists the commands)");
  for (const add of commands) add(program, terminal, perform);
  return {
    start: async (argv) => {
      await program.parseAsync([...argv]);
      return code;
    },
  };
}

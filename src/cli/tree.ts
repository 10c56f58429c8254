import { Command } from "commander";
import { exitCodes } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";
import { custodyCommands } from "./tree/custody.ts";
import { contextCommands } from "./tree/contexts.ts";
import { lookCommands } from "./tree/look.ts";
import type { Perform } from "./tree/perform.ts";
import { playCommands } from "./tree/play.ts";
import { scoreCommands } from "./tree/score.ts";
import { version } from "./version.ts";

/** The command line as a tree. Every command is loaded only when it is called: `--help` must not pay for the engine. */
export function buildTree(terminal: Terminal, json: boolean): { start(argv: readonly string[]): Promise<number> } {
  let code: number = exitCodes.good;
  const perform: Perform = async (work) => {
    code = await work;
  };
  const program = new Command("tutti")
    .description("Run many coding agents on one repository, each in its own context. Land every result, with proof.")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeErr: (text) => {
        if (!json) terminal.err(text.trimEnd());
      },
    })
    .showHelpAfterError("(tutti --help lists the commands)");
  for (const add of [...playCommands, ...lookCommands, ...contextCommands, ...custodyCommands, ...scoreCommands]) add(program, terminal, perform);
  return {
    start: async (argv) => {
      await program.parseAsync([...argv]);
      return code;
    },
  };
}

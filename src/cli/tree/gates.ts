import type { Command } from "commander";
import type { GatesOptions } from "../landing/gates.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands about what results have to pass before they land. */
export const gateCommands = [addGates];

function addGates(program: Command, terminal: Terminal, perform: Perform): void {
  const gates = program.command("gates").description("what results have to pass before they land");
  which(gates.command("list", { isDefault: true }))
    .description("what would be run, in which order, and who says so")
    .action(async (options: GatesOptions) =>
      perform(import("../landing/gates.ts").then(({ listGates }) => listGates(terminal, options))),
    );
  which(gates.command("check"))
    .description("run them now on the target as it is")
    .option("--anew", "also those that have judged the same tree before")
    .action(async (options: GatesOptions & { anew?: true }) =>
      perform(import("../landing/gates.ts").then(({ checkGates }) => checkGates(terminal, options))),
    );
  which(gates.command("hooks"))
    .description("your own hooks, which no landing runs, and how to make gates of them")
    .action(async (options: GatesOptions) =>
      perform(import("../landing/gates.ts").then(({ gateHooks }) => gateHooks(terminal, options))),
    );
  which(gates.command("forget"))
    .description("drop what these gates said of trees, so that they are run again")
    .option("--all", "what any gate said, of every repository")
    .action(async (options: GatesOptions & { all?: true }) =>
      perform(import("../landing/gates.ts").then(({ forgetGates }) => forgetGates(terminal, options))),
    );
}

function which(command: Command): Command {
  return command
    .option("--job <job>", "of this job: of its target, and of its score")
    .option("--target <branch>", "of this branch (default: the one that is checked out)")
    .option("--repo <folder>", "the repository (default: here)")
    .option("--json", "print as JSON");
}

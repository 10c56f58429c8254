import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands by which a person takes part in what sheets do. */
export const personCommands = [addApprove, addTell, addAttach, addShell, addRecover];

function addApprove(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("approve")
    .argument("<job>", "the job")
    .argument("[sheets...]", "its sheets, by id or number (default: all that wait for it)")
    .description("let results land that wait for a person's word")
    .option("--detach", "return as soon as it is under way")
    .option("--json", "print events as JSON lines")
    .action(async (job: string, sheets: string[], options: { detach?: true; json?: true }) =>
      perform(import("../sheet/approve.ts").then(({ approve }) => approve(terminal, { job, sheets, ...options }))),
    );
}

function addTell(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("tell")
    .argument("<sheet>", "the sheet, by id or number")
    .argument("[text]", "what its agent is to hear (default: what is piped in)")
    .description("add something: the sheet goes on with the same work, in the same session where its agent can")
    .option("--job <job>", "the job (default: the newest of this repository)")
    .option("--detach", "return as soon as it is under way")
    .option("--json", "print events as JSON lines")
    .action(async (sheet: string, text: string | undefined, options: { job?: string; detach?: true; json?: true }) =>
      perform(import("../sheet/tell.ts").then(({ tell }) => tell(terminal, { sheet, text, ...options }))),
    );
}

function addAttach(program: Command, terminal: Terminal, perform: Perform): void {
  visiting(program.command("attach"))
    .description("open the agent's own terminal in a sheet's context, in its session; what you leave is captured")
    .action(async (sheet: string, options: { job?: string; json?: true }) =>
      perform(import("../sheet/attach.ts").then(({ attach }) => attach(terminal, { sheet, ...options }))),
    );
}

function addShell(program: Command, terminal: Terminal, perform: Perform): void {
  visiting(program.command("shell"))
    .description("open your shell in a sheet's context; what you leave is captured")
    .action(async (sheet: string, options: { job?: string; json?: true }) =>
      perform(import("../sheet/shell.ts").then(({ shell }) => shell(terminal, { sheet, ...options }))),
    );
}

function visiting(command: Command): Command {
  return command
    .argument("<sheet>", "the sheet, by id or number; no attempt may be at it")
    .option("--job <job>", "the job (default: the newest of this repository)")
    .option("--json", "print what was captured as JSON");
}

function addRecover(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("recover")
    .argument("<job>", "the job")
    .argument(
      "[sheets...]",
      "its sheets, by id or number (default: all that failed, were cancelled or wait, and left work)",
    )
    .description("run the validations again on what sheets left, without their agents, and let land what passes")
    .option("-n, --dry-run", "only say what the validations say")
    .option("--detach", "return as soon as it is under way")
    .option("--json", "print as JSON lines")
    .action(async (job: string, sheets: string[], options: { dryRun?: true; detach?: true; json?: true }) =>
      perform(import("../sheet/recover.ts").then(({ recover }) => recover(terminal, { job, sheets, ...options }))),
    );
}

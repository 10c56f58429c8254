import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { position, positive } from "../options.ts";
import type { Perform } from "./perform.ts";

/** Commands that tell what happened and why. */
export const tellCommands = [addLogs, addEvents, addErrors, addHistory, addDiagnose, addExplain];

function addLogs(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("logs")
    .argument("<sheet>", "the sheet, by id or number")
    .description("show what an attempt at a sheet printed")
    .option("--job <job>", "the job (default: the newest of this repository)")
    .option("--attempt <n>", "which attempt (default: the last)", positive)
    .option("--stderr", "what it printed to stderr")
    .option("--prompt", "what it was told")
    .option("-f, --follow", "go on until it has ended, and then with the next attempt")
    .option("--json", "print as JSON")
    .action(
      async (
        sheet: string,
        options: { job?: string; attempt?: number; stderr?: true; prompt?: true; follow?: true; json?: true },
      ) => perform(import("../sheet/logs.ts").then(({ logs }) => logs(terminal, { sheet, ...options }))),
    );
}

function addEvents(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("events")
    .description("show what happened, newest last; -f goes on with what happens")
    .option("-f, --follow", "go on showing what happens, until Ctrl-C")
    .option("--job <job>", "only of this job")
    .option(
      "--after <position>",
      "from this position of the journal on (default: the newest 50; with -f: only what is new)",
      position,
    )
    .option("--type <types...>", "only these, such as sheet.failed, or a whole kind: job, sheet, context, conductor")
    .option("--json", "print one JSON object per line")
    .action(async (options: { follow?: true; job?: string; after?: number; type?: string[]; json?: true }) =>
      perform(import("../journal/events.ts").then(({ events }) => events(terminal, options))),
    );
}

function addErrors(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("errors")
    .argument("[job]", "the job (default: the newest of this repository)")
    .description("show what went wrong, sheet by sheet, attempt by attempt")
    .option("--json", "print as JSON")
    .action(async (job: string | undefined, options: { json?: true }) =>
      perform(import("../journal/errors.ts").then(({ errors }) => errors(terminal, { job, ...options }))),
    );
}

function addHistory(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("history")
    .argument("[job]", "the job (default: the newest of this repository)")
    .description("show what happened to a job, oldest first")
    .option("--sheet <sheet>", "only this sheet")
    .option("--json", "print as JSON")
    .action(async (job: string | undefined, options: { sheet?: string; json?: true }) =>
      perform(import("../journal/history.ts").then(({ history }) => history(terminal, { job, ...options }))),
    );
}

function addDiagnose(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("diagnose")
    .argument("[job]", "the job (default: the newest of this repository)")
    .description("say why a job is where it is, and what to do")
    .option("--json", "print as JSON")
    .action(async (job: string | undefined, options: { json?: true }) =>
      perform(import("../journal/diagnose.ts").then(({ diagnose }) => diagnose(terminal, { job, ...options }))),
    );
}

function addExplain(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("explain")
    .argument("<sheet>", "the sheet, by id or number")
    .description("tell the life of one sheet, and what it waits for")
    .option("--job <job>", "the job (default: the newest of this repository)")
    .option("--json", "print as JSON")
    .action(async (sheet: string, options: { job?: string; json?: true }) =>
      perform(import("../sheet/explain.ts").then(({ explain }) => explain(terminal, { sheet, ...options }))),
    );
}

import type { Command } from "commander";
import type { RadarOptions } from "../commands/radar.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands that only look. */
export const lookCommands = [addStatus, addList, addVerify, addRadar];

function addStatus(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("status")
    .argument("[job]", "the job (default: the newest of this repository)")
    .description("show a job and its sheets")
    .option("-w, --watch", "go on showing it until it rests; the exit code is its outcome, as that of tutti run")
    .option("--json", "print as JSON; with --watch, events as JSON lines")
    .action(async (job: string | undefined, options: { watch?: true; json?: true }) =>
      perform(import("../commands/status.ts").then(({ status }) => status(terminal, { job, ...options }))),
    );
}

function addList(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("list")
    .description("list the jobs, newest first")
    .option("--all", "also those that were archived")
    .option("--json", "print as JSON")
    .action(async (options: { all?: true; json?: true }) => perform(import("../commands/list.ts").then(({ list }) => list(terminal, options))));
}

function addVerify(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("verify")
    .argument("[job]", "the job (default: every landing in this repository)")
    .description("prove each landing against git")
    .option("--repo <folder>", "the repository to look at", ".")
    .option("--signatures", "every landing has to have a good signature")
    .option("--json", "print as JSON")
    .action(async (job: string | undefined, options: { repo: string; signatures?: true; json?: true }) =>
      perform(import("../commands/verify.ts").then(({ verify }) => verify(terminal, { job, ...options }))),
    );
}

function addRadar(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("radar")
    .argument("[job]", "the job (default: every unfinished job of this repository)")
    .description("show which live sheets collide with each other or with their target, before they finish; exit code 1 when some do")
    .option("--repo <folder>", "the repository to look at", ".")
    .option("--all", "also those that touch the same files and merge, and every live sheet")
    .option("-w, --watch", "go on showing it when it changes, until nothing is live any more")
    .option("--json", "print as JSON; with --watch, one look a line")
    .action(async (job: string | undefined, options: Omit<RadarOptions, "job">) =>
      perform(import("../commands/radar.ts").then(({ radar }) => radar(terminal, { job, ...options }))),
    );
}

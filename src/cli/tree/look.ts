import { type Command, Option } from "commander";
import type { RadarOptions } from "../landing/radar.ts";
import type { ReportOptions } from "../commands/report.ts";
import type { StatsOptions } from "../journal/stats.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands that only look. */
export const lookCommands = [addStatus, addList, addVerify, addRadar, addStats, addReport];

function addStatus(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("status")
    .argument("[job]", "the job (default: the newest of this repository)")
    .description("show a job and its sheets")
    .option("-w, --watch", "go on showing it until it rests; the exit code is its outcome, as that of tutti run")
    .option("--json", "print as JSON; with --watch, events as JSON lines")
    .action(async (job: string | undefined, options: { watch?: true; json?: true }) =>
      perform(import("../job/status.ts").then(({ status }) => status(terminal, { job, ...options }))),
    );
}

function addList(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("list")
    .description("list the jobs, newest first")
    .option("--all", "also those that were archived")
    .option("--json", "print as JSON")
    .action(async (options: { all?: true; json?: true }) =>
      perform(import("../job/list.ts").then(({ list }) => list(terminal, options))),
    );
}

function addVerify(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("verify")
    .argument("[job]", "the job (default: every landing in this repository)")
    .description("prove each landing against git")
    .option("--repo <folder>", "the repository to look at", ".")
    .option("--signatures", "every landing has to have a good signature")
    .option("--deep", "read every object that a landing brought and compare it with its name")
    .option("--strict", "exit with 1 also when something can't be proven here")
    .option("--json", "print as JSON")
    .action(
      async (
        job: string | undefined,
        options: { repo: string; signatures?: true; deep?: true; strict?: true; json?: true },
      ) => perform(import("../landing/verify.ts").then(({ verify }) => verify(terminal, { job, ...options }))),
    );
}

function addRadar(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("radar")
    .argument("[job]", "the job (default: every unfinished job of this repository)")
    .description(
      "show which live sheets collide with each other or with their target, before they finish; exit code 1 when some do",
    )
    .option("--repo <folder>", "the repository to look at", ".")
    .option("--all", "also those that touch the same files and merge, and every live sheet")
    .option("-w, --watch", "go on showing it when it changes, until nothing is live any more")
    .option("--json", "print as JSON; with --watch, one look a line")
    .action(async (job: string | undefined, options: Omit<RadarOptions, "job">) =>
      perform(import("../landing/radar.ts").then(({ radar }) => radar(terminal, { job, ...options }))),
    );
}

function addStats(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("stats")
    .description("show how often each kind of finding was mended, which are difficult and which are mastered")
    .option("--tool <tool>", "only of this tool")
    .option("-v, --verbose", "also by strategy and agent")
    .option("--json", "print as JSON")
    .action(async (options: StatsOptions) =>
      perform(import("../journal/stats.ts").then(({ stats }) => stats(terminal, options))),
    );
}

function addReport(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("report")
    .argument("<job>", "a job that tutti fix made")
    .description(
      "show what a job of tutti fix came to; exit code 0 when all is fixed, 1 when some remain, 2 when nothing could be done",
    )
    .addOption(new Option("--json", "print as JSON").conflicts(["sarif", "markdown"]))
    .addOption(new Option("--sarif", "print as SARIF 2.1.0").conflicts(["json", "markdown"]))
    .addOption(new Option("--markdown", "print as Markdown, for the summary of a CI job").conflicts(["json", "sarif"]))
    .option(
      "-o, --output <file>",
      "write it to a file, as JSON where no format is named, and print the table; an earlier file is written over",
    )
    .action(async (job: string, options: Omit<ReportOptions, "job">) =>
      perform(import("../commands/report.ts").then(({ report }) => report(terminal, { job, ...options }))),
    );
}

import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { money, positive, rank } from "../options.ts";
import type { Perform } from "./perform.ts";

/** Commands that change what becomes of a job, from any terminal. */
export const controlCommands = [addPause, addCancel, addRetry, addModify];

function addPause(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("pause")
    .argument("[job]", "the job (default: the only one under way in this repository)")
    .description("let what runs come to its end and start nothing more; it stays paused until tutti resume")
    .option("--now", "end what runs too; its work is captured, and it goes on from there")
    .option("--json", "print as JSON")
    .action(async (job: string | undefined, options: { now?: true; json?: true }) =>
      perform(import("../job/pause.ts").then(({ pause }) => pause(terminal, { job, ...options }))),
    );
}

function addCancel(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("cancel")
    .argument("[job]", "the job (default: the only one under way in this repository)")
    .description("end a job: what runs is captured, what landed stays")
    .option("--yes", "do not ask")
    .option("--json", "print as JSON")
    .action(async (job: string | undefined, options: { yes?: true; json?: true }) =>
      perform(import("../job/cancel.ts").then(({ cancel }) => cancel(terminal, { job, ...options }))),
    );
}

function addRetry(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("retry")
    .argument("<job>", "the job")
    .argument("[sheets...]", "its sheets, by id or number (default: all that failed or were cancelled)")
    .description("try sheets again that failed or were cancelled")
    .option("--detach", "return as soon as it is under way")
    .option("--json", "print events as JSON lines")
    .action(async (job: string, sheets: string[], options: { detach?: true; json?: true }) =>
      perform(import("../job/retry.ts").then(({ retry }) => retry(terminal, { job, sheets, ...options }))),
    );
}

function addModify(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("modify")
    .argument("<job>", "the job")
    .argument("[score]", "the changed score")
    .description("show what a changed score means for a job, ask, and change it: what landed stays")
    .option("-j, --parallel <n>", "how many sheets at once", positive)
    .option("--priority <n>", "its share beside other jobs, from -5 to 5", rank)
    .option("--max-cost <usd>", "what it may cost in all, in US dollars", money)
    .option("-n, --dry-run", "only show what it would mean")
    .option("--yes", "do not ask")
    .option("--json", "print as JSON")
    .action(
      async (
        job: string,
        score: string | undefined,
        options: { parallel?: number; priority?: number; maxCost?: number; dryRun?: true; yes?: true; json?: true },
      ) => perform(import("../job/modify.ts").then(({ modify }) => modify(terminal, { job, score, ...options }))),
    );
}

import { Command, InvalidArgumentError } from "commander";
import { exitCodes } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";
import { version } from "./version.ts";

/** Runs a command and keeps its outcome. */
type Perform = (work: Promise<number>) => Promise<void>;

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
  for (const add of [addRun, addResume, addStatus, addList, addVerify, addDemo]) add(program, terminal, perform);
  return {
    start: async (argv) => {
      await program.parseAsync([...argv]);
      return code;
    },
  };
}

function addRun(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("run")
    .argument("<score>", "the score to play")
    .description("play a score: every sheet in its own context, validated, landed one by one")
    .option("-j, --parallel <n>", "how many sheets at once", positive)
    .option("--repo <folder>", "the repository to work on", ".")
    .option("--json", "print events as JSON lines")
    .action(async (score: string, options: { parallel?: number; repo: string; json?: true }) =>
      perform(import("./commands/run.ts").then(({ run }) => run(terminal, { score, ...options }))),
    );
}

function addResume(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("resume")
    .argument("[job]", "the job to go on with (default: the newest unfinished one)")
    .description("go on with a job that was interrupted, paused or parked")
    .option("-j, --parallel <n>", "how many sheets at once", positive)
    .option("--retry-failed", "try sheets that failed again, with a fresh budget")
    .option("--json", "print events as JSON lines")
    .action(async (job: string | undefined, options: { parallel?: number; retryFailed?: true; json?: true }) =>
      perform(import("./commands/resume.ts").then(({ resume }) => resume(terminal, { job, ...options }))),
    );
}

function addStatus(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("status")
    .argument("[job]", "the job (default: the newest)")
    .description("show a job and its sheets")
    .option("--json", "print as JSON")
    .action(async (job: string | undefined, options: { json?: true }) =>
      perform(import("./commands/status.ts").then(({ status }) => status(terminal, { job, ...options }))),
    );
}

function addList(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("list")
    .description("list the jobs, newest first")
    .option("--json", "print as JSON")
    .action(async (options: { json?: true }) => perform(import("./commands/list.ts").then(({ list }) => list(terminal, options))));
}

function addVerify(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("verify")
    .argument("[job]", "the job (default: every landing in this repository)")
    .description("prove each landing against git")
    .option("--repo <folder>", "the repository to look at", ".")
    .option("--json", "print as JSON")
    .action(async (job: string | undefined, options: { repo: string; json?: true }) =>
      perform(import("./commands/verify.ts").then(({ verify }) => verify(terminal, { job, ...options }))),
    );
}

function addDemo(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("demo")
    .description("play a score of a dozen sheets on a throw-away repository; needs no network, key or agent")
    .option("-j, --parallel <n>", "how many sheets at once", positive, 4)
    .option("--json", "print events as JSON lines")
    .action(async (options: { parallel: number; json?: true }) => perform(import("./commands/demo.ts").then(({ demo }) => demo(terminal, options))));
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 1000) throw new InvalidArgumentError("It must be a whole number from 1 to 1000.");
  return value;
}

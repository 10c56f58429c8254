import { type Command, Option } from "commander";
import { isolationLevels } from "../../score/plan/isolation.ts";
import type { ResumeOptions } from "../job/resume.ts";
import type { RunOptions } from "../job/run.ts";
import type { TaskOptions } from "../job/task.ts";
import { addFix } from "../fix/command.ts";
import type { Terminal } from "../terminal.ts";
import { duration, money, oneMore, positive, rank } from "../options.ts";
import type { Perform } from "./perform.ts";

/** Commands that play. */
export const playCommands = [addRun, addTask, addFix, addResume, addDemo];

function addRun(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("run")
    .argument("<score>", "the score to play")
    .description("play a score: every sheet in its own context, validated, landed one by one")
    .option("-j, --parallel <n>", "how many sheets at once", positive)
    .option("--repo <folder>", "the repository to work on", ".")
    .addOption(
      new Option("--isolation <level>", "how far contexts stand apart, whatever the score says").choices(
        isolationLevels,
      ),
    )
    .addOption(
      new Option("--per <what>", "a context for each sheet, or one for the whole job, whatever the score says").choices(
        ["sheet", "job"],
      ),
    )
    .addOption(inPlaceOption())
    .option("--pr", "a pull request for each sheet instead of landing it, whatever the score says")
    .option("--draft", "the same, as drafts")
    .option("--priority <n>", "its share beside other jobs, from -5 to 5: each step doubles it", rank)
    .option("--start-sheet <sheet>", "begin at this sheet, by id or number: those before it are skipped")
    .option("--fresh", "put an earlier, unfinished job of this score away first; asks when that has progress")
    .option("--yes", "with --fresh: do not ask")
    .option("--detach", "return as soon as the conductor has the job")
    .addOption(noStartOption())
    .option("-n, --dry-run", "only show what would be done: the plan as a table and a graph")
    .option("--json", "print events as JSON lines; with --dry-run, the plan and its prompts as one document")
    .action(async (score: string, options: Omit<RunOptions, "score">) =>
      perform(import("../job/run.ts").then(({ run }) => run(terminal, { score, ...options }))),
    );
}

function addTask(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("task")
    .argument("[prompts...]", "what is to be done: each is a sheet of its own; - for what is piped in")
    .description("have something done without writing a score: played, validated and landed as the sheets of one")
    .option(
      "--file <file>",
      'more prompts: separated by lines of ---, or one a line that begins with "- ", else one; - for what is piped in',
    )
    .option("--agent <name>", "who does it (default: the setting agents.default)")
    .option("--model <model>", "which model it uses")
    .option("--fallback <agent>", "who takes over when it can't; may be said again", oneMore)
    .option("--validate <command>", "a command that must succeed on each result; may be said again", oneMore)
    .addOption(inPlaceOption())
    .option("--approve", "nothing lands before tutti approve")
    .option("--pr", "a pull request for each instead of landing it")
    .option("--draft", "the same, as drafts")
    .option("--target <branch>", "the branch that results land on (default: the one checked out)")
    .option("-j, --parallel <n>", "how many at once", positive)
    .option("--repo <folder>", "the repository to work on", ".")
    .option("--max-cost <usd>", "what all of it may cost, in US dollars", money)
    .option("--timeout <duration>", "how long one may take, such as 90s, 20m or 2h", duration)
    .option("--name <name>", "what the job is called")
    .option("--detach", "return as soon as the conductor has the job")
    .addOption(noStartOption())
    .option("--json", "print events as JSON lines")
    .action(async (prompts: string[], options: Omit<TaskOptions, "prompts">) =>
      perform(import("../job/task.ts").then(({ task }) => task(terminal, { prompts, ...options }))),
    );
}

/** By its name commander takes it for the end of `--isolation`, and then the last of both would win without a word. */
function inPlaceOption(): Option {
  const option = new Option("--no-isolation", "no context: work in the folder itself, land nothing").conflicts([
    "isolation",
    "per",
  ]);
  option.negate = false;
  return option;
}

/** As `conductor.auto_start` says for all commands. */
function noStartOption(): Option {
  const option = new Option("--no-start", "do not start a conductor where none runs");
  option.negate = false;
  return option;
}

function addResume(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("resume")
    .argument("[job]", "the job to go on with (default: the newest unfinished one)")
    .description("go on with a job that was interrupted, paused or parked")
    .option("-j, --parallel <n>", "how many sheets at once", positive)
    .option("--max-cost <usd>", "from now on it may cost so much in all, in US dollars", money)
    .option("--retry-failed", "try sheets that failed again, with a fresh budget")
    .option("--infer", "the database has lost the job: rebuild it from landings, snapshots and validations first")
    .option("--reload", "take the score as it is now: as tutti modify, then resume")
    .option(
      "--score <file>",
      "with --reload: where the score lies now; with --infer: the score, when what was kept of it is gone too",
    )
    .option("--detach", "return as soon as the conductor has the job")
    .addOption(noStartOption())
    .option("--json", "print events as JSON lines")
    .action(async (job: string | undefined, options: Omit<ResumeOptions, "job">) =>
      perform(import("../job/resume.ts").then(({ resume }) => resume(terminal, { job, ...options }))),
    );
}

function addDemo(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("demo")
    .description("play a score of a dozen sheets on a throw-away repository; needs no network, key or agent")
    .option("-j, --parallel <n>", "how many sheets at once", positive, 4)
    .option("--json", "print events as JSON lines")
    .action(async (options: { parallel: number; json?: true }) =>
      perform(import("../machine/demo.ts").then(({ demo }) => demo(terminal, options))),
    );
}

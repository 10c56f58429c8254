import type { Command } from "commander";
import type { PullsOptions } from "../landing/pulls.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands about results that are offered as pull requests. */
export const pullCommands = [addPulls];

type Options = Omit<PullsOptions, "job">;

function addPulls(program: Command, terminal: Terminal, perform: Perform): void {
  const pulls = program.command("pulls").description("pull requests that are not decided yet");
  of(pulls.command("list", { isDefault: true }))
    .description("which there are, by what was recorded; no server is asked")
    .action(async (job: string | undefined, options: Options) =>
      perform(import("../landing/pulls.ts").then(({ listPulls }) => listPulls(terminal, { job, ...options }))),
    );
  of(pulls.command("sync"))
    .description("look at them now: what was merged counts as landed, what was sent back goes to its agent again")
    .action(async (job: string | undefined, options: Options) =>
      perform(import("../landing/pulls.ts").then(({ syncPulls }) => syncPulls(terminal, { job, ...options }))),
    );
}

function of(command: Command): Command {
  return command
    .argument("[job]", "the job (default: every unfinished job of this repository)")
    .option("--repo <folder>", "the repository", ".")
    .option("--json", "print as JSON");
}

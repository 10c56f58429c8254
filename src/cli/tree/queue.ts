import type { Command } from "commander";
import type { QueueOptions } from "../landing/queue.ts";
import type { ReviewOptions } from "../landing/review.ts";
import type { UndoOptions } from "../landing/undo.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands by which a person has a say in what lands, and when. */
export const queueCommands = [addQueue, addReview, addUndo];

function addQueue(program: Command, terminal: Terminal, perform: Perform): void {
  const queue = program.command("queue").description("what waits to land, target by target");
  of(queue.command("list", { isDefault: true }))
    .description(
      "what is in it, in which order, and what is being done about it; below, what waits for a person's word",
    )
    .option("--target <branch>", "of this branch only")
    .option("--all", "of every repository")
    .action(async (options: QueueOptions & { all?: true }) =>
      perform(import("../landing/queue.ts").then(({ listQueue }) => listQueue(terminal, options))),
    );
  of(queue.command("pause"))
    .description("let nothing land there until tutti queue resume; agents go on")
    .option("--target <branch>", "of this branch (default: the one that is checked out)")
    .action(async (options: QueueOptions) =>
      perform(import("../landing/queue.ts").then(({ pauseQueue }) => pauseQueue(terminal, options))),
    );
  of(queue.command("resume"))
    .description("go on with it, and with the jobs that rest because of it")
    .option("--target <branch>", "of this branch (default: the one that is checked out)")
    .action(async (options: QueueOptions) =>
      perform(import("../landing/queue.ts").then(({ resumeQueue }) => resumeQueue(terminal, options))),
    );
  of(queue.command("reorder"))
    .argument("<sheets...>", "sheets by id, or JOB/SHEET: to the front, in this order")
    .description("let these land before all others")
    .option("--job <job>", "of this job")
    .action(async (sheets: string[], options: QueueOptions & { job?: string }) =>
      perform(import("../landing/queue.ts").then(({ reorderQueue }) => reorderQueue(terminal, { sheets, ...options }))),
    );
  of(queue.command("eject"))
    .argument("<sheet>", "the sheet by id, or JOB/SHEET")
    .description("take a result out of the queue; its work is kept, tutti approve puts it back")
    .option("--job <job>", "of this job")
    .action(async (sheet: string, options: QueueOptions & { job?: string }) =>
      perform(import("../landing/queue.ts").then(({ ejectResult }) => ejectResult(terminal, { sheet, ...options }))),
    );
}

function of(command: Command): Command {
  return command.option("--repo <folder>", "the repository (default: here)").option("--json", "print as JSON");
}

function addReview(program: Command, terminal: Terminal, perform: Perform): void {
  of(program.command("review"))
    .argument(
      "[what]",
      "the job to go through (default: all of this repository), or one sheet; with one of the words below, the sheet",
    )
    .description("go through the results that wait for your word: approve, send back, drop, try")
    .option("--list", "only list them")
    .option("--diff", "list them with all that they change")
    .option("--job <job>", "the job of the sheet")
    .option("--approve", "let it land")
    .option("--send-back <text>", "have its agent go on with it: what is to be changed")
    .option("--drop", "cancel it; its work is kept")
    .option("--try", "switch this checkout to it, merged with its target as that is now")
    .option("--back", "switch this checkout back to where it was")
    .option("--detach", "return as soon as it is under way")
    .action(async (what: string | undefined, options: Omit<ReviewOptions, "what">) =>
      perform(import("../landing/review.ts").then(({ review }) => review(terminal, { what, ...options }))),
    );
}

function addUndo(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("undo")
    .argument("<sheet>", "the sheet, by id")
    .description("take back what a sheet landed, by a revert that lands like any other")
    .option("--job <job>", "its job (default: the newest of this repository that landed such a one)")
    .option("--approve", "let it land only by a person's word: tutti review")
    .option("--repo <folder>", "the repository (default: here)")
    .option("--detach", "return as soon as it is under way")
    .option("--json", "print events as JSON lines")
    .action(async (sheet: string, options: Omit<UndoOptions, "sheet">) =>
      perform(import("../landing/undo.ts").then(({ undo }) => undo(terminal, { sheet, ...options }))),
    );
}

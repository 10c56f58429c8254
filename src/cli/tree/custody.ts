import type { Command } from "commander";
import type { AimOptions } from "../snapshot/aim.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands about work that is kept. */
export const custodyCommands = [addSnapshots, addShow, addDiff, addRestore];

type Aimed = Omit<AimOptions, "what">;

function addSnapshots(program: Command, terminal: Terminal, perform: Perform): void {
  aimed(program.command("snapshots"))
    .description("list the snapshots of a sheet's work, or of the job's workspace")
    .action(async (what: string | undefined, options: Aimed) =>
      perform(import("../snapshot/snapshots.ts").then(({ snapshots }) => snapshots(terminal, { what, ...options }))),
    );
}

function addShow(program: Command, terminal: Terminal, perform: Perform): void {
  aimed(program.command("show"))
    .description("show what a snapshot is and which files it changed")
    .option("--name-only", "print only the names of the files")
    .option("--stat", "the same as without: every file with its lines")
    .action(async (what: string | undefined, options: Aimed & { nameOnly?: true }) =>
      perform(import("../snapshot/show.ts").then(({ show }) => show(terminal, { what, ...options }))),
    );
}

function addDiff(program: Command, terminal: Terminal, perform: Perform): void {
  aimed(program.command("diff"))
    .description("show what a snapshot changed: against its base, or with SHEET@m..n against an older one")
    .option("--stat", "only every file with its lines")
    .option("--name-only", "only the names of the files")
    .action(async (what: string | undefined, options: Aimed & { stat?: true; nameOnly?: true }) =>
      perform(import("../snapshot/diff.ts").then(({ diff }) => diff(terminal, { what, ...options }))),
    );
}

function addRestore(program: Command, terminal: Terminal, perform: Perform): void {
  aimed(program.command("restore"))
    .description("bring a snapshot back: to a folder, to a branch, or as the start of a new attempt")
    .option("--to <folder>", "a folder that is new or empty (default: ./SHEET-n)")
    .option("--branch <name>", "a new branch of the repository")
    .option("--attempt", "try the sheet again, going on from the snapshot")
    .action(async (what: string | undefined, options: Aimed & { to?: string; branch?: string; attempt?: true }) =>
      perform(import("../snapshot/restore.ts").then(({ restore }) => restore(terminal, { what, ...options }))),
    );
}

function aimed(command: Command): Command {
  return command
    .argument("[sheet]", "the sheet, by its id or number; SHEET@n for one snapshot (default: the newest)")
    .option("--job <job>", "the job (default: the newest of this repository)")
    .option("--workspace", "of the job's workspace instead of a sheet")
    .option("--json", "print as JSON");
}

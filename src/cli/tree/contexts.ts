import { type Command, InvalidArgumentError } from "commander";
import type { ArchiveOptions } from "../job/archive.ts";
import type { CleanOptions } from "../context/clean.ts";
import type { AdoptOptions } from "../context/adopt.ts";
import type { PruneOptions } from "../context/prune.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands about contexts, and about worktrees and clones of others. */
export const contextCommands = [addWorktree, addClean, addArchive];

function addWorktree(program: Command, terminal: Terminal, perform: Perform): void {
  const worktree = program
    .command("worktree")
    .description("contexts of Tutti's, and worktrees and clones that other tools left in a repository");
  for (const add of [addList, addShow, addRemove, addPrune, addUnlock, addAdopt]) add(worktree, terminal, perform);
}

function addList(worktree: Command, terminal: Terminal, perform: Perform): void {
  worktree
    .command("list")
    .description("list the contexts, and with --repo the worktrees of the repository, detached ones too")
    .option("--repo [folder]", "also the worktrees of this repository (default: the one here)")
    .option("--json", "print as JSON")
    .action(async (options: { repo?: string | true; json?: true }) =>
      perform(import("../context/list.ts").then(({ listWorktrees }) => listWorktrees(terminal, options))),
    );
}

function addShow(worktree: Command, terminal: Terminal, perform: Perform): void {
  worktree
    .command("show")
    .argument("<id>", "the context")
    .description("show a context: whose it is, who works in it, its newest snapshot")
    .option("--json", "print as JSON")
    .action(async (id: string, options: { json?: true }) =>
      perform(import("../context/show.ts").then(({ showWorktree }) => showWorktree(terminal, { id, ...options }))),
    );
}

function addRemove(worktree: Command, terminal: Terminal, perform: Perform): void {
  worktree
    .command("remove")
    .argument("<id>", "the context")
    .description("capture a context and remove it")
    .option("--force", "also one that is locked; never one that somebody works in")
    .option("--json", "print as JSON")
    .action(async (id: string, options: { force?: true; json?: true }) =>
      perform(
        import("../context/remove.ts").then(({ removeWorktree }) => removeWorktree(terminal, { id, ...options })),
      ),
    );
}

function addPrune(worktree: Command, terminal: Terminal, perform: Perform): void {
  worktree
    .command("prune")
    .description("clear what is left of contexts whose folder is gone; commits that only they had are kept")
    .option("--repo [folder]", "also git's notes of worktrees of this repository (default: the one here)")
    .option("-n, --dry-run", "only show what would be cleared")
    .option("--json", "print as JSON")
    .action(async (options: PruneOptions) =>
      perform(import("../context/prune.ts").then(({ pruneWorktrees }) => pruneWorktrees(terminal, options))),
    );
}

function addUnlock(worktree: Command, terminal: Terminal, perform: Perform): void {
  worktree
    .command("unlock")
    .argument("<id>", "the context")
    .description("unlock a context whose owner is dead")
    .option("--force", "also when the owner may be alive")
    .option("--json", "print as JSON")
    .action(async (id: string, options: { force?: true; json?: true }) =>
      perform(
        import("../context/unlock.ts").then(({ unlockWorktree }) => unlockWorktree(terminal, { id, ...options })),
      ),
    );
}

function addAdopt(worktree: Command, terminal: Terminal, perform: Perform): void {
  worktree
    .command("adopt")
    .argument(
      "[paths...]",
      "only these, wherever they lie (default: the worktrees of the repository, and clones in places of tools)",
    )
    .description("find worktrees and clones that other tools left, capture everything in them, and clean up")
    .option("--repo <folder>", "the repository", ".")
    .option(
      "--in <folder...>",
      "where to look for clones (default: where tools usually put them, such as .worktrees/ and REPO-worktrees/)",
    )
    .option("-n, --dry-run", "only show what would be captured and removed, and why others stay")
    .option("--keep", "capture, but remove nothing")
    .option("--force", "also those that are locked; never one that somebody works in")
    .option("--yes", "do not ask")
    .option("--json", "print as JSON")
    .action(async (paths: string[], options: Omit<AdoptOptions, "paths">) =>
      perform(
        import("../context/adopt.ts").then(({ adoptWorktrees }) => adoptWorktrees(terminal, { paths, ...options })),
      ),
    );
}

function addClean(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("clean")
    .description(
      "clear old contexts, build artefacts and trash; shows its plan first, and captures every context before it goes",
    )
    .option("-n, --dry-run", "only show the plan")
    .option("--yes", "do not ask")
    .option("--older-than <days>", "contexts of failed sheets that nobody used for so long", amount)
    .option("--max-contexts <n>", "keep at most so many contexts of failed sheets", amount)
    .option("--max-gb <n>", "let them take at most so much room", amount)
    .option("--trash", "take out all the trash, whatever its age")
    .option("--json", "print as JSON")
    .action(async (options: CleanOptions) =>
      perform(import("../context/clean.ts").then(({ clean }) => clean(terminal, options))),
    );
}

function addArchive(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("archive")
    .argument("<job>", "a job that is not being played")
    .description("put a job away: capture and remove its contexts, empty its trash, leave it out of the list")
    .option("--forget", "also delete its snapshots, for good")
    .option("--yes", "do not ask")
    .option("--json", "print as JSON")
    .action(async (job: string, options: Omit<ArchiveOptions, "job">) =>
      perform(import("../job/archive.ts").then(({ archive }) => archive(terminal, { job, ...options }))),
    );
}

function amount(text: string): number {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) throw new InvalidArgumentError("It must be a number, such as 7 or 0.5.");
  return Number(text);
}

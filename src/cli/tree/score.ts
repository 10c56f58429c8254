import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands about scores: nothing is played. */
export const scoreCommands = [addValidate, addInit, addImport, addSchema];

function addValidate(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("validate")
    .argument("<files...>", "the scores to look at")
    .description("say what is wrong with scores, and what they would do")
    .option("-v, --verbose", "show notes too, and what every sheet would do")
    .option("--sheet <sheet>", "show what only this sheet would do: its id or its number")
    .option("--strict", "let warnings count as errors")
    .option("--fix", "repair in the file what can be repaired for certain")
    .option("-n, --dry-run", "with --fix: only show what would be repaired")
    .option("--json", "print as JSON, with every sheet's prompt and validations")
    .action(
      async (
        files: string[],
        options: { verbose?: true; sheet?: string; strict?: true; fix?: true; dryRun?: true; json?: true },
      ) => perform(import("../score/validate.ts").then(({ validate }) => validate(terminal, { files, ...options }))),
    );
}

function addInit(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("init")
    .argument("[name]", "name of the score", "score")
    .description("write a score to start from, and the schema by which editors check it")
    .option("-t, --template <template>", "what kind of score; --list shows them", "basic")
    .option(
      "--agent <agent>",
      "who does the work: the name of an agent, or a command as words or as a JSON list",
      "claude",
    )
    .option("--path <folder>", "where to write it", ".")
    .option("--list", "show the templates")
    .option("--force", "write over files that are there")
    .option("--json", "print as JSON")
    .action(
      async (
        name: string,
        options: { template: string; agent: string; path: string; list?: true; force?: true; json?: true },
      ) => perform(import("../score/init.ts").then(({ init }) => init(terminal, { name, ...options }))),
    );
}

function addImport(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("import")
    .argument("<file>", "a Mozart score")
    .description("turn a Mozart score into one of Tutti's own shape that behaves the same")
    .option("--out <file>", "where to write it (default: stdout)")
    .option("--force", "write over a file that is there")
    .option("--json", "print as JSON")
    .action(async (file: string, options: { out?: string; force?: true; json?: true }) =>
      perform(import("../score/import.ts").then(({ importScore }) => importScore(terminal, { file, ...options }))),
    );
}

function addSchema(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("schema")
    .description("print the JSON Schema of scores, for editors")
    .option("--out <file>", "where to write it (default: stdout)")
    .option("--force", "write over a file that is not such a schema")
    .action(async (options: { out?: string; force?: true }) =>
      perform(import("../score/schema.ts").then(({ schema }) => schema(terminal, options))),
    );
}

import { Command, CommanderError } from "commander";
import { requireOpenFiles } from "../../base/files/open-files.ts";
import { exitCodes } from "../exit-codes.ts";
import { isPaged } from "../terminal/paging/paged.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { version } from "../version.ts";
import type { Perform } from "./command.ts";
import { contents } from "./contents.ts";

/**
 * Runs a command line and returns its exit code. One that is wrong here may be right for another program that people
 * come from.
 */
export async function runCommandLine(terminal: Terminal, argv: readonly string[], json: boolean): Promise<number> {
  const complaints: string[] = [];
  const complain = (text: string): void => void complaints.push(text);
  try {
    return await runWords(terminal, helpOf(argv), { json, complain });
  } catch (error) {
    const isWrong = error instanceof CommanderError && error.exitCode !== 0 && argv.length > 2;
    const meant = isWrong ? (await import("../habits/understand.ts")).understand(terminal, argv, json) : undefined;
    if (meant !== undefined) return runWords(terminal, meant, { json, complain: terminal.err });
    for (const text of complaints) terminal.err(text);
    throw error;
  }
}

interface Reading {
  readonly json: boolean;
  /** Receives what is wrong with the words. */
  readonly complain: (text: string) => void;
}

async function runWords(terminal: Terminal, words: readonly string[], { json, complain }: Reading): Promise<number> {
  let code: number = exitCodes.good;
  const perform: Perform =
    (run) =>
    async (...given) => {
      const command = given.at(-1) as Command;
      const options = optionsFrom(given);
      const shown = program.opts()["quiet"] === true ? quietly(terminal) : terminal;
      const call = { name: command.name(), options };
      code = isPaged(call, process)
        ? await (await import("../terminal/paging/pager.ts")).throughPager(shown, (paged) =>
            run(paged, options as never),
          )
        : await run(shown, options as never);
    };
  const program = makeProgram({ err: complain }, json);
  await declareCommands(program, perform, (name) => words.includes(name));
  if (words.length < 3 || words.includes("--help") || words.includes("-h"))
    await (await import("../help/pages.ts")).showMore(program);
  await program.parseAsync([...words]);
  return code;
}

/** `tutti help run` is `tutti run --help`; topics and codes are for the command `help` itself. */
function helpOf(argv: readonly string[]): readonly string[] {
  const [node = "", program = "", help, ...words] = argv;
  if (help !== "help" || !contents.some(({ entries }) => entries.some(([name]) => name === words[0]))) return argv;
  return [node, program, ...words, "--help"];
}

/** Adds every command. Only those that are called are loaded and declared in full: `--help` must not pay for the others. */
export async function declareCommands(
  program: Command,
  perform: Perform,
  isCalled: (name: string) => boolean,
): Promise<void> {
  for (const { title, entries } of contents) {
    program.commandsGroup(title);
    for (const [name, summary, load] of entries) {
      const command = program
        .command(name)
        .summary(summary)
        .showHelpAfterError(`(tutti ${name} --help shows how it is used)`);
      if (isCalled(name)) (await load()).declare(command.description(summary), perform);
    }
  }
  program.helpCommand(false);
}

/** Notes and progress are left out; errors are said elsewhere. */
function quietly(terminal: Terminal): Terminal {
  return { ...terminal, isLive: false, err: () => undefined, raw: () => undefined };
}

/** Commander gives an action its arguments, then its options, then its command. */
function optionsFrom(given: readonly unknown[]): object {
  const command = given.at(-1) as Command;
  const args = command.registeredArguments.map((argument, place) => [argument.name(), given[place]] as const);
  return { ...command.opts(), ...Object.fromEntries(args) };
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}${summary === "" || summary.endsWith(".") ? "" : "."}`;
}

export function makeProgram(terminal: Pick<Terminal, "err">, json: boolean): Command {
  return new Command("tutti")
    .description("Run many coding agents on one repository, each in its own context, and land every result with proof.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .configureHelp({ commandDescription: (command) => sentence(command.description()) })
    .option("--local", "run in this process, in a home of its own, without a conductor (TUTTI_LOCAL=1)")
    .option("-q, --quiet", "print only results and errors")
    .hook("preAction", (command) => {
      requireOpenFiles();
      if (command.opts()["local"] === true) process.env["TUTTI_LOCAL"] = "1";
    })
    .exitOverride()
    .configureOutput({
      writeErr: (text) => {
        if (!json) terminal.err(text.trimEnd());
      },
    })
    .showHelpAfterError("(tutti --help lists the commands)");
}

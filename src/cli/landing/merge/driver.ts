import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { visible } from "../../../base/text.ts";
import { openDesk } from "../../../landing/merge/alone/desk.ts";
import { type DriverSetup, installDriver, uninstallDriver } from "../../../landing/merge/alone/driver.ts";
import { mergeFiles } from "../../../landing/merge/alone/merge-files.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type Declare, invokedAs } from "../../tree/command.ts";
import { dryRunOption, repoOption } from "../../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .command("install")
    .description("let git call Tutti where both sides changed a file of this repository")
    .argument("[patterns...]", 'files, as in .gitattributes (default: "*")')
    .addOption(repoOption)
    .addOption(dryRunOption)
    .action(perform(install));
  command
    .command("uninstall")
    .description("remove what install wrote")
    .addOption(repoOption)
    .addOption(dryRunOption)
    .action(perform(uninstall));
  command
    .command("run")
    .description("merge one file: git calls this")
    .argument("<base>", "file that both sides started from (%O)")
    .argument("<ours>", "file of one side, which gets the merge (%A)")
    .argument("<theirs>", "file of the other side (%B)")
    .argument("<path>", "its name in the repository (%P)")
    .action(perform(run));
};

interface Options {
  readonly repo: string;
  readonly dryRun?: true;
}

async function install(
  terminal: Terminal,
  options: Options & { readonly patterns: readonly string[] },
): Promise<number> {
  const setup = await installDriver(openDesk(process.env), {
    folder: resolve(options.repo),
    program: quoted(invokedAs(process)),
    patterns: options.patterns.length === 0 ? ["*"] : options.patterns,
    isDryRun: options.dryRun === true,
  });
  tell(terminal, setup, options.dryRun === true ? "would add" : "added");
  terminal.err("To undo: tutti merge-driver uninstall");
  return exitCodes.good;
}

async function uninstall(terminal: Terminal, options: Options): Promise<number> {
  const isDryRun = options.dryRun === true;
  const setup = await uninstallDriver(openDesk(process.env), { folder: resolve(options.repo), isDryRun });
  if (setup.config.lines.length + setup.attributes.lines.length === 0) terminal.err("Nothing is installed here.");
  tell(terminal, setup, isDryRun ? "would remove" : "removed");
  return exitCodes.good;
}

function tell(terminal: Terminal, { config, attributes }: DriverSetup, did: string): void {
  for (const { path, lines } of [config, attributes]) {
    if (lines.length === 0) continue;
    terminal.err(`${did}, in ${visible(path)}:`);
    for (const line of lines) terminal.out(`  ${visible(line)}`);
  }
}

/** git takes 1 as "a conflict is left". */
async function run(
  terminal: Terminal,
  { base, ours, theirs, path }: Readonly<Record<"base" | "ours" | "theirs" | "path", string>>,
): Promise<number> {
  const files = { base, ours, theirs };
  const merged = await mergeFiles(openDesk(process.env), { folder: process.cwd(), files, path });
  writeFileSync(ours, merged.text);
  if (merged.kind === "merged") {
    if (merged.way !== "git") terminal.err(`tutti merged ${visible(path)} by ${merged.way}: ${merged.reason}`);
    return exitCodes.good;
  }
  return exitCodes.failed;
}

/** git hands the line to a shell, from the top of the repository. */
function quoted(program: string): string {
  if (program === "tutti") return program;
  return `'${resolve(program).replaceAll("'", "'\\''")}'`;
}

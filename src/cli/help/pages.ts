import type { Command } from "commander";
import type { Examples } from "./examples.ts";

/**
 * Adds examples to the help of every command that is declared, and the ways to more to that of Tutti itself, which
 * loads no others.
 */
export async function showMore(program: Command): Promise<void> {
  program.addHelpText(
    "after",
    `
Examples:
${exampleText([
  ['tutti task "fix the failing test"', "run one agent on a prompt"],
  ["tutti run score.yaml", "run a score"],
  ["tutti status", "see how the newest job goes"],
])}

tutti COMMAND --help shows options and examples of a command.
tutti help lists topics; tutti help E104 explains a code.`,
  );
  const declared = program.commands.filter((command) => command.description() !== "");
  if (declared.length === 0) return;
  const { examples } = await import("./examples.ts");
  for (const command of declared) addExamples(command, command.name(), examples);
}

/** Those of a command with commands of its own are shown by each of them too, as far as they are about it. */
function addExamples(command: Command, path: string, examples: Examples): void {
  const all = examples[path.split(" ")[0] ?? ""] ?? [];
  const own = all.filter(([line]) => (path.includes(" ") ? `${line} `.startsWith(`tutti ${path} `) : true));
  if (own.length > 0) command.addHelpText("after", `\nExamples:\n${exampleText(own)}`);
  for (const child of command.commands) {
    addExamples(child, `${path} ${child.name()}`, examples);
    child.helpCommand(false);
  }
  if (command.commands.length > 0) command.helpCommand(false);
}

function exampleText(all: Examples[string]): string {
  return all.map(([line, does]) => `  ${line}\n      ${does}`).join("\n");
}

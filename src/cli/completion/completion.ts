import { readFileSync } from "node:fs";
import { Argument } from "commander";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";

const files = { bash: "tutti.bash", zsh: "_tutti", fish: "tutti.fish" } as const;

export const declare: Declare = (command, perform) => {
  command
    .description("Print the completion script of a shell: commands, options, and the names of jobs and sheets.")
    .addArgument(new Argument("<shell>", "shell").choices(Object.keys(files)))
    .action(perform(completion));
};

/** The scripts come with the package; `npm run docs` makes them from the commands. */
function completion(terminal: Terminal, { shell }: { readonly shell: keyof typeof files }): Promise<number> {
  const file = new URL(`../../../share/completions/${files[shell]}`, import.meta.url);
  terminal.out(readFileSync(file, "utf8").trimEnd());
  return Promise.resolve(exitCodes.good);
}

// Completion scripts and the man page, made from the commands. `npm run docs` writes them into share/.
import { showMore } from "../../src/cli/help/pages.ts";
import { declareCommands, makeProgram } from "../../src/cli/tree/tree.ts";
import { bash } from "./bash.ts";
import { fish } from "./fish.ts";
import { man } from "./man.ts";
import { nodesOf } from "./nodes.ts";
import { zsh } from "./zsh.ts";

/** Every file that is made, by its path. */
export async function shellFiles(): Promise<Readonly<Record<string, string>>> {
  const program = makeProgram({ err: () => undefined }, true);
  await declareCommands(
    program,
    () => () => Promise.resolve(),
    () => true,
  );
  await showMore(program);
  const nodes = nodesOf(program, "");
  return {
    "share/completions/tutti.bash": bash(nodes),
    "share/completions/_tutti": zsh(nodes),
    "share/completions/tutti.fish": fish(nodes),
    "share/man/man1/tutti.1": man(nodes),
  };
}

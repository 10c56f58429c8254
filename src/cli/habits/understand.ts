import { usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { lineOf, translate } from "./translate.ts";

/**
 * The command to run for a command line of another program; refused with the line to type if there is no such command.
 */
export function understand(terminal: Terminal, argv: readonly string[], json: boolean): readonly string[] | undefined {
  const [node = "", program = "", ...words] = argv;
  const meant = translate(words);
  if (meant === undefined) return undefined;
  if (meant.kind === "answer")
    throw usage(`${JSON.stringify(words.join(" "))} is known from ${meant.of}, not here`, meant.answer);
  if (!json)
    for (const note of [`understood as: ${lineOf(meant.words)}`, ...meant.notes]) terminal.err(terminal.dim(note));
  return [node, program, ...meant.words];
}

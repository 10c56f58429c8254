import { visible } from "../../base/text.ts";
import { exitCodes } from "../exit-codes.ts";
import { schemaText, writeSchema } from "./init/files.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";

export const declare: Declare = (command, perform) => {
  command
    .option("--out <file>", "file to write (default: stdout)")
    .option("--force", "overwrite a file that is not such a schema")
    .action(perform(schema));
};

/** The JSON Schema of scores in Tutti's own shape, for editors and other programs. */
export async function schema(
  terminal: Terminal,
  options: { readonly out?: string; readonly force?: true },
): Promise<number> {
  if (options.out === undefined) terminal.out(schemaText());
  else {
    await writeSchema({ path: options.out, force: options.force === true });
    terminal.err(`wrote ${visible(options.out)}`);
  }
  return exitCodes.good;
}

import { requireJobHere } from "../job/choose.ts";
import { playInFront } from "../play.ts";
import { environmentHere } from "../setting.ts";
import { readPiped, usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { detachOption, jobOption, jsonLinesOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command

    .description(
      "Give the agent of a sheet more instructions. It continues with the same work, in the same session if it can.",
    )
    .argument("<sheet>", "sheet by id, number or name, or JOB/SHEET")
    .argument("[text]", "instructions for its agent (default: stdin)")
    .addOption(jobOption)
    .addOption(detachOption)
    .addOption(jsonLinesOption)
    .action(perform(tell));
};

interface TellOptions {
  readonly sheet: string;
  /** None, or `-`: what is piped in. */
  readonly text: string | undefined;
  readonly job?: string;
  readonly detach?: true;
  readonly json?: true;
}

export async function tell(terminal: Terminal, options: TellOptions): Promise<number> {
  const { sheet } = options;
  const text = await requireText(options.text);
  const how = { json: options.json === true, detach: options.detach === true, showNotes: true } as const;
  return playInFront(terminal, how, async (tutti, key) =>
    tutti.call("sheet.tell", {
      job: await requireJobHere(tutti, options.job),
      sheet,
      text,
      environment: environmentHere(),
      key,
    }),
  );
}

async function requireText(given: string | undefined): Promise<string> {
  const text = given === undefined || given === "-" ? await readPiped() : given;
  if (text !== undefined && text.trim() !== "") return text;
  throw usage("what is it to be told?", 'Say it: tutti tell SHEET "also change the docs" (or pipe it in).');
}

import { playInFront } from "../play.ts";
import { environmentHere } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { detachOption, jsonLinesOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("<job>", "job")
    .argument("[sheets...]", "sheets by id or number (default: all that wait for approval)")
    .addOption(detachOption)
    .addOption(jsonLinesOption)
    .action(perform(approve));
};

interface ApproveOptions {
  readonly job: string;
  /** None: all that wait for it. */
  readonly sheets: readonly string[];
  readonly detach?: true;
  readonly json?: true;
}

export async function approve(terminal: Terminal, { job, sheets, detach, json }: ApproveOptions): Promise<number> {
  return playInFront(terminal, { json: json === true, detach: detach === true, showNotes: true }, (tutti, key) =>
    tutti.call("sheet.approve", {
      job,
      key,
      environment: environmentHere(),
      ...(sheets.length === 0 ? {} : { sheets: [...sheets] }),
    }),
  );
}

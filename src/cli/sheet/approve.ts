import { requireSheets } from "../named.ts";
import { playInFront } from "../play.ts";
import { environmentHere } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { detachOption, jsonLinesOption, namesOf } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .usage("[options] [JOB] [SHEET...]")
    .argument("[names...]", namesOf("all that wait for approval"))
    .addOption(detachOption)
    .addOption(jsonLinesOption)
    .action(perform(approve));
};

interface ApproveOptions {
  readonly names: readonly string[];
  readonly detach?: true;
  readonly json?: true;
}

export async function approve(terminal: Terminal, { names, detach, json }: ApproveOptions): Promise<number> {
  return playInFront(terminal, { json: json === true, detach: detach === true, showNotes: true }, async (tutti, key) =>
    tutti.call("sheet.approve", {
      ...(await requireSheets(terminal, tutti, names)),
      key,
      environment: environmentHere(),
    }),
  );
}

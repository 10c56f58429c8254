import { playInFront } from "../play.ts";
import { environmentHere } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { detachOption, jsonLinesOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("<job>", "job")
    .argument("[sheets...]", "sheets by id or number (default: all that failed or were cancelled)")
    .addOption(detachOption)
    .addOption(jsonLinesOption)
    .action(perform(retry));
};

interface RetryOptions {
  readonly job: string;
  /** None: all that failed or were cancelled. */
  readonly sheets: readonly string[];
  readonly detach?: true;
  readonly json?: true;
}

export async function retry(terminal: Terminal, { job, sheets, detach, json }: RetryOptions): Promise<number> {
  return playInFront(terminal, { json: json === true, detach: detach === true }, (tutti, key) =>
    tutti.call("job.retry", {
      job,
      key,
      environment: environmentHere(),
      ...(sheets.length === 0 ? {} : { sheets: [...sheets] }),
    }),
  );
}

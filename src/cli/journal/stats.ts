import { exitCodes } from "../exit-codes.ts";
import { statsLines } from "./stats-lines.ts";
import { asking } from "../look.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .option("--tool <tool>", "only this tool")
    .option("-v, --verbose", "break down by strategy and agent")
    .addOption(jsonOption)
    .action(perform(stats));
};

export interface StatsOptions {
  readonly tool?: string;
  readonly verbose?: true;
  readonly json?: true;
}

/** How often findings were mended, as verification measured it. */
export async function stats(terminal: Terminal, { tool, verbose, json }: StatsOptions): Promise<number> {
  const { tallies } = await asking(terminal, (tutti) => tutti.call("findings.stats", {}));
  const wanted = tool === undefined ? tallies : tallies.filter((tally) => tally.tool === tool);
  if (json === true) terminal.out(JSON.stringify({ tallies: wanted }));
  else for (const line of statsLines(terminal, wanted, { tool, verbose: verbose === true })) terminal.out(line);
  return exitCodes.good;
}

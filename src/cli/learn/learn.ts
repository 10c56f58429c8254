import type { Command } from "commander";
import type { LearnStats } from "../../api/contract/learn.ts";
import { dollars, plural } from "../../base/text.ts";
import type { WorkStats } from "../../learning/outcomes/stats.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { shortName } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  const add = (name: string, description: string): Command =>
    command
      .command(name, { isDefault: name === "stats" })
      .description(description)
      .addOption(jsonOption);
  add("stats", "show what became of attempts, by kind of work and agent (default)").action(perform(showStats));
};

interface LearnOptions {
  readonly json?: true;
}

async function showStats(terminal: Terminal, { json }: LearnOptions): Promise<number> {
  const stats = await ask(terminal, (tutti) => tutti.call("learn.stats", {}));
  if (json === true) terminal.out(JSON.stringify(stats));
  else for (const line of statsLines(terminal, stats)) terminal.out(line);
  return exitCodes.good;
}

/** What was measured, as a table; figures that few attempts carry say so by their interval. */
function statsLines(terminal: Terminal, { attempts, work, findings }: LearnStats): readonly string[] {
  if (work.length === 0)
    return [
      "no attempt is recorded yet",
      "Every attempt that Tutti plays is counted here, once it has landed or failed.",
    ];
  return [
    ...tableLines(terminal, {
      columns: [
        { head: "work" },
        { head: "agent" },
        { head: "strategy", rank: 3 },
        { head: "attempts", rank: 2 },
        { head: "landed" },
        { head: "undone", rank: 4 },
        { head: "rate (95 %)" },
        { head: "$ a landing", rank: 1 },
      ],
      rows: work.map((row) => ({ cells: cellsOf(row) })),
    }),
    "",
    `${plural(attempts, "attempt")}; landed: on the target when it was last looked at. Limits, logins, conflicts and interruptions don't count.`,
    ...(findings.length === 0 ? [] : ["By tool and rule: tutti stats"]),
  ];
}

function cellsOf(row: WorkStats): readonly string[] {
  const { work, agent, model, strategy, attempts, landed, counted, undone, rate, usdPerLanded } = row;
  return [
    shortName(work),
    shortName(model === null ? agent : `${agent} (${model})`),
    strategy ?? "",
    String(attempts),
    `${String(landed)} of ${String(counted)}`,
    undone === 0 ? "" : String(undone),
    rate === null ? "–" : `${percent(rate)} (${percent(row.low)} to ${percent(row.high)})`,
    usdPerLanded === null ? "" : dollars(usdPerLanded),
  ];
}

function percent(share: number): string {
  return `${String(Math.round(share * 100))} %`;
}

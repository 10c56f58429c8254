import type { Command } from "commander";
import type { LearnEvaluation, LearnStats } from "../../api/contract/learn.ts";
import { dollars, plural } from "../../base/text.ts";
import type { WorkStats } from "../../learning/outcomes/stats.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { shortName } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, wholeNumber } from "../tree/options.ts";
import {
  acceptPattern,
  addPattern,
  explainPattern,
  exportLearned,
  forgetLearned,
  importLearned,
  listPatterns,
  showDrift,
} from "./patterns.ts";
import { type LearnOptions, percent } from "./words.ts";

export const declare: Declare = (command, perform) => {
  const add = (name: string, description: string): Command =>
    command
      .command(name, { isDefault: name === "stats" })
      .description(description)
      .addOption(jsonOption);
  add("stats", "show what became of attempts, by kind of work and agent (default)").action(perform(showStats));
  add("evaluate", "show whether routing by measured success is good, on recorded attempts")
    .argument("[agents...]", "agents to choose from, as tutti learn stats names them (default: all recorded)")
    .option("--min-success <share>", "as routing.min_success (default: 0.5)")
    .action(perform(showEvaluation));
  add("patterns", "list notes for prompts, with their measured effect").action(perform(listPatterns));
  add("why", "show what a pattern is, what its comparison says, and what follows")
    .argument("<pattern>", "as tutti learn patterns names it")
    .action(perform(explainPattern));
  add("add", "add a note for prompts; its effect is compared where learning.prompts is on")
    .argument("<text>", "what was done, and when it applies; a few lines")
    .option("--work <kind>", "only for this kind of work")
    .option("--agent <agent>", "only for this agent")
    .action(perform(addPattern));
  add("accept", "let a pattern that an agent proposed be compared")
    .argument("<pattern>", "as tutti learn patterns names it")
    .action(perform(acceptPattern));
  add("drift", "show how the success of agents changed, and how evenly they are tried")
    .option("--window <attempts>", "how many of the newest attempts to compare (default: 50)")
    .action(perform(showDrift));
  command
    .command("export")
    .description("print patterns and records as JSON, for another Tutti")
    .option("-o, --output <file>", "write it into a new file")
    .action(perform(exportLearned));
  add("import", "read patterns and records that another Tutti exported")
    .argument("<file>", "written by tutti learn export")
    .action(perform(importLearned));
  add("forget", "delete a pattern, or records of attempts")
    .argument("[pattern]", "as tutti learn patterns names it")
    .option("--older-than <days>", "records of attempts older than this; 0: all", wholeNumber(0, 36_500))
    .action(perform(forgetLearned));
};

async function showStats(terminal: Terminal, { json }: LearnOptions): Promise<number> {
  const stats = await ask(terminal, (tutti) => tutti.call("learn.stats", {}));
  if (json === true) terminal.out(JSON.stringify(stats));
  else for (const line of statsLines(terminal, stats)) terminal.out(line);
  return exitCodes.good;
}

async function showEvaluation(
  terminal: Terminal,
  { json, agents, minSuccess }: LearnOptions & { readonly agents: readonly string[]; readonly minSuccess?: string },
): Promise<number> {
  const asked = { agents: [...agents], ...(minSuccess === undefined ? {} : { minSuccess: Number(minSuccess) }) };
  const found = await ask(terminal, (tutti) => tutti.call("learn.evaluate", asked));
  if (json === true) terminal.out(JSON.stringify(found));
  else for (const line of evaluationLines(terminal, found)) terminal.out(line);
  return found.isGood ? exitCodes.good : exitCodes.failed;
}

function evaluationLines(terminal: Terminal, found: LearnEvaluation): readonly string[] {
  const row = (name: string, { counted, landed, usd }: LearnEvaluation["routed"]): { cells: readonly string[] } => ({
    cells: [
      shortName(name),
      String(counted),
      counted === 0 ? "–" : percent(landed / counted),
      landed === 0 || usd === 0 ? "" : dollars(usd / landed),
    ],
  });
  const verdict = found.isGood ? terminal.green("may be switched on") : terminal.yellow("is refused");
  return [
    ...tableLines(terminal, {
      columns: [{ head: "agent" }, { head: "attempts" }, { head: "landed" }, { head: "$ a landing" }],
      rows: [...found.agents.map((share) => row(share.agent, share)), row("by measured success", found.routed)],
    }),
    "",
    `Routing by measured success ${verdict}: ${found.why}.`,
    ...(found.ratio === null
      ? []
      : [
          `A landing costs ${found.ratio.value.toFixed(2)} times as much as with ${shortName(found.best?.agent ?? "")} alone (95 %: ${found.ratio.low.toFixed(2)} to ${found.ratio.high.toFixed(2)}).`,
        ]),
  ];
}

/** The measurements as a table; the interval of a figure shows that it rests on few attempts. */
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

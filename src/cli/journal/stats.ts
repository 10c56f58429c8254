import { plural, visible } from "../../base/text.ts";
import type { Tally } from "../../findings/tally.ts";
import { addUp, byKind, isDifficult, isMastered, type KindTally } from "../../fix/choose/strategy.ts";
import { padEnd, padStart, widthOf } from "../../fix/report/formats/width.ts";
import { agentWord, autofixer } from "../../fix/report/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { shortName } from "../terminal/prose.ts";
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

interface StatsOptions {
  readonly tool?: string;
  readonly verbose?: true;
  readonly json?: true;
}

/** How often findings were fixed, as verification measured it. */
export async function stats(terminal: Terminal, { tool, verbose, json }: StatsOptions): Promise<number> {
  const { tallies } = await ask(terminal, (tutti) => tutti.call("findings.stats", {}));
  const wanted = tool === undefined ? tallies : tallies.filter((tally) => tally.tool === tool);
  if (json === true) terminal.out(JSON.stringify({ tallies: wanted }));
  else for (const line of statsLines(terminal, wanted, { tool, verbose: verbose === true })) terminal.out(line);
  return exitCodes.good;
}

interface StatsAsked {
  readonly tool: string | undefined;
  readonly verbose: boolean;
}

/**
 * The measurements as a table by tool and code; below it the kinds that agents rarely fix, and those that they mostly
 * fix.
 */
function statsLines(terminal: Terminal, tallies: readonly Tally[], { tool, verbose }: StatsAsked): readonly string[] {
  const kinds = byKind(tallies);
  if (kinds.length === 0) return nothingMeasured(tool);
  const rows = [titles, ...kinds.flatMap((kind) => [rowOf(kind), ...(verbose ? detailsOf(kind, tallies) : [])])];
  const [title = "", ...lines] = aligned(rows);
  return [
    terminal.bold(title),
    ...lines,
    ...named(
      terminal.yellow("difficult"),
      kinds.filter(isDifficult),
      "less than half of them are fixed; advice of your own in .tutti/advice may help",
    ),
    ...named(terminal.green("mastered"), kinds.filter(isMastered), "at least 80 % of them are fixed"),
  ];
}

function nothingMeasured(tool: string | undefined): readonly string[] {
  return tool === undefined
    ? ["nothing measured yet", "Run tutti fix in a repository with findings: what becomes of them is counted here."]
    : [
        `nothing measured yet of ${visible(tool)}`,
        "tutti stats shows all tools that were measured; tutti fix measures more.",
      ];
}

const titles = ["tool", "code", "tried", "fixed", "rate", "introduced", "by the tool itself"];

function rowOf({ tool, code, tried, fixed, rate, introduced, autofixed }: KindTally): readonly string[] {
  return [
    shortName(tool),
    codeOf(code),
    String(tried),
    String(fixed),
    percent(rate),
    String(introduced),
    String(autofixed),
  ];
}

/** One row for each strategy and agent. */
function detailsOf({ tool, code }: KindTally, tallies: readonly Tally[]): readonly (readonly string[])[] {
  const own = tallies.filter((tally) => tally.tool === tool && tally.code === code);
  // An auto-fixer is run by a program of Tutti's, at any path.
  return addUp(
    own.map((tally) => ({ ...tally, agent: tally.strategy === "autofix" ? autofixer : agentWord(tally.agent) })),
  ).map(({ strategy, agent, tried, fixed, introduced }) => [
    "",
    `  ${strategy === "autofix" ? agent : `${strategy}, ${shortName(agent)}`}`,
    String(tried),
    String(fixed),
    percent(tried === 0 ? null : fixed / tried),
    String(introduced),
    "",
  ]);
}

function named(title: string, kinds: readonly KindTally[], why: string): readonly string[] {
  if (kinds.length === 0) return [];
  return [
    "",
    `${title}: ${plural(kinds.length, "kind")}, ${why}`,
    ...kinds.map(({ tool, code, rate }) => `  ${shortName(tool)} ${codeOf(code)} ${percent(rate)}`),
  ];
}

function codeOf(code: string): string {
  return code === "" ? "(no code)" : shortName(code);
}

function percent(rate: number | null): string {
  return rate === null ? "–" : `${Math.round(rate * 100)} %`;
}

/** Names to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ""))));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? padEnd : padStart)(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

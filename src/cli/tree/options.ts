import { InvalidArgumentError, Option } from "commander";
import { durationMs } from "../../score/duration.ts";

/** Options that several commands have. */
export const jsonOption = new Option("--json", "print JSON");
export const jsonLinesOption = new Option("--json", "print events as JSON lines");
export const yesOption = new Option("--yes", "do not ask for confirmation");
export const dryRunOption = new Option("-n, --dry-run", "show what would happen and change nothing");
export const repoOption = new Option("--repo <folder>", "repository").default(".", "the current folder");
export const newestJob = "job (default: the newest of this repository)";
export const jobOption = new Option("--job <job>", newestJob);
export const detachOption = new Option("--detach", "return as soon as the conductor has accepted the work");
export const priorityOption = new Option(
  "--priority <n>",
  "share of the machine compared with other jobs, from -5 to 5; each step doubles it",
).argParser(rank);
export const parallelOption = new Option("-j, --parallel <n>", "run up to this many sheets at once").argParser(
  positive,
);
export const prOption = new Option("--pr", "open a pull request for each sheet instead of landing it");
export const draftOption = new Option("--draft", "open draft pull requests instead of landing");
export const approveOption = new Option("--approve", "land nothing before tutti approve");
export const targetOption = new Option("--target <branch>", "branch to land on (default: the one checked out)");
export const agentOption = new Option("--agent <name>", "agent (default: the setting agents.default)");
export const modelOption = new Option("--model <model>", "model of the agent");
export const fallbackOption = new Option(
  "--fallback <agent>",
  "agent that takes over if the first cannot; repeatable",
).argParser(oneMore);
export const maxCostOption = new Option("--max-cost <usd>", "cost limit of the whole job in US dollars").argParser(
  money,
);
export const timeoutOption = new Option(
  "--timeout <duration>",
  "time limit per sheet, such as 90s, 20m or 2h",
).argParser(duration);

/** Commander reads both names as negations (of `--isolation` and of `--start`); they are options of their own. */
export const inPlaceOption = asWritten(
  new Option("--no-isolation", "work in the folder itself, without contexts; nothing lands").conflicts([
    "isolation",
    "per",
  ]),
);
export const noStartOption = asWritten(
  new Option("--no-start", "fail if no conductor is running, instead of starting one"),
);

function asWritten(option: Option): Option {
  option.negate = false;
  return option;
}

export function positive(text: string): number {
  return within(text, 1, 1000);
}

/** For an option with a range of its own. */
export function upTo(most: number): (text: string) => number {
  return (text) => within(text, 1, most);
}

/** Of a job among others. */
function rank(text: string): number {
  return within(text, -5, 5);
}

/** In the journal. */
export function position(text: string): number {
  return within(text, 0, Number.MAX_SAFE_INTEGER);
}

/** In US dollars. */
export function money(text: string): number {
  const value = Number(text.replace(/^\$/, ""));
  if (!/^\$?\d+(?:\.\d+)?$/.test(text) || value <= 0 || value > 1_000_000)
    throw new InvalidArgumentError("It must be an amount of US dollars, such as 2.50.");
  return value;
}

/** In milliseconds. */
export function duration(text: string): number {
  const meant = durationMs(/^\d+$/.test(text) ? Number(text) : text);
  if (meant.kind === "wrong") throw new InvalidArgumentError(`It ${meant.why}.`);
  return meant.value;
}

/** For a repeatable option. A variadic one would swallow the arguments after it. */
export function oneMore(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

export function amount(text: string): number {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) throw new InvalidArgumentError("It must be a number, such as 7 or 0.5.");
  return Number(text);
}

function within(text: string, least: number, most: number): number {
  const value = Number(text);
  const isWhole = /^-?\d+$/.test(text) && value >= least && value <= most;
  if (!isWhole)
    throw new InvalidArgumentError(
      most === Number.MAX_SAFE_INTEGER
        ? "It must be a whole number."
        : `It must be a whole number from ${least} to ${most}.`,
    );
  return value;
}

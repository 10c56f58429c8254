import { type Command, InvalidArgumentError, Option } from "commander";
import { defaultWords, jobOptions, type OptionRow } from "../../plan/options.ts";
import { durationMs } from "../../score/duration.ts";

/** Options that several commands have. */
export const jsonOption = new Option("--json", "print JSON");
export const jsonLinesOption = new Option("--json", "print events as JSON lines");
export const yesOption = new Option("--yes", "do not ask for confirmation");
export const dryRunOption = new Option("-n, --dry-run", "show what would happen and change nothing");
export const repoOption = new Option("--repo <folder>", "repository").default(".", "the current folder");
export const newestJob = "job (default: the newest of this repository)";
/** The words of a command about some sheets of one job. */
export function namesOf(usual: string): string {
  return `job (default: the newest of this repository), then sheets (default: ${usual}); or JOB/SHEET`;
}
export const jobOption = new Option("--job <job>", newestJob);
export const forceOption = optionOf(jobOptions.force);
export const detachOption = optionOf(jobOptions.detach);
export const noStartOption = optionOf(jobOptions.noStart);
export const parallelOption = optionOf(jobOptions.parallel);
export const priorityOption = optionOf(jobOptions.priority);

/** Adds options of the commands that make a job. */
export function offer(command: Command, names: readonly (keyof typeof jobOptions)[]): Command {
  for (const name of names) command.addOption(optionOf(jobOptions[name]));
  return command;
}

export function optionOf(row: OptionRow): Option {
  const { flag, takes, about, conflicts = [] } = row;
  const usual = defaultWords(row);
  const option = new Option(flag, `${about}${rangeOf(row)}${usual === null ? "" : ` (default: ${usual})`}`);
  // Commander reads --no- as a negation and would set its opposite where nothing was said.
  option.negate = false;
  option.conflicts([...conflicts]);
  if (takes === "texts") option.argParser(oneMore);
  if (takes === "duration") option.argParser(duration);
  if (takes === "money") option.argParser(money);
  if (typeof takes === "object" && "most" in takes)
    option.argParser((text: string) => within(text, takes.least ?? 1, takes.most));
  if (typeof takes === "object" && "oneOf" in takes) option.choices(takes.oneOf);
  return option;
}

function rangeOf({ takes }: OptionRow): string {
  if (takes === "texts") return "; repeatable";
  const isNarrow = typeof takes === "object" && "most" in takes && takes.least === undefined && takes.most < 1000;
  return isNarrow ? `, 1 to ${takes.most}` : "";
}

export function positive(text: string): number {
  return within(text, 1, 1000);
}

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => within(text, least, most);
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

import { InvalidArgumentError, Option } from "commander";
import type { Diagnosis, Healed, RemedyView } from "../../api/contract/answers.ts";
import { shellWord } from "../../base/text.ts";
import { type RemedyCode, remedyCodes } from "../../score/healing/codes.ts";
import { aboutJob, act, ask, type JobOptions, newKey, sayNoJobs } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { canAsk, pick } from "../terminal/input.ts";
import { healingLine } from "./healing-line.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, newestJob } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("[job]", newestJob)
    .addOption(
      new Option("--apply <code>", "use this remedy, and go on with the job").choices(remedyCodes).conflicts("undo"),
    )
    .addOption(new Option("--undo <n>", "take back a remedy that was used, by its number").argParser(numberOf))
    .addOption(jsonOption)
    .action(perform(diagnose));
};

function numberOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("a number from 1 on is expected.");
}

interface DiagnoseOptions extends JobOptions {
  readonly apply?: RemedyCode;
  readonly undo?: number;
}

export async function diagnose(terminal: Terminal, options: DiagnoseOptions): Promise<number> {
  const found = await ask(terminal, (tutti) => tutti.call("job.diagnose", aboutJob(options.job)));
  if (found === null) {
    sayNoJobs(terminal, options.json === true);
    return exitCodes.good;
  }
  const { apply, undo } = options;
  if (apply !== undefined) return heal(terminal, found, { what: { apply }, json: options.json === true });
  if (undo !== undefined) return heal(terminal, found, { what: { undo }, json: options.json === true });
  if (options.json === true) terminal.out(JSON.stringify(found));
  else for (const line of diagnosisLines(terminal, found)) terminal.out(line);
  return offer(terminal, found, options);
}

/** A person in a terminal chooses among the remedies. */
async function offer(terminal: Terminal, found: Diagnosis, options: DiagnoseOptions): Promise<number> {
  const choices = [...new Map(found.remedies.filter(isDoable).map((remedy) => [remedy.code, remedy])).values()];
  const json = options.json === true ? { json: true as const } : {};
  if (choices.length === 0 || !canAsk(terminal, json)) return exitCodes.good;
  const picked = await pick(
    terminal,
    "Use a remedy now? (Enter: none)",
    choices.map(({ code, name, steps }) => `${code} ${name}: ${prose(steps.join("; "))}`),
  );
  const chosen = picked === undefined ? undefined : choices[picked];
  return chosen === undefined ? exitCodes.good : heal(terminal, found, { what: { apply: chosen.code }, json: false });
}

function isDoable({ kind }: RemedyView): boolean {
  return kind !== "diagnostic";
}

interface Wish {
  readonly what: { readonly apply: RemedyCode } | { readonly undo: number };
  readonly json: boolean;
}

async function heal(terminal: Terminal, { job }: Diagnosis, { what, json }: Wish): Promise<number> {
  const healed = await act(terminal, (tutti) => tutti.call("job.heal", { job, what, key: newKey() }));
  if (json) terminal.out(JSON.stringify(healed));
  else for (const line of healedLines(terminal, healed, what)) terminal.out(line);
  return exitCodes.good;
}

function healedLines(terminal: Terminal, { job, healings, notes }: Healed, what: Wish["what"]): readonly string[] {
  const isBack = "undo" in what;
  return [
    ...healings.flatMap(({ number, code, name, steps }) => [
      `${isBack ? "taken back" : "used"}: ${terminal.bold(`${code} ${name}`)} (remedy ${String(number)})`,
      ...(isBack ? [] : steps.map((step) => `  ${prose(step)}`)),
    ]),
    ...notes.map((note) => `note: ${prose(note)}`),
    ...(isBack ? [] : [terminal.dim(`tutti status ${shellWord(job)} --watch shows what becomes of it`)]),
  ];
}

export function diagnosisLines(
  terminal: Terminal,
  { job, status, findings, remedies, healings }: Diagnosis,
): readonly string[] {
  return [
    `${terminal.bold(job)}  ${status}`,
    ...(findings.length + remedies.length === 0 ? ["  Nothing holds it up."] : []),
    ...findings.flatMap(({ what, next }) => [
      `  ${prose(what)}`,
      ...(next === null ? [] : [terminal.dim(`    → ${prose(next)}`)]),
    ]),
    ...(remedies.length === 0 ? [] : ["  Remedies:"]),
    ...remedies.flatMap((remedy) => remedyLines(terminal, job, remedy)),
    ...healings.map((healing) => `  ${healingLine(terminal, healing)}`),
  ];
}

function remedyLines(
  terminal: Terminal,
  job: string,
  { code, name, kind, what, steps }: RemedyView,
): readonly string[] {
  return [
    `    ${terminal.bold(`${code} ${name}`)} (${kind}): ${prose(what)}`,
    ...steps.map((step) => `      ${kind === "diagnostic" ? "" : "- "}${prose(step)}`),
    ...(kind === "diagnostic" ? [] : [terminal.dim(`      → tutti diagnose ${shellWord(job)} --apply ${code}`)]),
  ];
}

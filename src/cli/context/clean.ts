import type { CleanOutcome, CleanStep } from "../../api/contract/context.ts";
import { plural, visible } from "../../base/text.ts";
import { ask, keepContexts } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { size } from "../snapshot/lines.ts";
import { isAgreed } from "../terminal/input.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { amount, dryRunOption, jsonOption, yesOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command

    .description(
      "Show what can be removed, ask, and remove it: old contexts, build artefacts, trash, logs and records. Every context is captured first.",
    )
    .addOption(dryRunOption)
    .addOption(yesOption)
    .option("--older-than <days>", "remove contexts of failed sheets unused for this many days", amount)
    .option("--max-contexts <n>", "keep at most this many contexts of failed sheets", amount)
    .option("--max-gb <n>", "keep contexts of failed sheets below this size", amount)
    .option("--trash", "empty the trash completely")
    .addOption(jsonOption)
    .action(perform(clean));
};

interface CleanOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly olderThan?: number;
  readonly maxContexts?: number;
  readonly maxGb?: number;
  readonly trash?: true;
  readonly json?: true;
}

export async function clean(terminal: Terminal, options: CleanOptions): Promise<number> {
  const plan = await ask(terminal, (tutti) =>
    tutti.call("context.plan-cleaning", {
      olderThanDays: options.olderThan ?? null,
      maxContexts: options.maxContexts ?? null,
      maxBytes: options.maxGb === undefined ? null : options.maxGb * 1e9,
      allTrash: options.trash === true,
    }),
  );
  const total = plan.steps.reduce((sum, step) => sum + step.bytes, 0);
  if (options.json !== true) {
    for (const step of plan.steps) terminal.out(stepLine(step));
    for (const { name, why } of plan.stuck) terminal.out(`${terminal.yellow("stays")} ${visible(name)}: ${prose(why)}`);
    terminal.out(
      plan.steps.length === 0
        ? "Nothing to clean."
        : `${plural(plan.steps.length, "step")}, about ${size(total)}; ${plural(plan.stays, "context")} stay`,
    );
  }
  const isDone = options.dryRun === true || plan.steps.length === 0;
  const isToAct =
    !isDone && (await isAgreed(terminal, options, "Every context is captured right before it goes. Go on?"));
  const outcomes = isToAct
    ? await keepContexts(terminal, (tutti) => tutti.call("context.clean", { steps: plan.steps }))
    : [];
  if (options.json === true) terminal.out(JSON.stringify({ ...plan, outcomes, freed: freedBy(outcomes) }));
  else if (isToAct) showOutcomes(terminal, outcomes);
  if (!isDone && !isToAct) return exitCodes.usage;
  if (options.dryRun !== true && plan.stuck.length > 0) return exitCodes.failed;
  return outcomes.every((outcome) => outcome.problem === null) ? exitCodes.good : exitCodes.failed;
}

function stepLine({ kind, name, bytes, why }: CleanStep): string {
  const verb = {
    "empty-trash": "take out the trash",
    "drop-artefacts": "drop what git ignores in",
    "remove-context": "remove context",
    "drop-history": "drop from the journal what happened in",
    "drop-logs": "drop the logs of",
    "drop-answers": "drop from the database old",
    "drop-notes": "drop from the journal the conductor's old",
  }[kind];
  const condition = kind === "remove-context" ? ", if everything in it can be captured" : "";
  return `${verb} ${visible(name)} (${size(bytes)}): ${why}${condition}`;
}

function showOutcomes(terminal: Terminal, outcomes: readonly CleanOutcome[]): void {
  for (const { step, problem } of outcomes)
    if (problem !== null) terminal.out(`${terminal.yellow("stays")} ${visible(step.name)}: ${prose(problem)}`);
  const isAnyRemoved = outcomes.some(({ step, problem }) => step.kind === "remove-context" && problem === null);
  terminal.out(
    `${size(freedBy(outcomes))} freed${isAnyRemoved ? ", contexts removed lie in the trash for a while" : ""}`,
  );
}

function freedBy(outcomes: readonly CleanOutcome[]): number {
  return outcomes.reduce((sum, outcome) => sum + outcome.freed, 0);
}

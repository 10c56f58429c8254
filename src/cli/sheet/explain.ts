import { withModel } from "../../api/contract/agents.ts";
import type { AttemptView, Explanation } from "../../api/contract/answers.ts";
import { costLineWords, costWords, knownCostWords } from "../../api/contract/cost/cost.ts";
import { visible } from "../../base/text.ts";
import { useWords } from "../../base/home/use-words.ts";
import { aboutJob, ask, type JobOptions, sayNoJobs } from "../ask.ts";
import { conflictLines } from "../landing/three-sides.ts";
import { exitCodes } from "../exit-codes.ts";
import { prose, shortName } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jobOption, jsonOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("<sheet>", "sheet by id, number or name, or JOB/SHEET")
    .addOption(jobOption)
    .addOption(jsonOption)
    .action(perform(explain));
};

export async function explain(terminal: Terminal, options: JobOptions & { readonly sheet: string }): Promise<number> {
  const found = await ask(terminal, (tutti) =>
    tutti.call("job.explain", { ...aboutJob(options.job), sheet: options.sheet }),
  );
  if (found === null) sayNoJobs(terminal, options.json === true);
  else if (options.json === true) terminal.out(JSON.stringify(found));
  else for (const line of explanationLines(terminal, found)) terminal.out(line);
  return exitCodes.good;
}

/** Of a conflict, shown below the sentences. */
const mostPlaces = 5;

export function explanationLines(
  terminal: Terminal,
  { job, sheet, state, because, next, attempts, cost, merging }: Explanation,
): readonly string[] {
  const sides = { names: { ours: "landed", theirs: "this sheet" }, most: mostPlaces };
  return [
    `${terminal.bold(shortName(sheet))} of ${job}  ${state}`,
    ...because.map((sentence) => `  ${prose(sentence)}`),
    ...costLines(attempts, cost),
    ...useLines(attempts),
    ...conflictLines(terminal, { conflicts: merging?.conflicts ?? [], ...sides }),
    ...next.map((command) => terminal.dim(`  → ${visible(command)}`)),
  ];
}

/** Of the last attempt that was measured. */
function useLines(attempts: readonly AttemptView[]): readonly string[] {
  const last = attempts.findLast(({ use }) => use !== undefined);
  if (last?.use === undefined) return [];
  return [`  attempt ${String(last.attempt)} took ${useWords(last.use)}`];
}

function costLines(attempts: readonly AttemptView[], cost: Explanation["cost"]): readonly string[] {
  const all = costWords(cost);
  if (all === null) return [];
  const each = attempts.map(
    (one) => `${one.attempt}: ${costWords(one.cost) ?? "nothing"} (${visible(withModel(one))})`,
  );
  return [
    `  ${costLineWords(all)}${attempts.length < 2 || knownCostWords(cost) === null ? "" : `; by attempt ${each.join(", ")}`}`,
  ];
}

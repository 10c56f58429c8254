import { maxCostFor } from "../max-cost.ts";
import { asSentence, dollars, firstFew, plural, shellWord } from "../../../base/text.ts";
import { type Uncounted, uncountedWords } from "../../../api/contract/cost/cost.ts";
import type { Known } from "../known.ts";
import type { Finding } from "./finding.ts";

/** Money that is nearly gone, and money that cannot be counted. */
export function costFindings(known: Known, uncounted: readonly Uncounted[]): readonly Finding[] {
  const { view } = known;
  if (view.status === "finished" || view.status === "cancelled") return [];
  return [
    ...jobFindings(known),
    ...sheetFindings(known),
    ...unknownFindings(known),
    ...uncountedFindings(known, uncounted),
  ];
}

function jobFindings({ job, view }: Known): readonly Finding[] {
  const { usd, limitUsd } = view.cost;
  // A job that was paused for it says so itself.
  if (usd === null || limitUsd === null || usd < limitUsd * job.plan.cost.warnAt || view.pause?.kind === "cost")
    return [];
  return [
    {
      what: `It has cost ${dollars(usd)} of the ${dollars(limitUsd)} that it may; it pauses when that is reached.`,
      next: `tutti modify ${shellWord(job.id)} --max-cost ${maxCostFor(limitUsd)}`,
    },
  ];
}

function sheetFindings({ job, view }: Known): readonly Finding[] {
  const { perSheetUsd, warnAt } = job.plan.cost;
  if (perSheetUsd === null) return [];
  const near = view.sheets.filter(({ state, cost }) => !over.has(state) && (cost.usd ?? 0) >= perSheetUsd * warnAt);
  if (near.length === 0) return [];
  const named = firstFew(near.map(({ id, cost }) => `${id} (${dollars(cost.usd ?? 0)})`));
  return [{ what: `Close to the ${dollars(perSheetUsd)} that one sheet may cost: ${named}.`, next: null }];
}

const over: ReadonlySet<string> = new Set(["landed", "done", "skipped", "failed", "cancelled"]);

function unknownFindings({ job, view }: Known): readonly Finding[] {
  const { perJobUsd, perSheetUsd } = job.plan.cost;
  const { unknown } = view.cost;
  if (unknown === 0 || (perJobUsd === null && perSheetUsd === null)) return [];
  const limit = perJobUsd === null ? `${dollars(perSheetUsd ?? 0)} for a sheet` : dollars(perJobUsd);
  return [
    {
      what: `${plural(unknown, "run")} did not tell what ${unknown === 1 ? "it" : "they"} cost: the limit of ${limit} does not count ${unknown === 1 ? "it" : "them"}.`,
      next: null,
    },
  ];
}

/** Until a run shows it: then the runs are counted above. */
function uncountedFindings({ view }: Known, uncounted: readonly Uncounted[]): readonly Finding[] {
  const words = view.cost.unknown > 0 || view.cost.usd !== null ? null : uncountedWords(uncounted);
  return words === null ? [] : [{ what: asSentence(`${words.charAt(0).toUpperCase()}${words.slice(1)}`), next: null }];
}

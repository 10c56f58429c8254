import type { HealingPlan } from "../score/healing/codes.ts";
import type { SheetId } from "../base/ids.ts";
import type { Healing } from "../sheet/healing/record.ts";
import type { Facts, Proposal } from "./remedy.ts";
import { remedies } from "./remedies/table.ts";

/** Rounds of rules in a job. */
const mostCycles = 2;

export function proposalsFor(facts: Facts): readonly Proposal[] {
  return remedies.flatMap(({ evidence }) => evidence(facts));
}

export interface Choice {
  readonly cycle: number;
  readonly chosen: readonly Proposal[];
}

/**
 * The actions that rules take by themselves now. Each remedy is used once for a sheet, and once for the job as a whole;
 * after two rounds nothing more is done. So healing always ends.
 */
export function choose(facts: Facts, plan: HealingPlan): Choice {
  const past = facts.job.healings ?? [];
  const cycle = Math.max(0, ...past.map((one) => one.cycle ?? 0)) + 1;
  if (cycle > mostCycles) return { cycle, chosen: [] };
  const taken = new Set<SheetId>();
  const chosen: Proposal[] = [];
  for (const proposal of proposalsFor(facts)) {
    const { code, kind, sheets } = proposal;
    const isAllowed = kind === "automatic" || (kind === "suggested" && plan.mode === "all");
    if (!isAllowed || plan.without.includes(code) || wasUsed(past, proposal)) continue;
    if (sheets.some((sheet) => taken.has(sheet))) continue;
    // One cause of the whole job at a time: it may be what made its sheets fail.
    if (sheets.length === 0 && chosen.length > 0) continue;
    chosen.push(proposal);
    for (const sheet of sheets) taken.add(sheet);
    if (sheets.length === 0) break;
  }
  return { cycle, chosen };
}

/** A sheet that had this remedy already does not get it again, even where other sheets need it. */
function wasUsed(past: readonly Healing[], { code, sheets }: Proposal): boolean {
  return past.some(
    (one) =>
      one.code === code &&
      (sheets.length === 0 ? one.sheets.length === 0 : sheets.some((id) => one.sheets.includes(id))),
  );
}

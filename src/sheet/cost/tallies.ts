import type { FindingCounts } from "../../findings/counts.ts";
import type { Tally } from "../../findings/tally.ts";
import { type AgentPlan, agentName } from "../../score/plan/agents/agent-plan.ts";
import type { Strategy } from "../../score/plan/agents/strategy.ts";
import { type Verdict, isGoodSoFar, resultsOf } from "../verdict.ts";

/** One attempt, and what it began with. */
interface Tried {
  readonly agent: AgentPlan;
  /** How many attempts of this agent have failed before. */
  readonly effort: number;
  readonly efforts: readonly Strategy[];
  readonly verdict: Verdict;
  /** The verdict on the work that it went on from; `null`: it began at the base. */
  readonly before: Verdict | null;
}

/**
 * How often the attempt fixed findings that were there to be fixed, by kind. It gets no credit for the work that it
 * went on from, and an attempt that broke something else counts as not fixed: it is not kept.
 */
export function talliesOf({ agent, effort, efforts, verdict, before: wentOnFrom }: Tried): readonly Tally[] {
  const isKept = isGoodSoFar(verdict);
  const strategy =
    agent.kind === "command" && agent.once ? "autofix" : (efforts[Math.min(effort, efforts.length - 1)] ?? "normal");
  const earlier = new Map(countsIn(wentOnFrom).map((counts) => [counts.tool, counts]));
  return countsIn(verdict).flatMap(({ tool, fixed, remaining, introduced }) => {
    const before = earlier.get(tool);
    const open = before?.remaining;
    const codes = new Set([...Object.keys(fixed), ...Object.keys(remaining), ...Object.keys(introduced)]);
    return [...codes].flatMap((code): readonly Tally[] => {
      const tried = open === undefined ? of(fixed, code) + of(remaining, code) : of(open, code);
      const mended = isKept ? Math.max(0, tried - of(remaining, code)) : 0;
      const fresh = Math.max(0, of(introduced, code) - of(before?.introduced ?? {}, code));
      return tried === 0 && fresh === 0
        ? []
        : [{ tool, code, strategy, agent: agentName(agent), tried, fixed: mended, introduced: fresh }];
    });
  });
}

function countsIn(verdict: Verdict | null): readonly FindingCounts[] {
  return verdict === null ? [] : resultsOf(verdict).flatMap(({ findings }) => findings ?? []);
}

function of(counts: Readonly<Record<string, number>>, code: string): number {
  return Object.hasOwn(counts, code) ? (counts[code] ?? 0) : 0;
}

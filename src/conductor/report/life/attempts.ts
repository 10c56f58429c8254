import { agentFor } from "../../../score/plan/agents/cast.ts";
import type { SheetPlan } from "../../../score/plan/plan.ts";
import { meetsItsDefinition } from "../../../sheet/ending/ended.ts";
import type { Ended } from "../../../sheet/events/event.ts";
import type { TroubleCode } from "../../../sheet/trouble/trouble.ts";
import { type Spending, type Usage, nothingSpentYet, spentTogether, spentWith } from "../../../sheet/cost/usage.ts";
import { failedOf } from "../../../sheet/verdict.ts";
import type { AttemptView } from "../../../api/contract/answers.ts";
import { bareName, modelOf } from "../../../api/contract/agents.ts";
import type { AgentCost } from "../../../api/contract/cost/cost.ts";
import type { Job } from "../../../sheet/job.ts";
import type { Viewer } from "../../find/viewer.ts";
import type { Scene } from "./scenes.ts";

/** Each attempt at a sheet: with which agent, what it met, and what it took. */
export function attemptsOf(
  scenes: readonly Scene[],
  sheet: Pick<SheetPlan, "agent" | "fallbacks">,
): readonly AttemptView[] {
  const attempts = new Map<number, AttemptView>();
  for (const { event, next } of scenes) {
    if (event.kind === "started") {
      const agent = agentFor(sheet, next.kind === "running" ? next.counts : { fallbacks: event.agent ?? 0 });
      const { attempt, at: startedAt } = event;
      attempts.set(attempt, {
        attempt,
        startedAt,
        endedAt: null,
        agent: bareName(agent),
        model: modelOf(agent),
        session: null,
        code: null,
        cost: nothingSpentYet,
      });
    } else if ("attempt" in event) {
      const known = attempts.get(event.attempt);
      if (known !== undefined) attempts.set(event.attempt, { ...known, ...newsOf(event, known) });
    }
  }
  return [...attempts.values()];
}

function newsOf(
  event: Extract<Scene["event"], { readonly attempt: number }>,
  known: AttemptView,
): Partial<AttemptView> {
  switch (event.kind) {
    case "playing":
      // The agent's name then; the score may name another by now.
      return { agent: event.agent.replace(/ \(.*\)$/, ""), model: event.model ?? known.model, session: event.session };
    case "ended":
      return {
        endedAt: event.at,
        code: codeOf(event),
        cost: costOf(event.usage),
        ...(event.use === undefined ? {} : { use: event.use }),
      };
    case "interrupted":
      return {
        endedAt: event.at,
        cost: costOf(event.usage),
        ...(event.use === undefined ? {} : { use: event.use }),
      };
    case "visited":
      return { cost: spentWith(known.cost, event.usage) };
    default:
      return {};
  }
}

/** With what the attempt that runs took so far, which no journal has. */
export function withUseNow(
  { now }: Pick<Viewer, "now">,
  job: Pick<Job, "id">,
  { sheet, attempts }: { readonly sheet: string; readonly attempts: readonly AttemptView[] },
): readonly AttemptView[] {
  return attempts.map((one) => {
    const use = one.endedAt === null ? now.use({ job: job.id, sheet, attempt: one.attempt }) : undefined;
    return use === undefined ? one : { ...one, use };
  });
}

/** By the catalogue; `null` for what was good, or is no trouble. */
export function codeOf(ended: Ended): TroubleCode | null {
  if (ended.trouble !== null) return ended.trouble.code;
  if (ended.end.kind === "not-met") return "E601";
  if (ended.end.kind === "no-context") return "E604";
  return !meetsItsDefinition(ended) && failedOf(ended.verdict).length > 0 ? "E209" : null;
}

function costOf(usage: Usage | null | undefined): Spending {
  return usage === undefined ? nothingSpentYet : spentWith(nothingSpentYet, usage);
}

/** The cost of each agent and model; those that were never run are omitted. */
export function costByAgent(attempts: readonly AttemptView[]): readonly AgentCost[] {
  const byAgent = Map.groupBy(attempts, ({ agent, model }) => JSON.stringify([agent, model]));
  return [...byAgent.values()].flatMap((all): AgentCost[] => {
    const [first] = all;
    if (first === undefined) return [];
    const spent = all.map(({ cost }) => cost).reduce(spentTogether, nothingSpentYet);
    return [{ agent: first.agent, model: first.model, attempts: all.length, ...spent }];
  });
}

import type { EpochMs, JobId, SheetId } from "../../src/base/ids.ts";
import { seeded } from "../../src/learning/chance.ts";
import type { Outcome } from "../../src/learning/outcomes/outcome.ts";
import { agents, rateOf, works } from "./simulate.ts";

/** First attempts of agents that chance chose. */
export function recorded(count: number, spread: number): readonly Outcome[] {
  const chance = seeded(`recorded ${String(count)}`);
  return Array.from({ length: count }, (_, index): Outcome => {
    const work = Math.floor(chance() * works.length);
    const agent = Math.floor(chance() * agents.length);
    const isGood = chance() < rateOf(agent, work, spread);
    return {
      job: "recorded" as JobId,
      sheet: String(index) as SheetId,
      attempt: 1,
      startedAt: index as EpochMs,
      repository: "",
      work: works[work] ?? "",
      agent: agents[agent]?.name ?? "",
      model: null,
      strategy: null,
      fate: isGood ? "landed" : "failed",
      code: null,
      usd: agents[agent]?.usd ?? 0,
      tokens: null,
      agentMs: null,
      settledAt: null,
      commit: null,
      drawn: { routed: { by: "order", why: "chance chose it", share: 1 / agents.length } },
    };
  });
}

import { shareInterval } from "../interval.ts";
import { fates, type Outcome } from "./outcome.ts";

/** The outcomes of attempts of one agent, at one kind of work. */
export interface WorkStats extends Pick<Outcome, "work" | "agent" | "model" | "strategy"> {
  readonly attempts: number;
  /** Those whose fate says something about the agent. */
  readonly counted: number;
  /** Landed, and there when they were last looked at. */
  readonly landed: number;
  readonly undone: number;
  /** Share of `landed` in `counted` with its 95 % interval; `null`: nothing counts yet. */
  readonly rate: number | null;
  readonly low: number;
  readonly high: number;
  /** Of counted attempts, as far as known. */
  readonly usd: number;
  /** Counted attempts of unknown cost. */
  readonly unpriced: number;
  /** `null`: nothing landed, or no cost is known. */
  readonly usdPerLanded: number | null;
}

/** By kind of work, agent, model and strategy; the most attempts first. */
export function statsOf(outcomes: readonly Outcome[]): readonly WorkStats[] {
  const groups = Map.groupBy(outcomes, ({ work, agent, model, strategy }) =>
    JSON.stringify([work, agent, model, strategy]),
  );
  return [...groups.values()]
    .flatMap(([first, ...rest]) => (first === undefined ? [] : [statsOfOne([first, ...rest])]))
    .sort((a, b) => a.work.localeCompare(b.work) || b.attempts - a.attempts || a.agent.localeCompare(b.agent));
}

function statsOfOne(outcomes: readonly [Outcome, ...Outcome[]]): WorkStats {
  const { work, agent, model, strategy } = outcomes[0];
  const counted = outcomes.filter(({ fate }) => fates[fate] !== null);
  const landed = counted.filter(({ fate }) => fate === "landed").length;
  const usd = counted.reduce((sum, outcome) => sum + (outcome.usd ?? 0), 0);
  const unpriced = counted.filter((outcome) => outcome.usd === null).length;
  return {
    work,
    agent,
    model,
    strategy,
    attempts: outcomes.length,
    counted: counted.length,
    landed,
    undone: counted.filter(({ fate }) => fate === "undone").length,
    rate: counted.length === 0 ? null : landed / counted.length,
    ...shareInterval(landed, counted.length),
    usd,
    unpriced,
    usdPerLanded: landed === 0 || unpriced === counted.length ? null : usd / landed,
  };
}

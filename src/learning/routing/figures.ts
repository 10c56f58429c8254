import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { learnedName } from "../agent-name.ts";

/** The summary of the newest records of one agent at one kind of work. */
export interface WorkFigures {
  readonly work: string;
  readonly agent: string;
  readonly model: string | null;
  /** Attempts that were started. */
  readonly used: number;
  /** Those whose fate says something about the agent. */
  readonly counted: number;
  readonly landed: number;
  /** Of those with a known cost, how much, and how many they are. */
  readonly usd: number;
  readonly priced: number;
}

/** One agent of a routing, at one kind of work. */
export interface Arm {
  readonly used: number;
  readonly counted: number;
  readonly landed: number;
  /** At any other kind of work. */
  readonly elsewhere: { readonly counted: number; readonly landed: number };
  /** Mean cost of an attempt: at this work, or at any while that is known of few; `null`: not known. */
  readonly usd: number | null;
}

const nothing = { used: 0, counted: 0, landed: 0, usd: 0, priced: 0 };
/** From so many on the cost at one kind of work is better known than that of all. */
const enoughPriced = 5;

export function armsFor(figures: readonly WorkFigures[], agents: readonly AgentPlan[], work: string): readonly Arm[] {
  return agents.map((agent) => {
    const name = learnedName(agent);
    const model = agent.kind === "profile" ? agent.model : null;
    const own = figures.filter((row) => row.agent === name && row.model === model);
    const here = own.find((row) => row.work === work) ?? nothing;
    const sum = (of: "used" | "counted" | "landed" | "usd" | "priced"): number =>
      own.reduce((all, row) => all + row[of], 0);
    const priced = here.priced >= enoughPriced ? here : { usd: sum("usd"), priced: sum("priced") };
    return {
      used: sum("used"),
      counted: here.counted,
      landed: here.landed,
      elsewhere: { counted: sum("counted") - here.counted, landed: sum("landed") - here.landed },
      usd: priced.priced === 0 ? null : priced.usd / priced.priced,
    };
  });
}

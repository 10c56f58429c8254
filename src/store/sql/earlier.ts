import { type Counts, noCounts } from "../../sheet/counts.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import {
  type GatePlan,
  type LandingPlan,
  type MessagePlan,
  usualLandingPlan,
  usualMessage,
} from "../../score/plan/landing-plan.ts";
import type { CostPlan, IsolationPlan, Plan, RetryPolicy, SheetPlan } from "../../score/plan/plan.ts";
import type { Check, Rule } from "../../score/plan/rule.ts";
import { type SheetState } from "../../sheet/state.ts";

/** Fills in what earlier versions did not write, so that a job continues after an update. */

type Old<T> = T extends unknown
  ? Omit<T, "session" | "counts"> & { readonly session?: null; readonly counts?: Partial<Counts> }
  : never;

type OldPlan = Omit<
  Plan,
  "version" | "stopOnFailure" | "sheets" | "isolation" | "rules" | "cost" | "landing" | "messages"
> & {
  readonly version: number;
  readonly sheets: readonly OldSheet[];
  readonly isolation: Omit<IsolationPlan, "borrow"> & Partial<Pick<IsolationPlan, "borrow">>;
  readonly rules: readonly OldRule[];
  /** From version 4. */
  readonly cost?: CostPlan;
  /** A word up to version 4. */
  readonly landing?: "auto" | "approve" | OldLanding;
  readonly revalidate?: boolean;
  readonly messages?: readonly MessagePlan[];
};

type OldLanding = Omit<LandingPlan, "gates"> & {
  readonly gates: readonly (Omit<GatePlan, "borrow"> & Partial<Pick<GatePlan, "borrow">>)[];
};
type OldRule = Omit<Rule, "check"> & { readonly check: OldCheck };
type OldCheck =
  | Exclude<Check, { kind: "findings" }>
  | (Omit<Extract<Check, { kind: "findings" }>, keyof typeof terms> & Partial<typeof terms>);

type OldSheet = Omit<SheetPlan, "agent" | "fallbacks" | "retry" | "message"> & {
  readonly agent: OldAgent;
  readonly fallbacks?: readonly OldAgent[];
  readonly retry: Omit<RetryPolicy, keyof typeof budgets> & Partial<RetryPolicy>;
  readonly message?: number;
};

type OldAgent =
  | Exclude<AgentPlan, { kind: "command" }>
  | (Omit<Extract<AgentPlan, { kind: "command" }>, "once"> & { readonly once?: boolean });

const budgets = { limitWaitMs: 60_000, goesOn: false, efforts: [] };
const terms = { tool: "", changed: null, fixes: null, ignore: [], silencers: [], configs: [] };

export function currentPlan(stored: Plan | OldPlan): Plan {
  if (!isOld(stored)) return stored;
  const {
    revalidate = true,
    landing = "auto",
    cost = { perSheetUsd: null, perJobUsd: null, warnAt: 0.8 },
    messages = [usualMessage],
    ...plan
  } = stored;
  return {
    ...plan,
    version: 6,
    stopOnFailure: false,
    sheets: plan.sheets.map(currentSheet),
    isolation: { borrow: [], ...plan.isolation },
    rules: plan.rules.map(({ check, ...rule }) => ({
      ...rule,
      check: check.kind === "findings" ? { ...terms, ...check } : check,
    })),
    cost,
    landing: typeof landing === "string" ? { ...usualLandingPlan, mode: landing, revalidate } : currentLanding(landing),
    messages,
  };
}

function currentLanding(landing: OldLanding): LandingPlan {
  return { ...landing, gates: landing.gates.map((gate) => ({ borrow: [], ...gate })) };
}

function currentSheet(sheet: OldSheet): SheetPlan {
  const { agent, fallbacks = [], retry, ...rest } = sheet;
  return {
    message: 0,
    ...rest,
    agent: currentAgent(agent),
    fallbacks: fallbacks.map(currentAgent),
    retry: { ...budgets, ...retry },
  };
}

function currentAgent(agent: OldAgent): AgentPlan {
  return agent.kind === "command" ? { once: false, ...agent } : agent;
}

function isOld(plan: Plan | OldPlan): plan is OldPlan {
  return plan.version < 6;
}

export function currentState(body: string): SheetState {
  const state = JSON.parse(body) as Old<SheetState>;
  if (state.kind === "skipped") return state;
  const common = { session: null, ...state, counts: { ...noCounts, ...state.counts } };
  if (state.kind === "running") return { isAlive: true, ...common } as SheetState;
  return (state.kind === "captured" ? { isApproved: true, ...common } : common) as SheetState;
}

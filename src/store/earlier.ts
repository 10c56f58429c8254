import { usualLandingPlan, usualMessage } from "../score/landing-plan.ts";
import type { CostPlan, Plan, RetryPolicy, SheetPlan } from "../score/plan.ts";
import { type Counts, type SheetState, noCounts } from "../sheet/state.ts";

/** What earlier versions wrote, with what they did not know filled in: a job goes on after an update. */

type Old<T> = T extends unknown ? Omit<T, "session" | "counts"> & { readonly session?: null; readonly counts?: Partial<Counts> } : never;

/** A plan of any version before this one. */
type OldPlan = Omit<Plan, "version" | "sheets" | "cost" | "landing" | "messages"> & {
  readonly version: number;
  readonly sheets: readonly OldSheet[];
  /** From the fourth on. */
  readonly cost?: CostPlan;
  readonly landing?: "auto" | "approve";
  /** Up to the fourth. */
  readonly revalidate: boolean;
};

type OldSheet = Omit<SheetPlan, "fallbacks" | "retry" | "message"> & {
  readonly fallbacks?: SheetPlan["fallbacks"];
  readonly retry: Omit<RetryPolicy, keyof typeof waits> & Partial<RetryPolicy>;
};

const waits = { limitWaitMs: 60_000, limitWaits: 24, quotaWaits: 48 };

export function currentPlan(stored: Plan | OldPlan): Plan {
  if (!isOld(stored)) return stored;
  const { revalidate, landing = "auto", cost = { perSheetUsd: null, perJobUsd: null, warnAt: 0.8 }, ...plan } = stored;
  const sheets = plan.sheets.map((sheet): SheetPlan => ({ fallbacks: [], ...sheet, retry: { ...waits, ...sheet.retry }, message: 0 }));
  return { ...plan, version: 5, sheets, cost, landing: { ...usualLandingPlan, mode: landing, revalidate }, messages: [usualMessage] };
}

function isOld(plan: Plan | OldPlan): plan is OldPlan {
  return plan.version < 5;
}

export function currentState(body: string): SheetState {
  const state = JSON.parse(body) as Old<SheetState>;
  if (state.kind === "skipped") return state;
  const common = { session: null, ...state, counts: { ...noCounts, ...state.counts } };
  if (state.kind === "running") return { isAlive: true, ...common } as SheetState;
  return (state.kind === "captured" ? { isApproved: true, ...common } : common) as SheetState;
}

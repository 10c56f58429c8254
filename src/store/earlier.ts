import type { Plan, SheetPlan } from "../score/plan.ts";
import { type Counts, type SheetState, noCounts } from "../sheet/state.ts";

/** What earlier versions wrote, with what they did not know filled in: a job goes on after an update. */

type Old<T> = T extends unknown ? Omit<T, "session" | "counts"> & { readonly session?: null; readonly counts?: Partial<Counts> } : never;

export function currentPlan(plan: Plan): Plan {
  const version: number = plan.version;
  if (version >= 4) return plan;
  const waits = { limitWaitMs: 60_000, limitWaits: 24, quotaWaits: 48 };
  const sheets = plan.sheets.map((sheet): SheetPlan => ({ ...sheet, fallbacks: [], retry: { ...waits, ...sheet.retry } }));
  return { ...plan, version: 4, sheets, cost: { perSheetUsd: null, perJobUsd: null, warnAt: 0.8 }, landing: "auto" };
}

export function currentState(body: string): SheetState {
  const state = JSON.parse(body) as Old<SheetState>;
  if (state.kind === "skipped") return state;
  const common = { session: null, ...state, counts: { ...noCounts, ...state.counts } };
  if (state.kind === "running") return { isAlive: true, ...common } as SheetState;
  return (state.kind === "captured" ? { isApproved: true, ...common } : common) as SheetState;
}

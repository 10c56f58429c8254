import type { SheetId } from "../base/ids.ts";
import type { AgentPlan } from "../score/plan/agents/agent-plan.ts";
import { agentFor } from "../score/plan/agents/cast.ts";
import type { Plan, SheetPlan } from "../score/plan/plan.ts";
import type { SheetState } from "../sheet/state.ts";

/** Sheets whose work a sheet builds on, in the order of the plan. */
export interface Upstream {
  /** Those that ended well, with the attempt that did it and its agent. */
  readonly finished: readonly { readonly sheet: SheetPlan; readonly attempt: number; readonly agent: AgentPlan }[];
  /** Numbers of those that were skipped. */
  readonly skipped: readonly number[];
}

/**
 * All sheets before a sheet, however far back. Only those that it waits for count: its prompt must not depend on which
 * of its neighbours happened to be quicker.
 */
export function upstreamOf(plan: Plan, sheet: SheetPlan, stateOf: (id: SheetId) => SheetState): Upstream {
  const places = placesIn(plan);
  const seen = new Set<number>();
  const open = [...sheet.after];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const place = places.get(id);
    if (place === undefined || seen.has(place)) continue;
    seen.add(place);
    open.push(...(plan.sheets[place]?.after ?? []));
  }
  const before = [...seen].sort((a, b) => a - b).flatMap((place) => plan.sheets[place] ?? []);
  return {
    finished: before.flatMap((other) => {
      const state = stateOf(other.id);
      return state.kind === "landed" || state.kind === "done"
        ? [{ sheet: other, attempt: state.attempt, agent: agentFor(other, state.counts) }]
        : [];
    }),
    skipped: before.filter(({ id }) => stateOf(id).kind === "skipped").map(({ numbers }) => numbers.sheet_num),
  };
}

/** A plan never changes, and each of its sheets asks: what it costs to number ten thousand is paid once. */
const known = new WeakMap<Plan, ReadonlyMap<SheetId, number>>();

function placesIn(plan: Plan): ReadonlyMap<SheetId, number> {
  const places = known.get(plan) ?? new Map(plan.sheets.map(({ id }, place) => [id, place]));
  known.set(plan, places);
  return places;
}

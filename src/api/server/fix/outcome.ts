import type { FindingCounts } from "../../../findings/counts.ts";
import type { FixOutcome, FixSheet } from "../../../intake/fix/model.ts";
import type { SheetPlan } from "../../../score/plan.ts";
import type { SheetState } from "../../../sheet/state.ts";
import { type Verdict, resultsOf } from "../../../sheet/verdict.ts";
import { withModel } from "../../cast.ts";
import { attemptsOf } from "../life/attempts.ts";
import type { Scene } from "../life/scenes.ts";

/** What is recorded of one sheet. */
export interface SheetKnown {
  /** `undefined`: the job has no such sheet, or no more. */
  readonly state: SheetState | undefined;
  /** Oldest first. */
  readonly life: readonly Scene[];
  readonly plan: Pick<SheetPlan, "agent" | "fallbacks"> | undefined;
  readonly why: string | null;
}

/** As people know the first agent of a sheet that a tool can mend by itself. */
const autofixer = "auto-fix";

export function outcomeOf(sheet: FixSheet, { state, life, plan, why }: SheetKnown): FixOutcome {
  // The target had all of it already: it is not this sheet's doing.
  const isAbsorbed = state?.kind === "done" && life.at(-1)?.event.kind === "absorbed";
  const players = plan === undefined ? [] : playersOf(sheet, life, plan);
  const [first, last] = [life.find(({ event }) => event.kind === "started"), life.at(-1)];
  return {
    sheet: sheet.id,
    state: stateOf(state),
    counts: isAbsorbed ? goneIn(sheet) : countsOf(verdictOf(state, life)),
    attempts: players.length,
    commit: state?.kind === "landed" ? state.commit : null,
    costUsd: players.reduce<number | null>((sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd), 0),
    tookMs: workOf(life),
    why: state?.kind === "landed" || state?.kind === "done" ? null : why,
    agents: [...new Set(players.map(({ name }) => name))],
    ...(first === undefined || last === undefined ? {} : { span: { from: first.event.at, to: last.event.at } }),
  };
}

/** Nothing of what was asked for was there any more. */
function goneIn({ asked }: FixSheet): readonly FindingCounts[] {
  return [...new Set(asked.map(({ tool }) => tool))].map((tool) => ({ tool, fixed: {}, remaining: {}, introduced: {} }));
}

function stateOf(state: SheetState | undefined): FixOutcome["state"] {
  switch (state?.kind) {
    case "landed":
    case "done":
    case "failed":
    case "cancelled":
    case "skipped":
      return state.kind;
    case undefined:
      return "cancelled";
    default:
      return "open";
  }
}

/**
 * Of the result that counts. What landed may be an earlier attempt's, where later ones got no further: the state that it landed from
 * says which. What is not on the target is told by the last that was looked at.
 */
function verdictOf(state: SheetState | undefined, life: readonly Scene[]): Verdict | null {
  if (state?.kind === "landed") return life.flatMap(({ next }) => ("verdict" in next ? [next.verdict] : [])).at(-1) ?? null;
  const judged = life.flatMap(({ event }) => ("verdict" in event ? [event.verdict] : []));
  if (state?.kind === "done") return judged.at(-1) ?? null;
  return judged.findLast((verdict) => countsOf(verdict) !== null) ?? null;
}

function countsOf(verdict: Verdict | null): readonly FindingCounts[] | null {
  const counts = verdict === null ? [] : resultsOf(verdict).flatMap(({ findings }) => (findings === undefined ? [] : [findings]));
  return counts.length === 0 ? null : counts;
}

interface Player {
  readonly name: string;
  /** `null`: nobody knows. */
  readonly costUsd: number | null;
}

/** Who played each attempt, and what it cost. A tool that mends by itself costs nothing. */
function playersOf({ hasAutofix }: FixSheet, life: readonly Scene[], plan: Pick<SheetPlan, "agent" | "fallbacks">): readonly Player[] {
  const byTool = new Set(
    life.flatMap(({ event, next }) => (event.kind === "started" && hasAutofix && placeOf(event.agent, next) === 0 ? [event.attempt] : [])),
  );
  return attemptsOf(life, plan).map(({ attempt, agent, model, cost }) =>
    byTool.has(attempt) ? { name: autofixer, costUsd: 0 } : { name: withModel({ agent, model }), costUsd: cost.unknown > 0 ? null : (cost.usd ?? 0) },
  );
}

/** Which of the sheet's agents. */
function placeOf(said: number | undefined, next: SheetState): number {
  return said ?? (next.kind === "running" ? next.counts.fallbacks : 0);
}

/** The time that went into its attempts; `null`: none has ended. */
function workOf(life: readonly Scene[]): number | null {
  const spent = life.flatMap(({ event }) => (event.kind === "ended" ? [event.spent] : []));
  if (spent.length === 0) return null;
  return spent.reduce((sum, { contextMs, agentMs, captureMs, checksMs }) => sum + contextMs + agentMs + captureMs + checksMs, 0);
}

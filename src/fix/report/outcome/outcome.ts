import type { FindingCounts } from "../../../findings/counts.ts";
import { autofixer } from "../text.ts";
import type { AlsoChanged, FixOutcome, FixSheet } from "../../model.ts";
import type { SheetPlan } from "../../../score/plan/plan.ts";
import { placeOf as castPlace } from "../../../score/plan/agents/cast.ts";
import type { SheetState } from "../../../sheet/state.ts";
import { type Verdict, resultsOf } from "../../../sheet/verdict.ts";
import { withModel } from "../../../api/contract/agents.ts";
import { attemptsOf } from "../../../conductor/report/life/attempts.ts";
import type { Scene } from "../../../conductor/report/life/scenes.ts";
import type { OnTarget } from "./on-target.ts";

export interface SheetKnown {
  /** `undefined`: the job has no such sheet (any more). */
  readonly state: SheetState | undefined;
  readonly life: readonly Scene[];
  readonly plan: Pick<SheetPlan, "agent" | "fallbacks"> | undefined;
  readonly why: string | null;
  /** It waits for a failed sheet. */
  readonly isBlocked: boolean;
  /** `undefined`: it did not land, or git does not know it. */
  readonly onTarget: OnTarget | undefined;
  readonly isInPlace: boolean;
}

export function outcomeOf(sheet: FixSheet, known: SheetKnown): FixOutcome {
  const { state, life, plan, why, isBlocked, onTarget } = known;
  // The target had the whole change already.
  const isAbsorbed = state?.kind === "done" && life.at(-1)?.event.kind === "absorbed";
  const players = plan === undefined ? [] : playersOf(sheet, life, plan);
  const [first, last] = [life.find(({ event }) => event.kind === "started"), life.at(-1)];
  const undone = onTarget === undefined ? null : undoneWords(onTarget);
  return {
    sheet: sheet.id,
    state: undone !== null ? "undone" : isBlocked ? "blocked" : stateOf(state),
    counts: isAbsorbed ? goneIn(sheet) : countsOf(verdictOf(known)),
    attempts: players.length,
    commit: state?.kind === "landed" ? state.commit : null,
    costUsd: players.reduce<number | null>(
      (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
      0,
    ),
    tookMs: workOf(life),
    why: undone !== null ? undone : state?.kind === "landed" || state?.kind === "done" ? null : why,
    agents: [...new Set(players.map(({ name }) => name))],
    ...(first === undefined || last === undefined ? {} : { span: { from: first.event.at, to: last.event.at } }),
    unknownCosts: players.filter(({ costUsd, isOver }) => isOver && costUsd === null).length,
    ...(known.isInPlace ? { isInPlace: true } : {}),
    ...besides(sheet, onTarget?.changed ?? null),
  };
}

/** `null`: it stands. */
function undoneWords({ undoneBy, isGone }: OnTarget): string | null {
  if (undoneBy !== null) return `undone by ${undoneBy.slice(0, 10)}`;
  return isGone ? "its commit is not on the target any more" : null;
}

const mostNamed = 100;

function besides({ files }: FixSheet, changed: readonly string[] | null): { readonly alsoChanged?: AlsoChanged } {
  if (changed === null) return {};
  const own = new Set(files);
  const others = changed.filter((file) => !own.has(file)).toSorted();
  return { alsoChanged: { count: others.length, files: others.slice(0, mostNamed) } };
}

/** All requested findings were gone already. */
function goneIn({ asked }: FixSheet): readonly FindingCounts[] {
  return [...new Set(asked.map(({ tool }) => tool))].map((tool) => ({
    tool,
    fixed: {},
    remaining: {},
    introduced: {},
  }));
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
 * Of what landed: the state that it landed from, because later attempts may have failed. Else the last verified result.
 * In place: the last attempt, unless another started since.
 */
function verdictOf({ state, life, isInPlace }: SheetKnown): Verdict | null {
  if (isInPlace) {
    const last = life.findLast(({ event }) => event.kind === "started" || "verdict" in event)?.event;
    return last !== undefined && "verdict" in last ? last.verdict : null;
  }
  if (state?.kind === "landed")
    return life.flatMap(({ next }) => ("verdict" in next ? [next.verdict] : [])).at(-1) ?? null;
  const judged = life.flatMap(({ event }) => ("verdict" in event ? [event.verdict] : []));
  if (state?.kind === "done") return judged.at(-1) ?? null;
  return judged.findLast((verdict) => countsOf(verdict) !== null) ?? null;
}

function countsOf(verdict: Verdict | null): readonly FindingCounts[] | null {
  const counts =
    verdict === null ? [] : resultsOf(verdict).flatMap(({ findings }) => (findings === undefined ? [] : [findings]));
  return counts.length === 0 ? null : counts;
}

interface Player {
  readonly name: string;
  /** `null`: unknown so far. */
  readonly costUsd: number | null;
  readonly isOver: boolean;
}

/** A tool's own fixes cost nothing; an agent reports its cost at the end. */
function playersOf(
  { hasAutofix }: FixSheet,
  life: readonly Scene[],
  plan: Pick<SheetPlan, "agent" | "fallbacks">,
): readonly Player[] {
  const byTool = new Set(
    life.flatMap(({ event, next }) =>
      event.kind === "started" && hasAutofix && placeOf(event.agent, next) === 0 ? [event.attempt] : [],
    ),
  );
  return attemptsOf(life, plan).map(({ attempt, agent, model, cost, endedAt }) => {
    const isOver = endedAt !== null;
    if (byTool.has(attempt)) return { name: autofixer, costUsd: 0, isOver };
    return {
      name: withModel({ agent, model }),
      costUsd: isOver && cost.unknown === 0 ? (cost.usd ?? 0) : null,
      isOver,
    };
  });
}

function placeOf(said: number | undefined, next: SheetState): number {
  return next.kind === "running" ? castPlace(next.counts) : (said ?? 0);
}

/** `null`: no attempt has ended. */
function workOf(life: readonly Scene[]): number | null {
  const spent = life.flatMap(({ event }) => (event.kind === "ended" ? [event.spent] : []));
  if (spent.length === 0) return null;
  return spent.reduce(
    (sum, { contextMs, agentMs, captureMs, checksMs }) => sum + contextMs + agentMs + captureMs + checksMs,
    0,
  );
}

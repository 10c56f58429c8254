import type { EpochMs } from "../../base/ids.ts";
import { learnedName } from "../../learning/agent-name.ts";
import { drawNotes, type Note } from "../../learning/patterns/draw.ts";
import { type Choice, chooseAgent } from "../../learning/routing/choose.ts";
import type { WorkFigures } from "../../learning/routing/figures.ts";
import { type Work, workOf } from "../../learning/work.ts";
import { agentFor } from "../../score/plan/agents/cast.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import type { Drawn } from "../../sheet/events/drawn.ts";
import type { Book } from "../book.ts";
import type { Look } from "./throttles.ts";

/** The facts that choices may depend on besides the plan. */
export interface CastingFacts {
  readonly now: EpochMs;
  /** `null`: the job's cost has no limit. */
  readonly costLeftUsd: number | null;
  readonly figures: readonly WorkFigures[];
  readonly notes: readonly Note[];
}

interface DrawnNow {
  readonly drawn: Drawn;
  /** It starts with this: later choices of the same moment count it. */
  readonly keep: () => void;
}

/** Decides for sheets that have had no attempt yet; `undefined`: there is nothing to decide. */
export function makeDraw(
  book: Book,
  look: Look,
  { now, costLeftUsd, figures, notes }: CastingFacts,
): (sheet: SheetPlan, attempts: number) => DrawnNow | undefined {
  const more = new Map<number, number>();
  const choose = (sheet: SheetPlan, work: Work, seed: string): Choice | undefined => {
    const { routing } = book.job().plan;
    if (routing === undefined || sheet.routed === undefined) return undefined;
    const isFree = (agent: SheetPlan["agent"]): boolean => look.leave(agent).kind === "go";
    return chooseAgent(routing, { work, minute: minuteOf(now), costLeftUsd, figures, more, isFree, seed });
  };
  return (sheet, attempts) => {
    const { id, plan } = book.job();
    const isNoted = plan.learning?.prompts === true && notes.length > 0;
    if (sheet.routed === undefined && !isNoted) return undefined;
    const work = workOf(plan, sheet);
    const seed = `${id}/${sheet.id}/${String(attempts + 1)}`;
    const choice = choose(sheet, work, seed);
    const routed =
      choice === undefined ? {} : { order: inCast(sheet, sheet.routed ?? 0, choice.order), routed: choice.routed };
    const agent = learnedName(agentFor(sheet, { fallbacks: 0, drawn: routed }));
    const shown = isNoted ? drawNotes(notes, { work: work.kind, agent, seed, most: plan.learning.most }) : undefined;
    const [first] = choice?.order ?? [];
    return {
      drawn: { ...routed, ...shown },
      keep: () => {
        if (first !== undefined) more.set(first, (more.get(first) ?? 0) + 1);
      },
    };
  };
}

/** Agents before and after those of the routing keep their places. */
function inCast({ fallbacks }: SheetPlan, routed: number, order: readonly number[]): readonly number[] {
  const places = [...Array.from({ length: fallbacks.length + 1 }).keys()];
  return [...places.slice(0, routed), ...order.map((place) => place + routed), ...places.slice(routed + order.length)];
}

function minuteOf(now: number): number {
  const time = new Date(now);
  return time.getHours() * 60 + time.getMinutes();
}

import type { EpochMs } from "../../base/ids.ts";
import { chooseAgent } from "../../learning/routing/choose.ts";
import type { WorkFigures } from "../../learning/routing/figures.ts";
import { workOf } from "../../learning/work.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import type { Drawn } from "../../sheet/events/drawn.ts";
import type { Book } from "../book.ts";
import type { Look } from "./throttles.ts";

/** What routing may know besides the plan. */
export interface CastingFacts {
  readonly now: EpochMs;
  /** `null`: the job's cost has no limit. */
  readonly costLeftUsd: number | null;
  readonly figures: readonly WorkFigures[];
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
  { now, costLeftUsd, figures }: CastingFacts,
): (sheet: SheetPlan, attempts: number) => DrawnNow | undefined {
  const more = new Map<number, number>();
  return (sheet, attempts) => {
    const { id, plan } = book.job();
    const { routing } = plan;
    if (routing === undefined || sheet.routed === undefined) return undefined;
    const { order, routed } = chooseAgent(routing, {
      work: workOf(plan, sheet),
      minute: minuteOf(now),
      costLeftUsd,
      figures,
      more,
      isFree: (agent) => look.leave(agent).kind === "go",
      seed: `${id}/${sheet.id}/${String(attempts + 1)}`,
    });
    const [first = 0] = order;
    return {
      drawn: { order: inCast(sheet, sheet.routed, order), routed },
      keep: () => more.set(first, (more.get(first) ?? 0) + 1),
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

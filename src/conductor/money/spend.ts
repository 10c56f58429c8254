import { dollars } from "../../base/text.ts";
import type { SheetId } from "../../base/ids.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Halt } from "../attempt/play.ts";
import type { Course } from "../loop/course.ts";

interface Told {
  readonly sheet: SheetId;
  readonly usage: Usage;
  readonly turnUsd: number | null;
}

/** A run told what it used so far. */
export function spend(course: Course, { sheet, usage, turnUsd }: Told): void {
  const { purse, book, hands, bell, shares } = course;
  const share = shares.get(sheet);
  warnNear(course, sheet, { before: share?.usd() ?? 0, now: usage.usd ?? 0 });
  share?.told(usage, turnUsd);
  const { perJobUsd } = book.job().plan.cost;
  if (perJobUsd === null) return;
  if (purse.isNearlyOver())
    hands.notice(`the job has cost ${dollars(purse.spentUsd())} of the ${dollars(perJobUsd)} that it may`);
  if (purse.isOver()) sendAllHome(course);
  else if (share?.isCovered() === false) sendHomeSoon(course, sheet);
  // There may be money for another by what is known now.
  bell.ring();
}

/** Says once that a sheet comes near what it may cost. */
function warnNear(
  { book, hands }: Course,
  sheet: SheetId,
  run: { readonly before: number; readonly now: number },
): void {
  const { perSheetUsd, warnAt } = book.job().plan.cost;
  const state = book.state(sheet);
  if (perSheetUsd === null || state.kind !== "running") return;
  const earlier = state.counts.spent.usd ?? 0;
  const near = perSheetUsd * warnAt;
  if (earlier + run.before >= near || earlier + run.now < near) return;
  hands.notice(`${sheet} has cost ${dollars(earlier + run.now)} of the ${dollars(perSheetUsd)} that it may`);
}

const cost = "cost" satisfies Halt;

/** Ends all agents, and lets what they have done be captured and judged: that costs nothing any more. */
function sendAllHome({ halt, halts, shares }: Course): void {
  halt.abort(cost);
  for (const [sheet, own] of halts) if (shares.get(sheet)?.isOut() === true) own.abort(cost);
}

/** A run that is still there so long after a turn has begun another one. */
const anotherTurnMs = 2_000;

/**
 * Ends a run that goes on although there is no money for that; one that told its last turn finishes by itself before.
 */
function sendHomeSoon({ hands, halts, shares }: Course, sheet: SheetId): void {
  const [share, own] = [shares.get(sheet), halts.get(sheet)];
  hands.world.after(anotherTurnMs, () => {
    if (share === undefined || !share.isOut() || share.isCovered()) return;
    share.dismiss();
    own?.abort(cost);
  });
}

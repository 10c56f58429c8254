import type { SheetId } from "../../../base/ids.ts";
import type { SheetPlan } from "../../../score/plan/plan.ts";
import { type ContestStep, contestStep, contestsOf } from "../../../sheet/contest/contest.ts";
import type { Book } from "../../book.ts";
import { type Course, track } from "../course.ts";
import { releaseContexts } from "../release.ts";

/**
 * Looks after sheets of which one lands: chooses, and ends the others when the chosen one has landed. The decision
 * follows from the states, so it may be made again after a crash.
 */
export async function settleContests(course: Course): Promise<void> {
  const { book, hands, judging } = course;
  for (const [group, members] of contestsOf(book.job().plan.sheets)) {
    const step = stepOf(book, members);
    const at = hands.world.now();
    if (step.kind === "choose")
      await book.recordSheets([{ sheet: step.winner, event: { kind: "chosen", at, why: step.why } }]);
    if (step.kind === "settle") {
      const { winner, outdone } = step;
      const events = outdone.map((sheet) => ({ sheet, event: { kind: "outdone", at, by: winner } as const }));
      await releaseContexts(course, await book.recordSheets(events));
    }
    if (step.kind === "judge" && !judging.has(group) && !course.halt.signal.aborted) {
      judging.add(group);
      track(
        course,
        judge(course, members, step.among).finally(() => judging.delete(group)),
      );
    }
  }
}

/** Whether something has to be done about one: results may have come in since the last look. */
export function isContestDue({ book, halt }: Course): boolean {
  return [...contestsOf(book.job().plan.sheets).values()].some((members) => {
    const { kind } = stepOf(book, members);
    return kind === "choose" || kind === "settle" || (kind === "judge" && !halt.signal.aborted);
  });
}

function stepOf(book: Book, members: readonly SheetPlan[]): ContestStep {
  return contestStep(members.map(({ id }) => ({ sheet: id, state: book.state(id) })));
}

async function judge(course: Course, members: readonly SheetPlan[], among: readonly SheetId[]): Promise<void> {
  const { hands, book, halt, purse } = course;
  const results = among.flatMap((id) => {
    const state = book.state(id);
    return state.kind === "captured" ? [{ sheet: book.plan(id), state }] : [];
  });
  const { winner, why, usage } = await hands.chooseResult(book.job(), results, halt.signal);
  if (usage !== undefined) purse.begin().settle(usage);
  // A person may have cancelled, told or approved one of them meanwhile; then it is looked at anew.
  const now = stepOf(book, members);
  if (winner === null || now.kind !== "judge" || !now.among.includes(winner)) return;
  const event = { kind: "chosen", at: hands.world.now(), why, ...(usage === undefined ? {} : { usage }) } as const;
  await book.recordSheets([{ sheet: winner, event }]);
}

/** Whether another sheet that it competes with has landed, or goes before it: then its result must not land. */
export function isOutdone(book: Book, { id, contest }: SheetPlan): boolean {
  if (contest === undefined) return false;
  const rivals = contestsOf(book.job().plan.sheets).get(contest.group) ?? [];
  const own = rivals.findIndex((one) => one.id === id);
  return rivals.some((one, place) => {
    if (one.id === id) return false;
    const difference = rankOf(book, one.id) - rankOf(book, id);
    // Of two that are both let land, by a person, the first one lands.
    return difference > 0 || (difference === 0 && rankOf(book, id) > 0 && place < own);
  });
}

function rankOf(book: Book, id: SheetId): number {
  const state = book.state(id);
  if (state.kind === "landed" || state.kind === "proposed") return 3;
  if (state.kind === "landing") return 2;
  return state.kind === "captured" && state.isApproved ? 1 : 0;
}

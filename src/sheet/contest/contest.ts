import type { SheetId } from "../../base/ids.ts";
import { plural } from "../../base/text.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import type { Captured, SheetState } from "../state.ts";
import { resultsOf, reviewOf } from "../verdict.ts";

/** One of the sheets that compete. */
export interface Contestant {
  readonly sheet: SheetId;
  readonly state: SheetState;
}

/** The next step for sheets of which one lands. */
export type ContestStep =
  /** Some are at work, or the one that was chosen is. */
  | { readonly kind: "wait" }
  /** `why`: for people. */
  | { readonly kind: "choose"; readonly winner: SheetId; readonly why: string }
  /** Validations and reviews say the same of these: an agent has to choose. */
  | { readonly kind: "judge"; readonly among: readonly SheetId[] }
  | { readonly kind: "settle"; readonly winner: SheetId; readonly outdone: readonly SheetId[] };

/** Plans may have a hundred thousand sheets, and the loop asks at every step. */
const known = new WeakMap<readonly SheetPlan[], ReadonlyMap<string, readonly SheetPlan[]>>();

/** The sheets of a plan that compete, by their group; none in most plans. */
export function contestsOf(sheets: readonly SheetPlan[]): ReadonlyMap<string, readonly SheetPlan[]> {
  const groups = known.get(sheets) ?? grouped(sheets);
  known.set(sheets, groups);
  return groups;
}

function grouped(sheets: readonly SheetPlan[]): ReadonlyMap<string, readonly SheetPlan[]> {
  const groups = new Map<string, SheetPlan[]>();
  for (const sheet of sheets) {
    if (sheet.contest === undefined) continue;
    const group = groups.get(sheet.contest.group);
    if (group === undefined) groups.set(sheet.contest.group, [sheet]);
    else group.push(sheet);
  }
  return groups;
}

/**
 * Decided by the states alone, so that a crash at any moment leads to the same end: while one of them may be landing, no
 * other may; when one has landed, the others have nothing to land. A winner that can't land after all is out of the
 * contest, and the choice is made again among the rest.
 */
export function contestStep(contestants: readonly Contestant[]): ContestStep {
  const won = contestants.find(({ state }) => state.kind === "landed" || state.kind === "proposed");
  if (won !== undefined) return settled(won.sheet, contestants);
  if (contestants.some(({ state }) => isUnderWay(state))) return { kind: "wait" };
  const results = contestants.flatMap(({ sheet, state }) => (state.kind === "captured" ? [{ sheet, state }] : []));
  const [first] = results;
  if (first === undefined) {
    // It passes as the target is: there is nothing to choose.
    const idle = contestants.find(({ state }) => state.kind === "done" && state.outdone === undefined);
    return idle === undefined ? { kind: "wait" } : settled(idle.sheet, contestants);
  }
  if (results.length === 1)
    return { kind: "choose", winner: first.sheet, why: `the only result of ${plural(contestants.length, "agent")}` };
  return ranked(results);
}

function isUnderWay(state: SheetState): boolean {
  switch (state.kind) {
    case "waiting":
    case "running":
    case "landing":
      return true;
    case "captured":
      return state.isApproved || state.isChosen === true;
    default:
      return false;
  }
}

function settled(winner: SheetId, contestants: readonly Contestant[]): ContestStep {
  const outdone = contestants.flatMap(({ sheet, state }) =>
    sheet !== winner && (state.kind === "captured" || state.kind === "failed" || state.kind === "cancelled")
      ? [sheet]
      : [],
  );
  return outdone.length === 0 ? { kind: "wait" } : { kind: "settle", winner, outdone };
}

interface Result {
  readonly sheet: SheetId;
  readonly state: Captured;
}

/** By the validations that pass, then by what reviewers give; who is first in both is chosen. */
function ranked(results: readonly Result[]): ContestStep {
  const failing = ({ state }: Result): number => resultsOf(state.verdict).filter(({ passed }) => !passed).length;
  const points = ({ state }: Result): number => reviewOf(state.verdict)?.score ?? -1;
  const order = results.toSorted((one, other) => failing(one) - failing(other) || points(other) - points(one));
  const [first, second] = order;
  if (first === undefined || second === undefined) return { kind: "wait" };
  if (failing(first) < failing(second))
    return { kind: "choose", winner: first.sheet, why: "more of its validations pass than of any other" };
  if (points(first) > points(second))
    return {
      kind: "choose",
      winner: first.sheet,
      why: `its reviewer gives ${String(points(first))} of 100, the next one has ${points(second) === -1 ? "no review" : String(points(second))}`,
    };
  const isLevel = (one: Result): boolean => failing(one) === failing(first) && points(one) === points(first);
  // In the order of the plan.
  return { kind: "judge", among: results.filter(isLevel).map(({ sheet }) => sheet) };
}

import { unreachable } from "../../base/error.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import type { SheetState } from "../state.ts";
import type { Comparison, Pair } from "./comparison.ts";
import { difference } from "./difference.ts";
import { type Effect, change, refuse } from "./effect.ts";
import { sheetFields } from "./fields.ts";
import { meaningOf } from "./meaning.ts";

/** Differences in the sheets themselves. */
export function sheetEffects(comparison: Comparison): readonly Effect[] {
  return [
    ...comparison.pairs.flatMap((pair) => pairEffects(comparison, pair)),
    ...comparison.added.map((sheet) => addedEffect(comparison, sheet)),
    ...comparison.removed.map((sheet) => removedEffect(comparison, sheet)),
  ];
}

function pairEffects(comparison: Comparison, pair: Pair): readonly Effect[] {
  const { now, next, stateOf, standingOf } = comparison;
  const { id } = pair.was;
  const was = meaningOf(now, pair.was);
  const is = meaningOf(next, pair.is);
  const changed = (Object.keys(sheetFields) as (keyof SheetPlan)[]).filter(
    (key) => sheetFields[key].matters !== "place" && was[key] !== is[key],
  );
  if (changed.length === 0) return [];
  const words = (keys: readonly (keyof SheetPlan)[]): string =>
    keys.map((key) => difference(comparison, pair, key)).join(", ");
  switch (standingOf(id)) {
    case "over":
      return [change(`${id}: ${words(changed)}: has no effect, ${endWords(stateOf(id))}`)];
    case "open":
      return [change(`${id}: ${words(changed)}${openWords(stateOf(id))}`)];
    case "busy": {
      const now = changed.filter((key) => sheetFields[key].matters === "now");
      if (now.length > 0)
        return [
          refuse(
            `${id} is ${busyWords(stateOf(id))}, and its ${words(now)} would change under it: pause the job first`,
          ),
        ];
      return [change(`${id}: ${words(changed)}, from its next attempt on`)];
    }
  }
}

function addedEffect({ stateOf }: Comparison, { id, after }: SheetPlan): Effect {
  const state = stateOf(id);
  const behind = after.length === 0 ? "" : `, after ${after.join(", ")}`;
  const isNew = state.kind === "waiting" && state.counts.attempts === 0;
  return change(isNew ? `${id} is new${behind}` : `${id} comes back as it was${behind}: ${state.kind}`);
}

function removedEffect({ stateOf, standingOf }: Comparison, { id }: SheetPlan): Effect {
  const state = stateOf(id);
  switch (standingOf(id)) {
    case "over":
      return change(`${id} is not in the score any more: it stays in the job, ${endWords(state)}`);
    case "open":
      return change(
        `${id} is removed${"counts" in state && state.counts.attempts > 0 ? "; what it did is kept in its snapshots" : ""}`,
      );
    case "busy":
      return refuse(
        `${id} is ${busyWords(state)} and not in the score any more: pause the job first, or cancel the sheet`,
      );
  }
}

function endWords(state: SheetState): string {
  switch (state.kind) {
    case "landed":
      return "it landed already";
    case "done":
      return "it is done already";
    case "skipped":
      return "it was skipped already";
    case "captured":
    case "landing":
      return "its result is captured already and lands as it is";
    case "proposed":
      return "its result is offered as a pull request already";
    case "waiting":
    case "running":
    case "failed":
    case "cancelled":
      return state.kind;
    default:
      return unreachable(state);
  }
}

/** A sheet that failed or was cancelled does not start again by itself. */
function openWords({ kind }: SheetState): string {
  if (kind !== "failed" && kind !== "cancelled") return "";
  return `; it ${kind === "failed" ? "failed" : "was cancelled"}, so it is tried again only when you say so (tutti retry)`;
}

function busyWords({ kind }: SheetState): string {
  return kind === "running" ? "running" : kind === "landing" ? "landing" : "captured, about to land";
}

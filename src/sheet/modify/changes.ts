import type { SheetId } from "../../base/ids.ts";
import type { Plan } from "../../score/plan.ts";
import type { Job } from "../job.ts";
import type { SheetState } from "../state.ts";
import { legible, makeIds } from "./meaning.ts";
import { merged } from "./merge.ts";
import { sheetEffects } from "./sheets.ts";
import { type Comparison, comparisonOf } from "./comparison.ts";
import { type Effect, change } from "./effect.ts";
import { sharedEffects } from "./shared.ts";
import { wholeEffects } from "./whole.ts";

/** What a person wants of a job that exists. */
export interface Wanted {
  readonly plan?: Plan;
  readonly parallel?: number;
  readonly priority?: number;
}

export type Modifying =
  | { readonly kind: "same" }
  /** Each reason a sentence. */
  | { readonly kind: "refused"; readonly reasons: readonly string[] }
  /** What the job has from then on, and every difference as a sentence. */
  | {
      readonly kind: "changes";
      readonly plan: Plan;
      readonly parallel: number;
      readonly priority: number;
      readonly changes: readonly string[];
    };

/**
 * What a changed score means for a job. What came to its end stays as it was; what waits, failed or was cancelled is
 * played the new way from its next attempt on; what would reach into an attempt under way, or would move the ground
 * that results stand on, is refused: nobody could say what it did.
 */
export function changesOf(job: Job, states: ReadonlyMap<SheetId, SheetState>, wanted: Wanted): Modifying {
  const idOf = makeIds();
  const now = legible(job.plan, idOf);
  const next = wanted.plan === undefined ? now : legible(wanted.plan, idOf);
  const comparison = comparisonOf({ job, states, now, next });
  const effects = [
    ...wholeEffects(comparison),
    ...sharedEffects(comparison),
    ...sheetEffects(comparison),
    ...limitEffects(comparison, wanted),
  ];
  const refused = effects.filter(({ kind }) => kind === "refused");
  if (refused.length > 0) return { kind: "refused", reasons: refused.map(({ text }) => text) };
  if (effects.length === 0) return { kind: "same" };
  return {
    kind: "changes",
    plan: next === now ? job.plan : merged(comparison),
    parallel: parallelFor(comparison, wanted),
    priority: wanted.priority ?? job.priority,
    changes: effects.map(({ text }) => text),
  };
}

/** What the command line says, else what the score says now and did not say before. */
function parallelFor({ job, next }: Comparison, wanted: Wanted): number {
  if (wanted.parallel !== undefined) return wanted.parallel;
  return next.plan.parallel === job.plan.parallel ? job.parallel : next.plan.parallel;
}

function limitEffects(comparison: Comparison, wanted: Wanted): readonly Effect[] {
  const { job, next } = comparison;
  const parallel = parallelFor(comparison, wanted);
  const priority = wanted.priority ?? job.priority;
  const isWritten = next.plan.parallel !== job.plan.parallel;
  return [
    ...(parallel === job.parallel
      ? []
      : [change(`parallel: ${String(parallel)} sheets at once instead of ${String(job.parallel)}`)]),
    ...(parallel === job.parallel && isWritten
      ? [change(`parallel: the score says ${String(next.plan.parallel)} now; the job stays at ${String(parallel)}`)]
      : []),
    ...(priority === job.priority ? [] : [change(`priority: ${String(priority)} instead of ${String(job.priority)}`)]),
  ];
}

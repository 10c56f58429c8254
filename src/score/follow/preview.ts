import { durationText } from "../duration.ts";
import { commandText } from "../plan/command.ts";
import { type FollowStep, usualConcert } from "./plan.ts";
import type { Plan } from "../plan/plan.ts";

/** The successors of a job and of its sheets, under the names that a score has for them. */
export interface FollowsPreview {
  readonly steps: readonly StepPreview[];
  readonly concert: { readonly max_depth: number; readonly cooldown_ms: number; readonly needs: string };
  /** `null`: the workspace stays as it is. */
  readonly archive: { readonly folder: string | null; readonly naming: string; readonly max: number } | null;
}

export interface StepPreview {
  readonly on: "success" | "failure" | "complete";
  /** `null`: of the job. */
  readonly sheet: string | null;
  /** As it was written, with its templates. */
  readonly score?: string;
  readonly run?: string;
  readonly required: boolean;
  readonly repeatable?: boolean;
  readonly timeout_ms?: number;
  readonly fresh?: boolean;
  readonly detached?: boolean;
  readonly hold?: boolean;
  readonly description: string | null;
}

export function followsPreview(plan: Plan): FollowsPreview {
  const owners = [
    { sheet: null, follows: plan.follows },
    ...plan.sheets.map(({ id, follows }) => ({ sheet: id, follows })),
  ];
  const steps = owners.flatMap(({ sheet, follows }) =>
    (["success", "failure", "complete"] as const).flatMap((on) =>
      (follows?.[on] ?? []).map((step) => ({ on, sheet, ...stepPreview(step) })),
    ),
  );
  const { maxDepth, cooldownMs, needs } = plan.concert ?? usualConcert;
  const { lifecycle } = plan;
  return {
    steps,
    concert: { max_depth: maxDepth, cooldown_ms: cooldownMs, needs },
    archive:
      lifecycle?.archiveOnFresh === true
        ? { folder: lifecycle.archiveDir, naming: lifecycle.naming, max: lifecycle.maxArchives }
        : null,
  };
}

function stepPreview(step: FollowStep): Omit<StepPreview, "on" | "sheet"> {
  const { required, description } = step;
  if (step.kind === "score")
    return {
      score: step.path,
      required,
      fresh: step.fresh,
      detached: step.detached,
      hold: step.hold === true,
      description,
    };
  const { repeatable, timeoutMs } = step;
  return { run: commandText(step.command), required, repeatable, timeout_ms: timeoutMs, description };
}

const mostLines = 12;

/** For people; none where nothing follows. */
export function followLines(plan: Plan): readonly string[] {
  const { steps, concert } = followsPreview(plan);
  if (steps.length === 0) return [];
  const lines = steps.slice(0, mostLines).map(({ on, sheet, score, run, required, hold }) => {
    const what = score === undefined ? `runs ${run ?? ""}` : `runs the score ${score}`;
    const terms = [...(required ? ["required"] : []), ...(hold === true ? ["waits for a person"] : [])];
    return `on_${on}${sheet === null ? "" : ` of ${sheet}`} ${what}${terms.length === 0 ? "" : ` (${terms.join(", ")})`}`;
  });
  const pause = concert.cooldown_ms === 0 ? "" : `, ${durationText(concert.cooldown_ms)} after the last one`;
  const hasScore = steps.some(({ score }) => score !== undefined);
  return [
    ...lines,
    ...(steps.length > mostLines ? [`… and ${String(steps.length - mostLines)} more steps`] : []),
    ...(hasScore ? [`at most ${String(concert.max_depth)} jobs follow in a chain${pause}`] : []),
  ];
}

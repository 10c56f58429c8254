import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import { type FollowPlan, type FollowStep, usualConcert } from "../score/follow/plan.ts";
import type { SheetPlan } from "../score/plan/plan.ts";
import { type EndValues, fillStep } from "../score/follow/fill.ts";
import { commandText } from "../score/plan/command.ts";
import { scoreEngine } from "../score/template/variables.ts";
import type { Job } from "../sheet/job.ts";
import type { SheetState } from "../sheet/state.ts";
import type { Successor, SuccessorState, Trigger } from "./successor.ts";

/** A job at the end of itself, or of one of its sheets. */
export interface End {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  /** Absolute. */
  readonly workspace: string;
  readonly at: EpochMs;
}

/** What follows the end of a job. A job that a person cancelled is followed by nothing. */
export function afterJob(end: End): readonly Successor[] {
  const { status, plan } = end.job;
  if (plan.follows === undefined || status.kind !== "finished") return [];
  const counts = countsOf(end.states);
  const outcome = status.failed === 0 ? "success" : "failure";
  return successorsOf(end, plan.follows, {
    outcome,
    sheet: null,
    mark: `${String(counts.attempts)}-${String(counts.good)}-${String(counts.failed)}`,
    idle: idleWords(end, counts),
  });
}

/** What follows the end of a sheet: one that landed, is done or failed. */
export function afterSheet(end: End, sheet: SheetPlan, state: SheetState): readonly Successor[] {
  if (sheet.follows === undefined) return [];
  if (state.kind !== "landed" && state.kind !== "done" && state.kind !== "failed") return [];
  const outcome = state.kind === "failed" ? "failure" : "success";
  return successorsOf(end, sheet.follows, {
    outcome,
    sheet,
    mark: `${String(state.attempt)}-${state.kind}`,
    idle: null,
  });
}

interface Ended {
  readonly outcome: EndValues["outcome"];
  readonly sheet: SheetPlan | null;
  /** Differs from one end of the same job or sheet to the next, if anything was done in between. */
  readonly mark: string;
  /** Why nothing is to follow; `null`: something may. */
  readonly idle: string | null;
}

function successorsOf(end: End, follows: FollowPlan, ended: Ended): readonly Successor[] {
  const { outcome } = ended;
  const steps: readonly (readonly [Trigger, FollowStep])[] = [
    ...follows[outcome].map((step) => [outcome, step] as const),
    ...follows.complete.map((step) => ["complete", step] as const),
  ];
  const engine = scoreEngine(end.job.plan.variables);
  const values = valuesOf(end, outcome);
  const { depth } = values;
  const { maxDepth, cooldownMs } = end.job.plan.concert ?? usualConcert;
  const made: Successor[] = [];
  for (const [place, [on, step]] of steps.entries()) {
    const filled = fillStep(engine, step, { values, sheet: ended.sheet });
    const isJob = step.kind === "score";
    const tooDeep =
      isJob && depth + 1 > maxDepth ? `the chain has its ${String(maxDepth)} jobs (concert.max_depth)` : null;
    const why = rebuiltWords(end.job) ?? ended.idle ?? (filled.kind === "wrong" ? filled.why : tooDeep);
    const state: SuccessorState =
      why === null ? { kind: isJob && step.hold === true ? "held" : "waiting" } : { kind: "refused", why };
    made.push({
      id: [end.job.id, ended.sheet?.id ?? "", on, String(place), ended.mark].join(":"),
      job: end.job.id,
      sheet: ended.sheet?.id ?? null,
      on,
      after: made.at(-1)?.id ?? null,
      root: values.root_job as JobId,
      depth: depth + 1,
      step:
        filled.kind === "means" ? filled.value : { kind: "unfilled", required: step.required, title: titleOf(step) },
      notBefore: (isJob ? end.at + cooldownMs : end.at) as EpochMs,
      state,
    });
  }
  return made;
}

/** Its steps may have been taken before the database was lost. */
function rebuiltWords({ inferred }: Job): string | null {
  return inferred === undefined ? null : "the job was rebuilt without the database: it is not known what followed it";
}

function titleOf(step: FollowStep): string {
  return step.description ?? (step.kind === "score" ? step.path : commandText(step.command));
}

interface Counts {
  readonly attempts: number;
  readonly good: number;
  readonly landed: number;
  readonly failed: number;
}

function countsOf(states: ReadonlyMap<SheetId, SheetState>): Counts {
  let [attempts, good, landed, failed] = [0, 0, 0, 0];
  for (const state of states.values()) {
    // Of a sheet that is tried again, only the number of its attempts is never set back.
    if ("attempt" in state) attempts += state.attempt;
    if (state.kind === "landed") landed += 1;
    if (state.kind === "landed" || state.kind === "done") good += 1;
    if (state.kind === "failed" || state.kind === "cancelled") failed += 1;
  }
  return { attempts, good, landed, failed };
}

/** A chain ends with a job that had nothing to do: else one that repeats itself would never end. */
function idleWords({ job }: End, { attempts, landed }: Counts): string | null {
  const { needs } = job.plan.concert ?? usualConcert;
  if (attempts === 0) return "nothing was done: every sheet was skipped";
  return needs === "landed" && landed === 0 ? "nothing landed (concert.needs: landed)" : null;
}

function valuesOf({ job, states, workspace }: End, outcome: EndValues["outcome"]): EndValues {
  const { landed, failed } = countsOf(states);
  return {
    job_id: job.id,
    root_job: job.chain?.root ?? job.id,
    depth: job.chain?.depth ?? 0,
    name: job.plan.name,
    workspace,
    repository: job.repository.top ?? job.repository.commonDir,
    outcome,
    sheet_count: job.plan.sheets.length,
    landed,
    failed,
  };
}

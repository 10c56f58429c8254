import type { SheetId } from "../../base/ids.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import { describeEnd } from "../../sheet/describe.ts";
import { meetsItsDefinition } from "../../sheet/ending/ended.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { type TroubleCode, troubles } from "../../sheet/trouble/trouble.ts";
import { nothingSpentYet } from "../../sheet/cost/usage.ts";
import type { Job } from "../../sheet/job.ts";
import { reasonsOf } from "../../sheet/verdict.ts";
import type { FaultView, JobErrors } from "../../api/contract/answers.ts";
import type { WhichJob } from "../find/nearest.ts";
import { attemptsOf, codeOf } from "./life/attempts.ts";
import { type Scene, readScenes } from "./life/scenes.ts";
import type { Viewer } from "../find/viewer.ts";
import { findKnown } from "./known.ts";
import { printedIn } from "./output.ts";

type SheetErrors = JobErrors["sheets"][number];

/** The errors of a job, also where a later attempt made them good. */
export async function readErrors(parts: Viewer, asked: WhichJob): Promise<JobErrors | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const { job, view } = known;
  const lives = await readScenes(parts.store, job);
  const plans = new Map(job.plan.sheets.map((plan) => [plan.id as string, plan]));
  const sheets = view.sheets.flatMap(({ id, state, why }): SheetErrors[] => {
    const plan = plans.get(id);
    const faults = plan === undefined ? [] : faultsOf(lives.get(plan.id) ?? [], plan, job);
    const attempts = faults.map((fault) => ({
      ...fault,
      logs: parts.places.attempt(job.id, id as SheetId, fault.attempt),
    }));
    return attempts.length === 0 && state !== "failed" ? [] : [{ sheet: id, state, why, attempts }];
  });
  return { job: job.id, sheets };
}

type Fault = Omit<FaultView, "logs">;

/** Each attempt that was not good, and each landing that was not. */
function faultsOf(life: readonly Scene[], plan: SheetPlan, job: Job): readonly Fault[] {
  const attempts = new Map(attemptsOf(life, plan).map((one) => [one.attempt, one]));
  let attempt = 0;
  return life.flatMap(({ event, after }): Fault[] => {
    if ("attempt" in event) ({ attempt } = event);
    const what = faultOf(event);
    if (what === undefined) return [];
    const { agent, model, cost } = attempts.get(attempt) ?? {
      agent: plan.agent.kind,
      model: null,
      cost: nothingSpentYet,
    };
    const then = after === null ? null : after.state === "waiting" ? after.why : after.state;
    const printed = "verdict" in event ? printedIn({ job, sheet: plan.id, attempt }, event) : [];
    return [{ attempt, at: event.at, agent, model, cost, ...what, ...meaningOf(what.code), then, printed }];
  });
}

function meaningOf(code: TroubleCode | null): Pick<Fault, "category" | "title"> {
  if (code === null) return { category: null, title: null };
  const { category, title } = troubles[code];
  return { category, title };
}

type What = Pick<Fault, "end" | "failed" | "code" | "detail" | "resetAt">;

const noCode = { code: null, detail: null, resetAt: null } as const;

function faultOf(event: SheetEvent): What | undefined {
  switch (event.kind) {
    case "ended": {
      if (event.leftOut.isIncomplete)
        return { ...noCode, end: "part of the result could not be captured", failed: event.leftOut.first };
      if (meetsItsDefinition(event)) return undefined;
      const { trouble } = event;
      const failed = reasonsOf(event.verdict);
      return {
        end: `the agent ${describeEnd(event.end)}`,
        failed,
        code: codeOf(event),
        detail: trouble?.detail ?? null,
        resetAt: trouble?.resetAt ?? null,
      };
    }
    case "conflicted":
      return { ...noCode, end: "it conflicts with what landed meanwhile", failed: event.paths };
    case "rejected":
      return {
        ...noCode,
        code: "E209",
        end: "validations failed on the merged tree",
        failed: reasonsOf(event.verdict),
      };
    case "interrupted":
      return event.asked ? undefined : { ...noCode, end: "the conductor ended under it", failed: [] };
    case "returned":
      return {
        ...noCode,
        end: `its pull request sent it back: ${returns[event.why]}`,
        failed: [event.text.split("\n")[0] ?? ""],
      };
    case "closed":
      return { ...noCode, end: "its pull request was closed", failed: [] };
    case "started":
    case "placed":
    case "playing":
    case "prepared":
    case "validating":
    case "held":
    case "proposing":
    case "proposed":
    case "heard":
    case "merged":
    case "landing":
    case "landed":
    case "withdrawn":
    case "absorbed":
    case "cancelled":
    case "skipped":
    case "retried":
    case "told":
    case "collided":
    case "approved":
    case "judged":
    case "inferred":
    case "visited":
    case "chosen":
    case "outdone":
      return undefined;
  }
}

const returns = {
  checks: "its checks failed",
  review: "changes are asked for",
  conflict: "it can't be merged any more",
};

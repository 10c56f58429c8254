import type { Ended, SheetEvent } from "../../../sheet/event.ts";
import type { NoteEvent } from "../../../sheet/note.ts";
import { allPass, resultsOf } from "../../../sheet/verdict.ts";
import type { After } from "../../../store/row.ts";
import type { EventType, JobNews } from "../../events.ts";

const ofJob: Readonly<Record<Exclude<JobNews["kind"], "finished">, readonly EventType[]>> = {
  submitted: ["job.started"],
  inferred: ["job.inferred"],
  resumed: ["job.resumed", "job.iteration"],
  "taken-up": ["job.iteration"],
  pausing: ["job.pausing"],
  paused: ["job.paused"],
  cancelling: ["job.cancelling"],
  cancelled: ["job.cancelled"],
  modified: ["job.modified"],
  diverted: ["job.diverted"],
};

export function jobTypes(event: JobNews): readonly EventType[] {
  if (event.kind === "finished") return [event.failed > 0 ? "job.failed" : "job.completed"];
  return ofJob[event.kind];
}

/** What is said of an event whatever became of its sheet; what became of it comes behind that, where `outcome` asks for it. */
const ofSheet: Readonly<Record<Exclude<SheetEvent["kind"], "placed" | "ended">, { readonly first: readonly EventType[]; readonly outcome?: true }>> = {
  started: { first: ["sheet.started"] },
  landing: { first: ["sheet.landing"] },
  landed: { first: ["sheet.landed", "sheet.completed"] },
  withdrawn: { first: ["sheet.withdrawn"] },
  conflicted: { first: ["sheet.conflict"], outcome: true },
  absorbed: { first: ["sheet.completed"] },
  rejected: { first: ["sheet.validation_failed"], outcome: true },
  interrupted: { first: ["sheet.interrupted"], outcome: true },
  cancelled: { first: ["sheet.cancelled"] },
  skipped: { first: ["sheet.skipped"] },
  retried: { first: ["sheet.retried"] },
  inferred: { first: ["sheet.inferred"] },
};

/** `after`: `null` in rows of earlier versions. */
export function sheetTypes(event: SheetEvent, after: After | null): readonly EventType[] {
  if (event.kind === "placed") return [event.fallback === null ? "context.created" : "context.fallback"];
  if (event.kind === "ended") return [...endTypes(event), ...outcomeTypes(after)];
  const { first, outcome } = ofSheet[event.kind];
  return outcome === true ? [...first, ...outcomeTypes(after)] : first;
}

function endTypes({ capture, verdict }: Ended): readonly EventType[] {
  const judged: EventType = allPass(verdict) ? "sheet.validation_passed" : "sheet.validation_failed";
  return [...(capture === null ? [] : ["sheet.captured" as const]), ...(resultsOf(verdict).length === 0 ? [] : [judged]), "job.cost_update"];
}

function outcomeTypes(after: After | null): readonly EventType[] {
  switch (after?.state) {
    case "done":
      return ["sheet.completed"];
    case "failed":
      return ["sheet.failed"];
    case "cancelled":
      return ["sheet.cancelled"];
    case "waiting":
      return [after.why === "rate-limit" ? "sheet.parked" : "sheet.retrying"];
    default:
      // Captured: whether it is completed is for its landing to say.
      return [];
  }
}

export const noteTypes: Readonly<Record<NoteEvent["kind"], EventType>> = {
  notice: "conductor.notice",
  "context-destroyed": "context.destroyed",
  "conductor-started": "conductor.started",
  "conductor-recovered": "conductor.recovered",
  "conductor-reloaded": "conductor.reloaded",
  "conductor-stopping": "conductor.stopping",
};

import type { Ended, Judged, SheetEvent } from "../../sheet/events/event.ts";
import type { NoteEvent } from "../../sheet/events/note.ts";
import { allPass, resultsOf } from "../../sheet/verdict.ts";
import type { After } from "../../store/row.ts";
import type { EventType, JobNews } from "../contract/events.ts";

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

/**
 * What is said of an event whatever became of its sheet; what became of it comes behind that, where `outcome` asks for
 * it.
 */
const ofSheet: Readonly<Record<Plain, { readonly first: readonly EventType[]; readonly outcome?: true }>> = {
  started: { first: ["sheet.started"] },
  playing: { first: ["sheet.playing"] },
  landing: { first: ["sheet.landing"] },
  landed: { first: ["sheet.landed", "sheet.completed"] },
  withdrawn: { first: ["sheet.withdrawn"] },
  conflicted: { first: ["sheet.conflict"], outcome: true },
  absorbed: { first: ["sheet.completed"] },
  rejected: { first: ["sheet.validation_failed"], outcome: true },
  cancelled: { first: ["sheet.cancelled"] },
  skipped: { first: ["sheet.skipped"] },
  retried: { first: ["sheet.retried"] },
  told: { first: ["sheet.told"] },
  approved: { first: ["sheet.approved"] },
  held: { first: ["sheet.held"] },
  proposing: { first: ["sheet.proposing"] },
  proposed: { first: ["sheet.proposed"] },
  heard: { first: [] },
  returned: { first: ["sheet.returned"], outcome: true },
  merged: { first: ["sheet.landed", "sheet.completed"] },
  closed: { first: [], outcome: true },
  inferred: { first: ["sheet.inferred"] },
};

type Plain = Exclude<SheetEvent["kind"], "placed" | "ended" | "interrupted" | "judged">;

/** `after`: `null` in rows of earlier versions. */
export function sheetTypes(event: SheetEvent, after: After | null): readonly EventType[] {
  if (event.kind === "placed") return [event.fallback === null ? "context.created" : "context.fallback"];
  if (event.kind === "ended") return [...endTypes(event), ...outcomeTypes(after)];
  if (event.kind === "interrupted") return ["sheet.interrupted", ...costTypes(event), ...outcomeTypes(after)];
  if (event.kind === "judged") return judgedTypes(event, after);
  const { first, outcome } = ofSheet[event.kind];
  return outcome === true ? [...first, ...outcomeTypes(after)] : first;
}

function endTypes(event: Ended): readonly EventType[] {
  return [...(event.capture === null ? [] : ["sheet.captured" as const]), ...verdictTypes(event), ...costTypes(event)];
}

/** One that is not good enough leaves its sheet what it was, of which nothing new is to be said. */
function judgedTypes(event: Judged, after: After | null): readonly EventType[] {
  return ["sheet.judged", ...verdictTypes(event), ...(after?.state === "done" ? ["sheet.completed" as const] : [])];
}

function verdictTypes({ verdict }: Pick<Ended, "verdict">): readonly EventType[] {
  if (resultsOf(verdict).length === 0) return [];
  return [allPass(verdict) ? "sheet.validation_passed" : "sheet.validation_failed"];
}

/** An agent that was not run used nothing: absent then, and in rows of earlier versions. */
function costTypes({ usage }: Pick<Ended, "usage">): readonly EventType[] {
  return usage === undefined ? [] : ["job.cost_update"];
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
      return [ofWait[after.why ?? ""] ?? "sheet.retrying"];
    default:
      // Captured: whether it is completed is for its landing to say.
      return [];
  }
}

const ofWait: Readonly<Record<string, EventType>> = {
  "rate-limit": "sheet.parked",
  quota: "sheet.parked",
  agent: "sheet.waiting_for_agent",
  fallback: "sheet.fallback",
};

const ofNote: Readonly<Record<Exclude<NoteEvent["kind"], "agent-gate">, EventType>> = {
  notice: "conductor.notice",
  "context-destroyed": "context.destroyed",
  "conductor-started": "conductor.started",
  "conductor-recovered": "conductor.recovered",
  "conductor-reloaded": "conductor.reloaded",
  "conductor-stopping": "conductor.stopping",
};

export function noteType(event: NoteEvent): EventType {
  return event.kind === "agent-gate" ? `agent.${event.state}` : ofNote[event.kind];
}

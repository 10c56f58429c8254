import type { EpochMs } from "../../base/ids.ts";
import type { Ended, Judged, SheetEvent } from "../../sheet/events/event.ts";
import type { NoteEvent } from "../../sheet/events/note.ts";
import { allPass, resultsOf } from "../../sheet/verdict.ts";
import type { After, JournalRow } from "../../store/row.ts";
import type { EventType, JobNews, Recorded, TuttiEvent } from "../contract/events.ts";

/** The events that a row of the journal means: at least one. `title`: of its sheet. */
export function eventsOf(row: JournalRow, title: string | null): readonly TuttiEvent[] {
  const recorded = recordedIn(row);
  return typesOf(recorded, row).map((type, index) => ({
    position: row.position,
    index,
    type,
    at: row.at,
    job: row.job,
    sheet: row.sheet,
    title,
    state: row.after?.state ?? null,
    why: row.after?.why ?? null,
    recorded,
  }));
}

/** The store keeps the plan of a job out of its rows. */
function recordedIn({ about, kind, at, body }: JournalRow): Recorded {
  const event = { kind, at, ...body };
  return (about === "sheet" ? { about, event: currentEvent(event as SheetEvent) } : { about, event }) as Recorded;
}

function typesOf(recorded: Recorded, { after }: JournalRow): readonly EventType[] {
  switch (recorded.about) {
    case "job":
      return jobTypes(recorded.event);
    case "sheet":
      return sheetTypes(recorded.event, after);
    case "note":
      return [noteType(recorded.event)];
  }
}

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
  healing: ["job.healing"],
  unhealed: ["job.unhealed"],
};

function jobTypes(event: JobNews): readonly EventType[] {
  if (event.kind === "finished") return [event.failed > 0 ? "job.failed" : "job.completed"];
  return ofJob[event.kind];
}

/**
 * The text of an event, independent of the outcome of its sheet; the outcome comes behind it where `outcome` asks for
 * it.
 */
const ofSheet: Readonly<Record<Plain, { readonly first: readonly EventType[]; readonly outcome?: true }>> = {
  started: { first: ["sheet.started"] },
  prepared: { first: ["sheet.prepared"] },
  playing: { first: ["sheet.playing"] },
  validating: { first: ["sheet.validating"] },
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
  collided: { first: ["sheet.collided"] },
  approved: { first: ["sheet.approved"] },
  chosen: { first: ["sheet.chosen"] },
  outdone: { first: ["sheet.outdone"], outcome: true },
  held: { first: ["sheet.held"] },
  proposing: { first: ["sheet.proposing"] },
  proposed: { first: ["sheet.proposed"] },
  heard: { first: [] },
  returned: { first: ["sheet.returned"], outcome: true },
  merged: { first: ["sheet.landed", "sheet.completed"] },
  closed: { first: [], outcome: true },
  inferred: { first: ["sheet.inferred"] },
  visited: { first: ["job.cost_update"] },
};

type Plain = Exclude<SheetEvent["kind"], "placed" | "ended" | "interrupted" | "judged">;

/** `after`: `null` in rows of earlier versions. */
function sheetTypes(event: SheetEvent, after: After | null): readonly EventType[] {
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
  successor: "job.successor",
  schedule: "conductor.schedule",
  "context-destroyed": "context.destroyed",
  "conductor-started": "conductor.started",
  "conductor-recovered": "conductor.recovered",
  "conductor-reloaded": "conductor.reloaded",
  "conductor-stopping": "conductor.stopping",
};

function noteType(event: NoteEvent): EventType {
  return event.kind === "agent-gate" ? `agent.${event.state}` : ofNote[event.kind];
}

/** Earlier versions knew no trouble but the rate limit, which was an end of its own. */
type EarlierEnded = Omit<Ended, "end" | "trouble" | "words"> & {
  readonly trouble?: Ended["trouble"];
  readonly words?: Ended["words"];
  readonly end: Ended["end"] | { readonly kind: "rate-limited"; readonly resetAt: EpochMs | null };
};

/** An event as an earlier version may have written it, with what it did not know filled in. */
export function currentEvent(event: SheetEvent): SheetEvent {
  if (event.kind !== "ended") return event;
  const { end, trouble = null, words = null, ...more } = event as EarlierEnded;
  if (end.kind !== "rate-limited") return { ...more, end, trouble, words };
  return { ...more, end: { kind: "limited" }, trouble: { code: "E101", detail: "", resetAt: end.resetAt }, words };
}

import type { TuttiEvent } from "../api/contract/events.ts";
import { clip, flat, isoTime, plural } from "../base/text.ts";
import type { NotificationWish, Topic } from "../score/notifications/wish.ts";
import type { NoteEvent } from "../sheet/events/note.ts";
import { needsPerson, type Paused } from "../sheet/rest/rest.ts";
import type { SheetState } from "../sheet/state.ts";
import type { DeliveryItem } from "../store/delivery.ts";

/** Something that happened, in words; `topics`: what it counts as, the most telling first. */
export interface News extends Omit<DeliveryItem, "topic"> {
  readonly topics: readonly Topic[];
  readonly wishes: readonly NotificationWish[];
}

/** The known facts of a job beside its events. */
export interface JobAbout {
  readonly id: string;
  readonly name: string;
  readonly wishes: readonly NotificationWish[];
  readonly sheets: ReadonlyMap<string, SheetState["kind"]>;
  readonly titleOf: (sheet: string) => string;
}

/** `null`: no person receives it. `about`: of the event's job. */
export function newsOf(event: TuttiEvent, about: JobAbout | null): News | null {
  const told =
    about === null
      ? agentWords(event)
      : (heldWords(event, about) ?? jobWords(event, about) ?? sheetWords(event, about));
  if (told === null || told.topics.length === 0) return null;
  const { at, position, sheet } = event;
  return {
    at,
    position,
    job: about === null ? null : { id: about.id, name: plain(about.name, 120) },
    sheet: about === null || sheet === null ? null : { id: sheet, title: plain(about.titleOf(sheet), 120) },
    topics: told.topics,
    text: plain(told.text, 500),
    wishes: about?.wishes ?? [],
  };
}

/** Text that agents may have chosen: one line, nothing that controls what shows it, not endless. */
function plain(text: string, length: number): string {
  return clip(flat(text).replaceAll(/[\p{Cc}\p{Cf}]/gu, ""), length);
}

interface Words {
  readonly topics: readonly Topic[];
  readonly text: string;
}

function jobWords({ type, recorded }: TuttiEvent, { name, sheets }: JobAbout): Words | null {
  const event = recorded.about === "job" ? recorded.event : null;
  switch (type) {
    case "job.started":
      return { topics: ["started"], text: `${name} started: ${plural(sheets.size, "sheet")}` };
    case "job.completed":
      return { topics: ["finished"], text: `${name} finished: ${countWords(sheets)}` };
    case "job.failed":
      return { topics: ["failed"], text: `${name} ended with failures: ${countWords(sheets)}` };
    case "job.cancelled":
      return { topics: ["cancelled"], text: `${name} was cancelled: ${countWords(sheets)}` };
    case "job.paused":
      return event?.kind === "paused" ? pauseWords(name, event) : null;
    default:
      return null;
  }
}

/** A step after a job or a sheet that waits for a person. */
function heldWords({ recorded: { event } }: TuttiEvent, { id, name }: JobAbout): Words | null {
  if (event.kind !== "successor" || event.state !== "held") return null;
  return {
    topics: ["needs_person"],
    text: `${event.what} waits for a person before it follows ${name}: tutti resume ${id}`,
  };
}

function pauseWords(name: string, { why, cause }: Paused): Words {
  if (cause.kind === "user") return { topics: ["paused"], text: `${name} was paused by a person` };
  if (cause.kind === "cost") return { topics: ["cost", "needs_person", "paused"], text: `${name} is paused: ${why}` };
  // A stop of the conductor is no news of the job: it goes on with the next one.
  if (cause.kind === "stop") return { topics: [], text: "" };
  return needsPerson(cause)
    ? { topics: ["needs_person", "paused"], text: `${name} waits for a person: ${why}` }
    : { topics: ["paused"], text: `${name} is paused: ${why}` };
}

function sheetWords({ type, index, sheet, why, recorded }: TuttiEvent, { name, titleOf }: JobAbout): Words | null {
  if (sheet === null) return null;
  const of = `${sheet} of ${name}`;
  switch (type) {
    case "sheet.started":
      return { topics: ["sheet_started"], text: `${of} started: ${titleOf(sheet)}` };
    case "sheet.landed":
      return { topics: ["landed", "sheet_done"], text: `${of} landed: ${titleOf(sheet)}` };
    case "sheet.completed":
      // Of one that landed, the event before this one told it.
      return index > 0 && isLanding(recorded)
        ? null
        : { topics: ["sheet_done"], text: `${of} is done: ${titleOf(sheet)}` };
    case "sheet.failed":
      return { topics: ["sheet_failed"], text: `${of} failed: ${why ?? "the reason is not known"}` };
    case "sheet.held":
      return { topics: ["needs_person"], text: `a result of ${of} waits for approval: ${titleOf(sheet)}` };
    default:
      return null;
  }
}

function isLanding({ event }: TuttiEvent["recorded"]): boolean {
  return event.kind === "landed" || event.kind === "merged";
}

function agentWords({ recorded }: TuttiEvent): Words | null {
  const event: NoteEvent | null = recorded.about === "note" ? recorded.event : null;
  if (event?.kind !== "agent-gate") return null;
  const { agent, state, until, detail } = event;
  const more = detail === null ? "" : `: ${detail}`;
  if (state === "limited" || state === "faulty") {
    const end = until === null ? "" : ` until ${isoTime(until)}`;
    return { topics: ["limit"], text: `${agent} is ${state === "limited" ? "at its limit" : "failing"}${end}${more}` };
  }
  return state === "stopped" ? { topics: ["needs_person", "limit"], text: `${agent} can't be used${more}` } : null;
}

const shown = ["landed", "done", "failed", "cancelled", "skipped"] as const;

function countWords(sheets: JobAbout["sheets"]): string {
  const kinds = [...sheets.values()];
  const counts = shown.map((kind) => ({ kind, count: kinds.filter((one) => one === kind).length }));
  const rest = kinds.length - counts.reduce((sum, { count }) => sum + count, 0);
  const words = counts.flatMap(({ kind, count }) => (count === 0 ? [] : [`${count} ${kind}`]));
  return [...words, ...(rest === 0 ? [] : [`${rest} not done`])].join(", ") || "no sheets";
}

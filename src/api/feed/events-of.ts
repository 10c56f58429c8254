import type { SheetEvent } from "../../sheet/events/event.ts";
import type { JournalRow } from "../../store/row.ts";
import type { EventType, Recorded, TuttiEvent } from "../contract/events.ts";
import { currentEvent } from "./current-event.ts";
import { jobTypes, noteType, sheetTypes } from "./types.ts";

/** What a row of the journal stands for: at least one event. `title`: of its sheet. */
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

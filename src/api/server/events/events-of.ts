import type { JournalRow } from "../../../store/row.ts";
import type { EventType, Recorded, TuttiEvent } from "../../events.ts";
import { jobTypes, noteTypes, sheetTypes } from "./types.ts";

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
  return { about, event: { kind, at, ...body } } as Recorded;
}

function typesOf(recorded: Recorded, { after }: JournalRow): readonly EventType[] {
  switch (recorded.about) {
    case "job":
      return jobTypes(recorded.event);
    case "sheet":
      return sheetTypes(recorded.event, after);
    case "note":
      return [noteTypes[recorded.event.kind]];
  }
}

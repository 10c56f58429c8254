import type { TuttiEvent } from "../../../api/contract/events.ts";
import type { JobSummary } from "../../../api/contract/job.ts";
import {
  asApproved,
  stretchAfter,
  type TimelineSheet,
  type TimelineView,
  withSpan,
} from "../../../api/contract/timeline.ts";

/** A job as it is: the last answer, and what was heard since. */
export interface Live {
  readonly view: TimelineView;
  /** The events after the moment of the last answer. */
  readonly news: readonly TuttiEvent[];
}

/** With an answer: of all sheets, or of those that differ from what is known. Later events than it knows of stay told. */
export function taken(live: Live | null, answer: TimelineView): Live {
  if (live === null || answer.mark === null) return { view: answer, news: live?.news ?? [] };
  const { isPart, ...whole } = answer;
  const news = live.news.filter(({ position }) => position > answer.last.position);
  const sheets = isPart === true ? withSheets(live.view.sheets, answer.sheets) : answer.sheets;
  return { view: withEvents({ ...whole, sheets }, news), news };
}

export function heard({ view, news }: Live, events: readonly TuttiEvent[]): Live {
  // Counts are made of all sheets: a view of some of them waits for the others.
  return { view: view.isPart === true ? view : withEvents(view, events), news: [...news, ...events] };
}

function withSheets(known: readonly TimelineSheet[], news: readonly TimelineSheet[]): readonly TimelineSheet[] {
  const sheets = [...known];
  const places = placesIn(known);
  for (const sheet of news) {
    const place = places.get(sheet.id);
    if (place !== undefined) sheets[place] = sheet;
  }
  allPlaces.set(sheets, places);
  return sheets;
}

/** Sheets keep their places from one view to the next. */
const allPlaces = new WeakMap<readonly TimelineSheet[], ReadonlyMap<string, number>>();

function placesIn(sheets: readonly TimelineSheet[]): ReadonlyMap<string, number> {
  const known = allPlaces.get(sheets) ?? new Map(sheets.map(({ id }, place) => [id, place]));
  allPlaces.set(sheets, known);
  return known;
}

/**
 * The view after events that came since it was asked for. It says at once what events say; what follows from them, such as
 * costs and sheets that are blocked, comes with the next answer.
 */
export function withEvents(view: TimelineView, events: readonly TuttiEvent[]): TimelineView {
  const news = events.filter(({ position, index }) => index === 0 && position > view.last.position);
  const newest = news.at(-1);
  if (newest === undefined) return view;
  const sheets = [...view.sheets];
  const places = placesIn(view.sheets);
  allPlaces.set(sheets, places);
  for (const event of news) {
    const place = event.sheet === null ? undefined : places.get(event.sheet);
    const sheet = place === undefined ? undefined : sheets[place];
    if (place !== undefined && sheet !== undefined) sheets[place] = sheetAfter(sheet, event);
  }
  const last = { position: newest.position, at: newest.at };
  return { ...view, last, shown: last, sheets, job: { ...view.job, counts: countsOf(view.job, sheets) } };
}

function sheetAfter(sheet: TimelineSheet, { recorded, state, why, at }: TuttiEvent): TimelineSheet {
  if (recorded.about !== "sheet") return sheet;
  const { event } = recorded;
  const { phase: _, isApproved: before, ...rest } = sheet;
  const isApproved = state === "captured" && before === undefined ? undefined : approvedAfter(event.kind, before);
  return {
    ...rest,
    state: state ?? sheet.state,
    why: state === null ? sheet.why : why,
    attempts: event.kind === "started" ? event.attempt : sheet.attempts,
    ...phaseAfter(event.kind, state),
    ...(state !== "captured" || isApproved === undefined ? {} : { isApproved }),
    spans: asApproved(withSpan(sheet.spans, stretchAfter(event, state), at), isApproved),
  };
}

function approvedAfter(kind: string, before: boolean | undefined): boolean | undefined {
  if (kind === "approved") return true;
  return kind === "held" ? false : before;
}

const phases = {
  started: "preparing",
  prepared: "playing",
  placed: "playing",
  playing: "playing",
  validating: "validating",
} as const;

function phaseAfter(kind: string, state: string | null): Pick<TimelineSheet, "phase"> {
  return state === "running" && kind in phases ? { phase: phases[kind as keyof typeof phases] } : {};
}

function countsOf({ counts }: JobSummary, sheets: readonly TimelineSheet[]): JobSummary["counts"] {
  const by = new Map<string, number>();
  for (const { state } of sheets) by.set(state, (by.get(state) ?? 0) + 1);
  const count = (...states: readonly string[]): number => states.reduce((sum, state) => sum + (by.get(state) ?? 0), 0);
  return {
    ...counts,
    landed: count("landed"),
    done: count("done"),
    skipped: count("skipped"),
    failed: count("failed", "cancelled"),
    blocked: count("blocked"),
    proposed: count("proposed"),
    running: count("running", "interrupted", "captured", "landing"),
    waiting: count("waiting"),
  };
}

import { expect, it } from "vitest";
import type { TuttiEvent } from "../../../api/contract/events.ts";
import type { TimelineView } from "../../../api/contract/timeline.ts";
import { heard, taken, withEvents } from "./live-timeline.ts";

const view = {
  mark: "m.1",
  job: { counts: { sheets: 2, waiting: 2, running: 0, landed: 0 } },
  first: { position: 1, at: 0 },
  last: { position: 5, at: 50 },
  shown: { position: 5, at: 50 },
  sheets: [
    { id: "a", state: "waiting", why: null, attempts: 0, spans: [["waiting", 0]] },
    { id: "b", state: "waiting", why: null, attempts: 0, spans: [["waiting", 0]] },
  ],
} as unknown as TimelineView;

function event(position: number, kind: string, state: string): TuttiEvent {
  const recorded = { about: "sheet", event: { kind, at: position * 10, attempt: 1 } };
  return { position, index: 0, at: position * 10, sheet: "a", state, why: null, recorded } as unknown as TuttiEvent;
}

it("events move a sheet and the counts at once; those that the answer has already are not told twice", () => {
  const next = withEvents(view, [
    event(4, "ended", "failed"),
    event(6, "started", "running"),
    event(7, "validating", "running"),
  ]);
  expect(next.sheets[0]).toMatchObject({
    state: "running",
    phase: "validating",
    attempts: 1,
    spans: [
      ["waiting", 0],
      ["preparing", 60],
      ["validating", 70],
    ],
  });
  expect(next.sheets[1]).toBe(view.sheets[1]);
  expect(next.job.counts).toMatchObject({ running: 1, waiting: 1 });
  expect([next.last.position, next.shown.position]).toEqual([7, 7]);
  expect(withEvents(view, [event(5, "landed", "landed")])).toBe(view);
});

it("an answer of what differs is put into what is known, and later events stay told", () => {
  const sheet = { id: "b", state: "blocked", why: "a failed", attempts: 0, spans: [["waiting", 0]] };
  const live = heard(heard(taken(null, view), [event(6, "started", "running")]), [event(9, "ended", "failed")]);
  const last = { position: 7, at: 70 };
  const answer = { ...view, last, shown: last, isPart: true, mark: "m.2", sheets: [sheet] };
  const next = taken(live, answer as unknown as typeof view);
  expect(next.view.sheets.map(({ id, state }) => `${id} ${state}`)).toEqual(["a failed", "b blocked"]);
  expect([next.view.mark, next.view.isPart, next.news.map(({ position }) => position)]).toEqual([
    "m.2",
    undefined,
    [9],
  ]);
});

it("a view of the first sheets is not counted anew by events, which hold once all sheets are there", () => {
  const part = { ...view, mark: null, isPart: true as const, sheets: view.sheets.slice(0, 1) };
  const live = heard(taken(null, part), [event(6, "started", "running")]);
  expect(live.view).toBe(part);
  expect(taken(live, view).view.job.counts).toMatchObject({ running: 1, waiting: 1 });
});

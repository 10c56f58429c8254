import { describe, expect, it } from "vitest";
import type { EpochMs, JobId, SheetId } from "../../base/ids.ts";
import type { JournalRow } from "../../store/row.ts";
import { eventTypes } from "../contract/events.ts";
import { eventsOf } from "./events-of.ts";

const row = (about: JournalRow["about"], kind: string, more: Partial<JournalRow> = {}): JournalRow => ({
  position: 7,
  job: "job" as JobId,
  sheet: about === "sheet" ? ("a" as SheetId) : null,
  about,
  kind,
  at: 5 as EpochMs,
  body: {},
  after: null,
  ...more,
});
const after = (state: string, why: string | null = null) => ({ after: { state, why } });
const ended = (body: object, then: Partial<JournalRow>): JournalRow =>
  row("sheet", "ended", {
    body: { capture: null, verdict: { kind: "unvalidated" }, end: { kind: "exited", code: 0 }, usage: null, ...body },
    ...then,
  });
const judged = (...passed: boolean[]) => ({
  verdict: {
    kind: "judged",
    results: passed.map((one, index) => ({ index, description: "x", passed: one, reason: "" })),
  },
});
const types = (from: JournalRow): readonly string[] => eventsOf(from, null).map((event) => event.type);

/** Every kind of row, with the events that it represents. */
const table: readonly (readonly [string, JournalRow, readonly string[]])[] = [
  ["a new job", row("job", "submitted"), ["job.started"]],
  ["a rebuilt job", row("job", "inferred"), ["job.inferred"]],
  ["a job that goes on", row("job", "resumed"), ["job.resumed", "job.iteration"]],
  ["a job that another process took up on its way to an end", row("job", "taken-up"), ["job.iteration"]],
  ["a pause that was asked for", row("job", "pausing"), ["job.pausing"]],
  ["a pause", row("job", "paused"), ["job.paused"]],
  ["a cancellation that was asked for", row("job", "cancelling"), ["job.cancelling"]],
  ["a cancellation", row("job", "cancelled"), ["job.cancelled"]],
  ["a changed score", row("job", "modified"), ["job.modified"]],
  ["a diversion", row("job", "diverted"), ["job.diverted"]],
  ["a remedy", row("job", "healing"), ["job.healing"]],
  ["a remedy that was taken back", row("job", "unhealed"), ["job.unhealed"]],
  ["a job that is finished", row("job", "finished", { body: { failed: 0 } }), ["job.completed"]],
  ["a job that is finished with failures", row("job", "finished", { body: { failed: 2 } }), ["job.failed"]],
  ["a start", row("sheet", "started", after("running")), ["sheet.started"]],
  ["the end of its preparation", row("sheet", "prepared", after("running")), ["sheet.prepared"]],
  ["the start of its validations", row("sheet", "validating", after("running")), ["sheet.validating"]],
  ["a first sign of life", row("sheet", "playing", after("running")), ["sheet.playing"]],
  ["a context", row("sheet", "placed", { body: { fallback: null } }), ["context.created"]],
  ["no isolated context", row("sheet", "placed", { body: { fallback: "no git" } }), ["context.fallback"]],
  [
    "a good end",
    ended({ capture: "c1", ...judged(true, true) }, after("captured")),
    ["sheet.captured", "sheet.validation_passed", "job.cost_update"],
  ],
  [
    "an end with nothing to land",
    ended({ capture: "c1" }, after("done")),
    ["sheet.captured", "job.cost_update", "sheet.completed"],
  ],
  [
    "a bad end that is tried again",
    ended({ capture: "c1", ...judged(true, false) }, after("waiting", "completion")),
    ["sheet.captured", "sheet.validation_failed", "job.cost_update", "sheet.retrying"],
  ],
  [
    "a bad end for good",
    ended({}, after("failed", "the agent exited with code 1")),
    ["job.cost_update", "sheet.failed"],
  ],
  ["a rate limit", ended({}, after("waiting", "rate-limit")), ["job.cost_update", "sheet.parked"]],
  ["a quota that is used up", ended({}, after("waiting", "quota")), ["job.cost_update", "sheet.parked"]],
  [
    "an agent that a person has to see to",
    ended({}, after("waiting", "agent")),
    ["job.cost_update", "sheet.waiting_for_agent"],
  ],
  [
    "a sheet that goes to its next agent",
    ended({}, after("waiting", "fallback")),
    ["job.cost_update", "sheet.fallback"],
  ],
  [
    "an end without the agent having been run",
    ended({ usage: undefined }, after("waiting", "retry")),
    ["sheet.retrying"],
  ],
  [
    "an end by cancellation",
    ended({ capture: "c1" }, after("cancelled")),
    ["sheet.captured", "job.cost_update", "sheet.cancelled"],
  ],
  [
    "an end of an earlier version",
    ended({ capture: "c1", usage: undefined, end: { kind: "rate-limited", resetAt: 9 } }, {}),
    ["sheet.captured"],
  ],
  ["the intent to land", row("sheet", "landing", after("landing")), ["sheet.landing"]],
  ["a landing", row("sheet", "landed", after("landed")), ["sheet.landed", "sheet.completed"]],
  ["a landing of an earlier version", row("sheet", "landed"), ["sheet.landed", "sheet.completed"]],
  ["a landing that is proven not to be", row("sheet", "withdrawn", after("captured")), ["sheet.withdrawn"]],
  [
    "a conflict that is tried again",
    row("sheet", "conflicted", after("waiting", "conflict")),
    ["sheet.conflict", "sheet.retrying"],
  ],
  ["a conflict for good", row("sheet", "conflicted", after("failed", "x")), ["sheet.conflict", "sheet.failed"]],
  ["a change that the target has already", row("sheet", "absorbed", after("done")), ["sheet.completed"]],
  [
    "a bad merge that is tried again",
    row("sheet", "rejected", after("waiting", "rejected")),
    ["sheet.validation_failed", "sheet.retrying"],
  ],
  ["a bad merge for good", row("sheet", "rejected", after("failed", "x")), ["sheet.validation_failed", "sheet.failed"]],
  [
    "an interruption",
    row("sheet", "interrupted", after("waiting", "interrupted")),
    ["sheet.interrupted", "sheet.retrying"],
  ],
  [
    "an interruption of a run that had cost something",
    row("sheet", "interrupted", { body: { usage: null }, ...after("waiting", "interrupted") }),
    ["sheet.interrupted", "job.cost_update", "sheet.retrying"],
  ],
  ["the last interruption", row("sheet", "interrupted", after("failed", "x")), ["sheet.interrupted", "sheet.failed"]],
  ["a cancelled sheet", row("sheet", "cancelled", after("cancelled")), ["sheet.cancelled"]],
  ["a skipped sheet", row("sheet", "skipped", after("skipped")), ["sheet.skipped"]],
  ["a sheet that a person wants again", row("sheet", "retried", after("waiting", "retried")), ["sheet.retried"]],
  ["work that collides", row("sheet", "collided", after("running")), ["sheet.collided"]],
  ["what a person adds", row("sheet", "told", after("waiting", "told")), ["sheet.told"]],
  ["what a person's visit cost", row("sheet", "visited", after("waiting", "interrupted")), ["job.cost_update"]],
  ["a result that was chosen", row("sheet", "chosen", after("captured")), ["sheet.chosen"]],
  ["a result that was outdone", row("sheet", "outdone", after("done")), ["sheet.outdone", "sheet.completed"]],
  ["a person's word that a result may land", row("sheet", "approved", after("captured")), ["sheet.approved"]],
  ["a result that has to wait for a person", row("sheet", "held", after("captured")), ["sheet.held"]],
  ["a pull request to come", row("sheet", "proposing", after("captured")), ["sheet.proposing"]],
  ["a pull request", row("sheet", "proposed", after("proposed")), ["sheet.proposed"]],
  ["what was said there and asks for nothing", row("sheet", "heard", after("proposed")), []],
  [
    "a pull request that sends its sheet back",
    row("sheet", "returned", after("waiting", "returned")),
    ["sheet.returned", "sheet.retrying"],
  ],
  ["the same once too often", row("sheet", "returned", after("failed", "x")), ["sheet.returned", "sheet.failed"]],
  ["a pull request that was merged", row("sheet", "merged", after("landed")), ["sheet.landed", "sheet.completed"]],
  ["a pull request that was closed", row("sheet", "closed", after("failed", "x")), ["sheet.failed"]],
  [
    "what was done, judged again",
    row("sheet", "judged", { body: judged(true), ...after("captured") }),
    ["sheet.judged", "sheet.validation_passed"],
  ],
  [
    "the same with nothing to land",
    row("sheet", "judged", { body: judged(true), ...after("done") }),
    ["sheet.judged", "sheet.validation_passed", "sheet.completed"],
  ],
  [
    "the same where it is not good enough",
    row("sheet", "judged", { body: judged(false), ...after("failed", "x") }),
    ["sheet.judged", "sheet.validation_failed"],
  ],
  ["a sheet of a rebuilt job", row("sheet", "inferred", after("landed")), ["sheet.inferred"]],
  ...(["limited", "stopped", "faulty", "probing", "budget", "open"] as const).map(
    (state) =>
      [
        `an agent that is ${state}`,
        row("note", "agent-gate", { job: null, body: { state } }),
        [`agent.${state}`],
      ] as const,
  ),
  ["a notice", row("note", "notice"), ["conductor.notice"]],
  ["a schedule", row("note", "schedule", { job: null }), ["conductor.schedule"]],
  ["a step that follows it", row("note", "successor"), ["job.successor"]],
  ["a context that is gone", row("note", "context-destroyed", { sheet: "a" as SheetId }), ["context.destroyed"]],
  ["the conductor's start", row("note", "conductor-started", { job: null }), ["conductor.started"]],
  ["what a start found", row("note", "conductor-recovered", { job: null }), ["conductor.recovered"]],
  ["new settings", row("note", "conductor-reloaded", { job: null }), ["conductor.reloaded"]],
  ["the conductor's end", row("note", "conductor-stopping", { job: null }), ["conductor.stopping"]],
];

describe("the events of a row", () => {
  it.each(table)("match the row: %s", (_, from, expected) => {
    expect(types(from)).toEqual(expected);
  });

  it("are of every type there is, over all rows", () => {
    expect(new Set(table.flatMap(([, , expected]) => expected))).toEqual(new Set(eventTypes));
  });

  it("tell the rate limit of an earlier version as trouble with a code", () => {
    const [event] = eventsOf(ended({ capture: "c1", end: { kind: "rate-limited", resetAt: 9 } }, {}), null);
    expect(event?.recorded.event).toMatchObject({
      end: { kind: "limited" },
      trouble: { code: "E101", resetAt: 9 },
      words: null,
    });
  });

  it("say where, what, of whom, and what is true after it", () => {
    const from = row("sheet", "conflicted", { body: { paths: ["x"], onto: "c1" }, ...after("waiting", "conflict") });
    expect(eventsOf(from, "do a")).toEqual(
      ["sheet.conflict", "sheet.retrying"].map((type, index) => ({
        position: 7,
        index,
        type,
        at: 5,
        job: "job",
        sheet: "a",
        title: "do a",
        state: "waiting",
        why: "conflict",
        recorded: { about: "sheet", event: { kind: "conflicted", at: 5, paths: ["x"], onto: "c1" } },
      })),
    );
  });
});

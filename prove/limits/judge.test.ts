import { noCounts } from "../../src/sheet/counts.ts";
import { describe, expect, it } from "vitest";
import type { EpochMs, JobId, SheetId } from "../../src/base/ids.ts";
import { type SheetState } from "../../src/sheet/state.ts";
import type { After, JournalRow } from "../../src/store/row.ts";
import { judge } from "./judge.ts";

let position = 0;
function row(kind: string, at: number, more: { sheet?: string; body?: object; after?: After } = {}): JournalRow {
  const sheet = more.sheet === undefined ? null : (more.sheet as SheetId);
  position += 1;
  return {
    position,
    job: "job" as JobId,
    sheet,
    about: "sheet",
    kind,
    at: at as EpochMs,
    body: more.body ?? {},
    after: more.after ?? null,
  };
}

const started = (at: number, attempt: number, agent?: number): JournalRow =>
  row("started", at, { sheet: "a", body: { attempt, ...(agent === undefined ? {} : { agent }) } });
const ended = (at: number, code: string | null, why: string): JournalRow =>
  row("ended", at, {
    sheet: "a",
    body: { trouble: code === null ? null : { code } },
    after: { state: "waiting", why },
  });
const gate = (at: number, body: { key: string; state: string; until?: number }): JournalRow =>
  row("agent-gate", at, { body: { until: null, ...body } });
const judged = (...rows: readonly JournalRow[]): ReturnType<typeof judge> => judge({ rows, states: new Map() }, []);

describe("the judge of limits", () => {
  it("sees a start after a terminal error, and none once a person had it tried again", () => {
    const story = [started(1, 1), ended(2, "E502", "agent"), gate(2, { key: "first", state: "stopped" })];
    expect(judged(...story, started(3, 2)).afterTerminal).toBe(1);
    expect(judged(...story, started(3, 2, 1)).afterTerminal).toBe(0);
    expect(judged(...story, gate(3, { key: "first", state: "probing" }), started(4, 2)).wrong).toEqual([]);
  });

  it("sees a start before the reset that was known, also of a conductor that came later", () => {
    const story = [
      started(1, 1),
      ended(2, "E101", "rate-limit"),
      gate(2, { key: "first/default", state: "limited", until: 50 }),
      row("conductor-started", 3),
      row("conductor-started", 4),
    ];
    expect(judged(...story, started(49, 2))).toMatchObject({ whileShut: 1, lives: 2, livesWhileShut: 1 });
    expect(judged(...story, started(50, 2)).wrong).toEqual([]);
  });

  it("sees a limit that cost budget; an outage may", () => {
    expect(judged(started(1, 1), ended(2, "E101", "retry")).spentOnLimits).toBe(1);
    expect(judged(started(1, 1), ended(2, "E501", "retry")).spentOnLimits).toBe(0);
  });

  it("sees counters that a restart has lost", () => {
    const state = (rateLimits: number): SheetState => {
      const counts = { ...noCounts, attempts: 1, rateLimits };
      return { kind: "cancelled", attempt: 1, session: null, context: null, kept: null, counts };
    };
    const wrongWith = (rateLimits: number): number =>
      judge(
        {
          rows: [started(1, 1), ended(2, "E101", "rate-limit")],
          states: new Map([["a" as SheetId, state(rateLimits)]]),
        },
        [],
      ).wrong.length;
    expect([wrongWith(1), wrongWith(0)]).toEqual([0, 1]);
  });

  it("sees a request that no agent started, or with another account than it was started with", () => {
    const asked = { sheet: "a", attempt: 1, at: 2, answer: "allowed" } as const;
    const wrongOf = (...accounts: readonly (readonly (typeof asked)[])[]): number =>
      judge({ rows: [started(1, 1)], states: new Map() }, accounts).wrong.length;
    expect([wrongOf([asked], []), wrongOf([], [asked]), wrongOf([{ ...asked, attempt: 2 as 1 }], [])]).toEqual([
      0, 1, 1,
    ]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeJob } from "../../../../test/kit/jobs.ts";
import type { ConductorStatus } from "../../../api/contract/conductor.ts";
import type { TuttiEvent } from "../../../api/contract/events.ts";
import type { JobSummary, JobView } from "../../../api/contract/job.ts";
import type { CommitSha, ContextId, EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import { jobView } from "../../../conductor/report/views/job-view.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import { cellsIn } from "../../terminal/cells.ts";
import { makeBoard } from "../model/board.ts";
import { picture, type Sights } from "./picture.ts";
import { firstState, panes, type ScreenState, settled } from "../model/screen-state.ts";
import { bar, type Span } from "../model/spans.ts";

const job = "nightly-abc" as JobId;

function viewOf(...sheets: readonly string[]): JobView {
  const view = jobView(makeJob(job, sheets), {
    states: new Map(),
    blocked: new Map<SheetId, SheetId>(),
    isPlayed: true,
  });
  return { ...view, createdAt: 0 as EpochMs };
}

function heard(sheet: string, state: string, event: SheetEvent): TuttiEvent {
  const recorded = { about: "sheet", event } as const;
  return {
    position: 1,
    index: 0,
    type: "sheet.started",
    at: event.at,
    job,
    sheet,
    title: null,
    state,
    why: null,
    recorded,
  };
}

const at = (seconds: number): EpochMs => (seconds * 1000) as EpochMs;
const started = (sheet: string, second: number, attempt = 1): TuttiEvent =>
  heard(sheet, "running", {
    kind: "started",
    at: at(second),
    attempt,
    context: "c" as ContextId,
    base: "b" as CommitSha,
  });
const prepared = (sheet: string, second: number): TuttiEvent =>
  heard(sheet, "running", { kind: "prepared", at: at(second), attempt: 1 });
const landing = (sheet: string, second: number, state: string): TuttiEvent =>
  heard(sheet, state, { kind: "approved", at: at(second) });

function scene(...sheets: readonly string[]) {
  const board = makeBoard();
  const view = viewOf(...sheets);
  board.list([view]);
  board.begin(view, []);
  const show = (state: Partial<ScreenState> = {}, size = { columns: 80, rows: 24 }, now = 60_000) => {
    const sights: Sights = { board: board.view, tail: { lines: () => [] }, diff: "", now };
    return picture(sights, settled({ ...firstState, ...state }, board.view), size).map(({ text }) => text.trimEnd());
  };
  return { board, show };
}

const conductorNow = {
  ...{ pid: 7, version: "1.0.0", upMs: 1_000, limits: [], held: null, disk: null },
  sheets: { running: 2, limit: 4 },
  jobs: { playing: 1, paused: 0, all: 1 },
  memory: { rssBytes: 1e8, heapBytes: 1e7 },
  machine: { cores: 2, load: 1, memoryBytes: 8e9, availableBytes: 4e9 },
} as unknown as ConductorStatus;

describe("agents' use of the machine", () => {
  const use = { cpuMs: 2_200, peakBytes: 320e6, processes: 5 };
  const short = "2.2 s cpu, 320 MB, 5 processes";

  it("stands beside a sheet where there is room, while it runs and afterwards", () => {
    const { board, show } = scene("a");
    board.hear(started("a", 10));
    board.active([{ job, sheet: "a", attempt: 1, at: at(12), action: "Bash: make", bytes: 1, usd: null, use }]);
    const row = (columns: number) => show({}, { columns, rows: 24 }).find((text) => text.startsWith(">a "));
    expect(row(160)).toContain(short);
    expect(row(160)).toContain("Bash: make");
    expect(row(80)).not.toContain("320 MB");
  });

  it("is among the machine's figures while it runs", () => {
    const { board, show } = scene("a", "b");
    for (const sheet of ["a", "b"]) {
      board.hear(started(sheet, 10));
      const peakBytes = sheet === "a" ? 10e6 : 320e6;
      const of = { job, sheet, attempt: 1, at: at(12), action: "", bytes: 1, usd: null };
      board.active([{ ...of, use: { ...use, peakBytes } }]);
    }
    board.conductor(conductorNow);
    const figures = () => show({ pane: "machine" }).filter((text) => text.includes("processes"));
    expect(figures()).toEqual([
      ` agents    b of ${job}  ${short}`,
      `           a of ${job}  2.2 s cpu, 10 MB, 5 processes`,
    ]);
    board.hear(landing("b", 20, "captured"));
    expect(figures()).toEqual([` agents    a of ${job}  2.2 s cpu, 10 MB, 5 processes`]);
  });
});

describe("a sheet's time line", () => {
  const spans: readonly Span[] = [
    { stretch: "waiting", from: 0 },
    { stretch: "preparing", from: 20 },
    { stretch: "agent", from: 40 },
    { stretch: "validating", from: 60 },
    { stretch: "landing", from: 70 },
    { stretch: "good", from: 80 },
  ];

  it("has a sign for each part of its life, in proportion", () => {
    expect(bar(spans, { from: 0, to: 100 }, 10)).toBe("··--==%>+ ");
  });

  it("shows what was too short for a column of its own, and never more columns than there are", () => {
    expect(bar([...spans.slice(0, 2), { stretch: "agent", from: 21 }], { from: 0, to: 1000 }, 4)).toBe("====");
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 500 })), fc.integer({ min: 1, max: 80 }), (moments, cells) => {
        const some = moments.map((from, index): Span => ({ stretch: index % 2 === 0 ? "agent" : "waiting", from }));
        expect(bar(some, { from: 0, to: 100 }, cells)).toHaveLength(cells);
      }),
    );
  });
});

describe("the board", () => {
  it("has what is under way first, with what its agent did last, and follows it to its end", () => {
    const { board, show } = scene("one", "two");
    board.hear(started("two", 10));
    board.hear(prepared("two", 20));
    board.active([{ job, sheet: "two", attempt: 1, at: at(30), action: "Edit a.ts", bytes: 9, usd: null }]);
    expect(board.view.sheets(job)).toEqual(["two", "one"]);
    expect(show().slice(1, 5)).toEqual([
      ">nightly-abc              running       1m00  0 of 2 landed or done, 1 running,…",
      expect.stringMatching(/^-- 2 sheets {2}· waiting/),
      ">two                running    40s    ··---=========== Edit a.ts",
      " one                waiting           ················",
    ]);
    board.hear(landing("two", 50, "landed"));
    // Nothing runs any more: the line ends with what happened last.
    expect(show()[4]).toBe(" two                landed            ···---=========+");
  });

  it("replays what happened before it was looked at", () => {
    const board = makeBoard();
    const view = viewOf("one");
    board.list([view]);
    board.begin(view, [started("one", 5), prepared("one", 6), landing("one", 7, "failed")]);
    expect(board.view.spans(job, "one").map(({ stretch }) => stretch)).toEqual([
      "waiting",
      "preparing",
      "agent",
      "bad",
      "waiting",
    ]);
  });

  it("says what needs a person and why, and nothing of pauses that end by themselves", () => {
    const board = makeBoard();
    const paused = (id: string, more: Partial<JobSummary>): JobSummary => ({
      ...viewOf(),
      id: id as JobId,
      status: "paused",
      ...more,
    });
    board.list([
      paused("a", { pause: { kind: "user" }, why: "paused by a person" }),
      paused("b", { pause: { kind: "cost", spentUsd: 2, limitUsd: 1 }, why: "it has cost $2.00" }),
    ]);
    expect(board.view.needs).toEqual([{ job: "b", sheet: null, why: "it has cost $2.00" }]);
  });
});

describe("the picture", () => {
  it("has as many rows as the screen, none wider than it, and nothing that speaks to the terminal", () => {
    const { board, show } = scene("größe-漢字", "b\u001b]0;x\u0007", ..."cdefghijklmnop");
    board.hear(started("größe-漢字", 1));
    const action = "\u001b[2J漢字 ".repeat(50);
    board.active([{ job, sheet: "größe-漢字", attempt: 1, at: at(2), action, bytes: 1, usd: 1 }]);
    const sizes = fc.record({ columns: fc.integer({ min: 20, max: 250 }), rows: fc.integer({ min: 8, max: 80 }) });
    const states = fc.record({
      pane: fc.constantFrom(...panes),
      focus: fc.constantFrom("jobs" as const, "sheets" as const, "pane" as const),
      isHelp: fc.boolean(),
      message: fc.string({ unit: "binary" }),
      scroll: fc.nat(),
    });
    fc.assert(
      fc.property(sizes, states, (size, state) => {
        const rows = show(state, size);
        expect(rows.length).toBe(size.rows);
        for (const row of rows) {
          expect(cellsIn(row)).toBeLessThanOrEqual(size.columns);
          expect(row).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
      }),
    );
  });

  it("keeps the chosen sheet in sight, however many there are", () => {
    const names = Array.from({ length: 500 }, (_, index) => `part-${index}`);
    const { show } = scene(...names);
    for (const sheet of ["part-0", "part-250", "part-499"])
      expect(show({ job, sheet }).some((row) => row.startsWith(`>${sheet} `))).toBe(true);
  });
});

import { expect, test } from "vitest";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { EpochMs, JobId, SheetId } from "../../base/ids.ts";
import { chromeTrace } from "./chrome-trace.ts";

const event = (position: number, recorded: object): TuttiEvent => ({
  position,
  index: 0,
  type: "sheet.started",
  at: (recorded as { at: EpochMs }).at,
  job: "job" as JobId,
  sheet: "a",
  title: null,
  state: null,
  why: null,
  recorded: { about: "sheet", event: recorded } as TuttiEvent["recorded"],
});
const run = (what: string, at: number, ms: number) => ({
  what,
  pid: 7,
  job: "job" as JobId,
  sheet: what === "git gc" ? null : ("a" as SheetId),
  at,
  ms,
});
const ended = {
  kind: "ended",
  at: 1_110,
  attempt: 1,
  capture: "c",
  spent: { contextMs: 20, agentMs: 50, captureMs: 10, checksMs: 20 },
};
const events = [
  event(1, { kind: "started", at: 1_010 }),
  event(2, ended),
  event(2, ended),
  event(3, { kind: "landing", at: 1_120 }),
  event(4, { kind: "landed", at: 1_150 }),
];

test("a trace shows the phases of a sheet, its processes beside each other, and those of no sheet", () => {
  const processes = [
    run("git read-tree", 1_012, 10),
    run("sh", 1_015, 50),
    run("sh", 1_022, 3),
    run("git gc", 1_000, 1),
  ];
  const { traceEvents, otherData } = chromeTrace(events, {
    number: 1,
    processes,
    cpu: [{ at: 1_030, cpuMs: 4.5 }],
    dropped: 0,
  });
  const tracks = new Map(
    traceEvents
      .filter(({ name }) => name === "thread_name")
      .map(({ tid, args }) => [tid, (args as { name: string }).name]),
  );
  const spans = traceEvents
    .filter(({ ph }) => ph === "X")
    .map(({ tid, name, ts, dur }) => [tracks.get(tid), name, ts, dur]);
  expect(spans).toEqual([
    ["a", "waiting", 0, 10_000],
    ["a", "context", 10_000, 20_000],
    ["a", "agent", 30_000, 50_000],
    ["a", "capture", 80_000, 10_000],
    ["a", "validating", 90_000, 20_000],
    ["a", "waiting to land", 110_000, 10_000],
    ["a", "landing", 120_000, 30_000],
    ["a: processes", "git read-tree", 12_000, 10_000],
    ["a: processes", "sh", 22_000, 3_000],
    ["a: processes", "sh", 15_000, 50_000],
    ["landing and the rest: processes", "git gc", 0, 1_000],
  ]);
  expect(traceEvents).toContainEqual(expect.objectContaining({ ph: "C", ts: 30_000, args: { ms: 4.5 } }));
  expect(otherData).toEqual({ processes: 4, dropped: 0, mainThreadCpuMs: 4.5 });
});

import { expect, test } from "vitest";
import { type Mark, markOf, markVariables, ownerId } from "./marker.ts";
import { orphansAmong } from "./settle.ts";
import type { ProcessRow } from "./proc.ts";

const dead = mark({ epoch: 1 });

test("marked processes of another life of this home are orphans; those of this life, of other homes and without a mark are not", () => {
  const rows = [row(1), row(10), row(11), row(12), row(13), row(100, { parent: 1 })];
  const marks = new Map([
    [10, dead],
    [11, mark({ epoch: 2 })],
    [12, mark({ homeHash: "other", epoch: 1 })],
  ]);
  expect(orphans(rows, marks, 100)).toEqual([10]);
});

test("one that cleared its environment is found through its session", () => {
  const rows = [row(1), row(10), row(11, { group: 11, session: 10 }), row(12), row(100, { parent: 1 })];
  expect(orphans(rows, new Map([[10, dead]]), 100)).toEqual([10, 11]);
});

test("a process that runs Tutti from within an orphan is spared, with all above and their sessions", () => {
  const rows = [
    row(1),
    row(10, { parent: 1 }),
    row(11, { parent: 10, session: 10 }),
    row(12, { parent: 1, session: 10 }),
    row(13, { parent: 1, session: 10 }),
  ];
  const marks = new Map([10, 11, 12].map((pid) => [pid, dead]));
  expect(orphans(rows, marks, 11)).toEqual([12]);
});

test("a mark written into an environment is read back", () => {
  const entries = Object.entries(markVariables(ownerId("abc.def", 12), "git", "r1")).map(
    ([name, value]) => `${name}=${value}`,
  );
  expect(markOf(["PATH=/bin", ...entries])).toEqual({ homeHash: "abc.def", epoch: 12, role: "git", run: "r1" });
  expect(markOf(["PATH=/bin", "NOT_TUTTI_OWNER=abc.1", "TUTTI_OWNER=garbage"])).toBeNull();
});

function orphans(rows: readonly ProcessRow[], marks: ReadonlyMap<number, Mark>, self: number): number[] {
  const isOrphaned = (candidate: Mark): boolean => candidate.homeHash === "home" && candidate.epoch !== 2;
  return orphansAmong({ rows, self, markOf: (pid) => marks.get(pid) ?? null, isOrphaned }).map((orphan) => orphan.pid);
}

function row(pid: number, more: Partial<ProcessRow> = {}): ProcessRow {
  return { pid, state: "S", parent: 1, group: pid, session: pid, startTime: "1", ...more };
}

function mark(more: Partial<Mark>): Mark {
  return { homeHash: "home", epoch: 1, role: "work", run: null, ...more };
}

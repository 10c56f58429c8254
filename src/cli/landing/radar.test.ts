import { describe, expect, it } from "vitest";
import type { RadarSheet, RadarView } from "../../api/contract/landing.ts";
import type { EpochMs } from "../../base/ids.ts";
import { makeTerminal } from "../terminal/terminal.ts";
import { radarLines } from "./radar.ts";

const now = 1_700_000_000_000;
const terminal = makeTerminal({ stdout: process.stdout, stderr: process.stderr, env: { NO_COLOR: "1" } });

function sheet(name: string, more: Partial<RadarSheet> = {}): RadarSheet {
  const at = (now - 30_000) as EpochMs;
  return {
    job: "story-1",
    sheet: name,
    state: "running",
    target: "refs/heads/main",
    from: "snapshot",
    why: null,
    at,
    files: 2,
    ...more,
  };
}

function view(more: Partial<RadarView>): RadarView {
  return {
    sheets: [sheet("fix"), sheet("tidy")],
    collisions: [],
    meetings: [],
    unjudged: [],
    order: [],
    more: { collisions: 0, meetings: 0, unjudged: 0, pairs: 0 },
    ...more,
  };
}

const fix = { job: "story-1", sheet: "fix" };
const tidy = { job: "story-1", sheet: "tidy" };
const since = now as EpochMs;
const lines = (what: Partial<RadarView>, all = false): readonly string[] =>
  radarLines(terminal, view(what), { all, now });

describe("a look at live sheets", () => {
  it("has a line for each collision, with how old what is known is, and the order that has the fewest", () => {
    const at = [
      { kind: "same lines", path: "a" },
      { kind: "edit against delete", path: "b" },
      { kind: "same lines", path: "c" },
    ] as const;
    const order = [tidy, fix];
    const told = lines({ collisions: [{ left: fix, right: tidy, since, at, paths: 5 }], order });
    expect(told).toEqual([
      expect.stringMatching(
        /^✗ fix \(snapshot, 30 s old\) ↔ tidy \(snapshot, 30 s old\) {2}same lines: a, c; edit against delete: b and 2 more {2}since \d\d:\d\d$/,
      ),
      "Fewest conflicts when they land as: tidy, fix",
      "2 live sheets: 1 collision, by snapshots of up to 30 s ago",
    ]);
  });

  it("names the target, and what is known of a result", () => {
    const sheets = [sheet("fix", { state: "captured", from: "capture" })];
    expect(
      lines({
        sheets,
        collisions: [{ left: fix, right: null, since, at: [{ kind: "binary", path: "a" }], paths: 1 }],
      })[0],
    ).toMatch(/^✗ fix \(result, 30 s old\) ↔ main \(its target\) {2}binary: a /);
  });

  it("names jobs where there are several", () => {
    const other = { job: "story-2", sheet: "fix" };
    const sheets = [sheet("fix"), sheet("fix", other)];
    expect(lines({ sheets, collisions: [{ left: fix, right: other, since, at: [], paths: 0 }] })[0]).toContain(
      "story-1/fix (snapshot, 30 s old) ↔ story-2/fix",
    );
  });

  it("reports those that nothing is known of, with the reason", () => {
    const sheets = [
      sheet("fix"),
      sheet("slow", { from: null, at: null, files: null, why: "there is no snapshot of attempt 1 yet" }),
    ];
    expect(lines({ sheets })).toEqual([
      "? slow  unknown: there is no snapshot of attempt 1 yet",
      "2 live sheets: 0 collisions, by snapshots of up to 30 s ago, 1 unknown",
    ]);
  });

  it("shows those that merge, and every sheet, only when all is asked for", () => {
    const meetings = [{ left: fix, right: tidy, since, at: ["list.txt"], paths: 1 }];
    expect(lines({ meetings })).toHaveLength(1);
    expect(lines({ meetings }, true).slice(0, 3)).toEqual([
      "✓ fix (snapshot, 30 s old) ↔ tidy (snapshot, 30 s old)  merges, at list.txt",
      "  fix  running  snapshot, 30 s old  2 files  for main",
      "  tidy  running  snapshot, 30 s old  2 files  for main",
    ]);
  });

  it("tells what could not be judged, and how much is not listed", () => {
    const unjudged = [{ left: fix, right: tidy, since, why: "missing blob" }];
    expect(lines({ unjudged, more: { collisions: 7, meetings: 1, unjudged: 1, pairs: 3 } })).toEqual([
      "  … and 7 more collisions",
      "? fix (snapshot, 30 s old) ↔ tidy (snapshot, 30 s old)  could not be merged to find out: missing blob",
      "  … and 1 more pair that could not be merged",
      "  … and 3 more pairs that meet, too many to be merged in one look",
      "2 live sheets: 7 collisions, by snapshots of up to 30 s ago",
    ]);
  });

  it("lets no name speak to the terminal", () => {
    const evil = { job: "story-1", sheet: "\u001b[31mfix" };
    const told = lines({
      sheets: [sheet(evil.sheet, { target: "refs/heads/\u001b[2J" })],
      collisions: [{ left: evil, right: null, since, at: [{ kind: "other", path: "\u001b[0m" }], paths: 1 }],
    });
    expect(told.join("\n")).not.toContain("\u001b");
  });
});

import { expect, it, test } from "vitest";
import { makeJob } from "../../../test/kit/jobs.ts";
import { running } from "../../../test/kit/sheet-states.ts";
import type { CommitSha, EpochMs, SheetId, TreeSha } from "../../base/ids.ts";
import { reachOf } from "../line/reach.ts";
import type { Survey } from "./survey.ts";
import { messageBytes } from "../../api/protocol.ts";
import { radarView } from "./view.ts";
import type { LiveSheet } from "./live-sheets.ts";

const commit = "c".repeat(40) as CommitSha;

/** So many live sheets, each with work but for those named as unknown; the first was seen at 1000, the next at 2000… */
function liveSheets(many: number, unknown: readonly number[] = []): readonly LiveSheet[] {
  const job = makeJob("job-1", []);
  const target = {
    ref: "refs/heads/main",
    head: { commit, tree: commit as string as TreeSha, at: 1500 as EpochMs },
    since: new Map(),
  };
  const work = {
    commit,
    base: commit,
    tree: commit as string as TreeSha,
    reach: reachOf([{ path: "a", status: "M" }]),
    target,
  };
  return Array.from({ length: many }, (_, place): LiveSheet => {
    const about = { job, sheet: `sheet ${String(place)}` as SheetId, state: running(1), ref: target.ref };
    if (unknown.includes(place)) return { ...about, live: { from: null, why: "nobody knows" }, at: null, work: null };
    return { ...about, live: { from: "snapshot", commit, base: commit }, at: ((place + 1) * 1000) as EpochMs, work };
  });
}

const nothing: Survey = { collisions: [], meetings: [], unjudged: [], unlooked: 0 };
const conflict = (kind: string, ...paths: readonly string[]): Survey["collisions"][number]["conflicts"][number] => ({
  kind,
  paths,
});

it("places of a survey are those of the sheets whose work is known", () => {
  const view = radarView(liveSheets(3, [0]), {
    ...nothing,
    collisions: [{ left: 0, right: 1, conflicts: [conflict("contents", "a")] }],
  });
  expect(view.collisions.map(({ left, right }) => [left.sheet, right?.sheet])).toEqual([["sheet 1", "sheet 2"]]);
  expect(view.sheets.map(({ from, why, files }) => [from, why, files])).toEqual([
    [null, "nobody knows", null],
    ["snapshot", null, 1],
    ["snapshot", null, 1],
  ]);
  expect(view.order.map(({ sheet }) => sheet)).toEqual(["sheet 1", "sheet 2"]);
});

test.each<[string, number, number | null, number]>([
  ["two sheets: since the later of them is as it is", 0, 2, 3000],
  ["a sheet and its target: since the target moved", 0, null, 1500],
  ["a sheet and its target: since the sheet is as it is", 1, null, 2000],
])("%s", (_, ...[left, right, since]) => {
  expect(
    radarView(liveSheets(3), { ...nothing, collisions: [{ left, right, conflicts: [] }] }).collisions[0]?.since,
  ).toBe(since);
});

test.each([
  ["contents", "same lines"],
  ["add/add", "both added"],
  ["modify/delete", "edit against delete"],
  ["file/directory", "file against folder"],
  ["binary", "binary"],
  ["distinct modes", "file type"],
  ["rename/rename", "rename"],
  ["rename/delete", "rename"],
  ["rename involved in collision", "rename"],
  ["directory rename suggested", "folder renamed"],
  ["submodule", "submodule"],
  ["submodule lacks merge base", "submodule"],
  ["constructor", "other"],
  ["?", "other"],
])("what git calls %s is told as %s", (kind, told) => {
  const view = radarView(liveSheets(2), {
    ...nothing,
    collisions: [{ left: 0, right: 1, conflicts: [conflict(kind, "a")] }],
  });
  expect(view.collisions[0]?.at).toEqual([{ kind: told, path: "a" }]);
});

it("a path is named once, fit for a line, and the rest is counted", () => {
  const conflicts = [
    conflict("contents", "a\n\xc3\xa4", "b"),
    conflict("modify/delete", "b"),
    ...Array.from({ length: 20 }, (_, place) => conflict("contents", `f${String(place)}`)),
  ];
  const [collision] = radarView(liveSheets(2), {
    ...nothing,
    collisions: [{ left: 0, right: 1, conflicts }],
  }).collisions;
  expect([collision?.paths, collision?.at.length, collision?.at.slice(0, 2)]).toEqual([
    22,
    10,
    [
      { kind: "same lines", path: "a\\u000aä" },
      { kind: "same lines", path: "b" },
    ],
  ]);
});

it("however much collides, the answer fits into one message, and what is left out is counted", () => {
  const pairs = Array.from({ length: 10_000 }, () => ({ left: 0, right: 1 }));
  const paths = Array.from({ length: 10 }, (_, place) => `${"\u00ff".repeat(4000)}${String(place)}`);
  const survey: Survey = {
    collisions: pairs.map((pair) => ({ ...pair, conflicts: [conflict("contents", ...paths)] })),
    meetings: pairs.map((pair) => ({ ...pair, paths })),
    unjudged: pairs.map((pair) => ({ ...pair, why: "\u001b".repeat(5000) })),
    unlooked: 4,
  };
  const view = radarView(liveSheets(2), survey);
  expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThan(messageBytes);
  for (const part of ["collisions", "meetings", "unjudged"] as const) {
    expect(view[part].length).toBeGreaterThan(50);
    expect(view[part].length + view.more[part]).toBe(10_000);
  }
  expect(view.more.pairs).toBe(4);
});

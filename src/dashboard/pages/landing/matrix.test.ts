import { expect, it } from "vitest";
import type { RadarSheet, RadarView } from "../../../api/contract/landing.ts";
import type { EpochMs } from "../../../base/ids.ts";
import { matrixOf, nameOf, pairOf } from "./matrix.ts";

const since = 0 as EpochMs;
const name = (sheet: string): { job: string; sheet: string } => ({ job: "j", sheet });
const sheet = (id: string, from: RadarSheet["from"] = "capture"): RadarSheet => ({
  ...name(id),
  state: "captured",
  target: "refs/heads/main",
  from,
  why: null,
  at: null,
  files: 1,
});
const nothing: RadarView = {
  sheets: [],
  collisions: [],
  meetings: [],
  unjudged: [],
  order: [],
  more: { collisions: 0, meetings: 0, unjudged: 0, pairs: 0 },
};

it("says what each pair is to each other, either way round, and what a sheet is to its target", () => {
  const { met } = matrixOf({
    ...nothing,
    collisions: [
      { left: name("a"), right: name("b"), since, at: [{ kind: "same lines", path: "x.js" }], paths: 3 },
      { left: name("c"), right: null, since, at: [{ kind: "binary", path: "p.png" }], paths: 1 },
    ],
    meetings: [{ left: name("b"), right: name("c"), since, at: ["y.js"], paths: 1 }],
  });
  const between = (one: string, other: string): unknown => met.get(pairOf(one, other));
  expect(between("j/b", "j/a")).toEqual({ kind: "collides", words: "same lines in x.js and 2 more" });
  expect(between("j/a", "j/b")).toBe(between("j/b", "j/a"));
  expect(between("j/c", "")).toEqual({ kind: "collides", words: "binary in p.png" });
  expect(between("j/c", "j/b")).toEqual({ kind: "meets", words: "both change y.js, and merge" });
  expect(between("j/a", "j/c")).toBeUndefined();
});

it("shows sheets that have work, in the order of the radar", () => {
  const sheets = [sheet("a"), sheet("b", null), sheet("c")];
  const view = { ...nothing, sheets, order: [name("c"), name("b"), name("a")] };
  expect(matrixOf(view).sheets.map(nameOf)).toEqual(["j/c", "j/a"]);
});

it("leaves out those that meet no other where there are more than forty", () => {
  const names = Array.from({ length: 50 }, (_, index) => `s${String(index)}`);
  const view: RadarView = {
    ...nothing,
    sheets: names.map((id) => sheet(id)),
    order: names.map(name),
    meetings: [{ left: name("s3"), right: name("s47"), since, at: ["y"], paths: 1 }],
  };
  const { sheets, more } = matrixOf(view);
  expect(sheets.map(nameOf)).toEqual(["j/s3", "j/s47"]);
  expect(more).toBe(48);
});

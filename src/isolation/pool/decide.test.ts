import { expect, test } from "vitest";
import type { CommitSha } from "../../base/ids.ts";
import { type Waiting, nextFill, overdue, pickTree } from "./decide.ts";

const [old, now] = ["old" as CommitSha, "now" as CommitSha];
const limits = { trees: 4, bytes: 1000 };
const tree = (more: Partial<Waiting> = {}): Waiting => ({
  store: "a",
  commit: now,
  isWhole: true,
  bytes: 100,
  since: 0,
  ...more,
});
const coming = (count: number, more: { store?: string; commit?: CommitSha | null } = {}) => ({
  store: "a",
  count,
  commit: now,
  ...more,
});

test("a context gets the tree that is nearest to its commit, of its own repository only", () => {
  const trees = [tree({ commit: old }), tree({ isWhole: false }), tree({ store: "b" }), tree({ since: 7 })];
  expect(pickTree(trees, { store: "a", commit: now })?.since).toBe(7);
  expect(pickTree(trees.slice(0, 2), { store: "a", commit: now })?.isWhole).toBe(false);
  expect(pickTree(trees.slice(0, 1), { store: "a", commit: now })?.commit).toBe(old);
  expect(pickTree(trees, { store: "c", commit: now })).toBeUndefined();
});

test("as many trees are filled as contexts are coming, within the limits of number and disk", () => {
  expect(nextFill([], [coming(1)], limits)).toEqual({ store: "a", commit: now });
  expect(nextFill([tree()], [coming(1)], limits)).toBeUndefined();
  expect(nextFill([tree()], [coming(1), coming(1, { store: "b", commit: old })], limits)).toEqual({
    store: "b",
    commit: old,
  });
  expect(nextFill([tree(), tree(), tree(), tree()], [coming(9)], limits)).toBeUndefined();
  expect(nextFill([tree({ bytes: 501 })], [coming(9)], limits)).toBeUndefined();
  expect(nextFill([], [coming(9)], { trees: 0, bytes: 1000 })).toBeUndefined();
});

test("nothing is filled before a first context showed of which commit", () => {
  expect(nextFill([], [coming(1, { commit: null })], limits)).toBeUndefined();
});

test("an unwanted tree is removed after ten minutes, one beyond the limits at once, the oldest first", () => {
  const trees = [tree({ since: 2 }), tree({ since: 1 }), tree({ since: 600_000 })];
  const at = (now: number, more = {}) =>
    overdue(trees, [], { limits: { ...limits, ...more }, now }).map((t) => t.since);
  expect(at(600_000)).toEqual([]);
  expect(at(600_001)).toEqual([1]);
  expect(at(0, { trees: 2 })).toEqual([1]);
  expect(at(0, { bytes: 150 })).toEqual([1, 2]);
  expect(at(0, { trees: 0 })).toEqual([1, 2, 600_000]);
  expect(overdue(trees, [coming(1)], { limits, now: 900_000 })).toEqual([]);
});

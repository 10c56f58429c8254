import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { notesIn } from "../../../test/kit/scores.ts";

const told = (text: string): readonly string[] => notesIn(text, ["V509", "V510"]);
const withIsolation = (isolation: string, more = ""): readonly string[] =>
  told(`agent: scripted\nsheets: [{id: a, prompt: x}]\nisolation: ${isolation}\n${more}`);

describe("of contexts it is said", () => {
  it.each([
    [
      "{mode: worktree, clone: {objects: copy}}",
      "3:46 isolation.clone.objects: has no effect with mode: worktree: no clone is made [V509]",
    ],
    [
      "{mode: directory, branch_prefix: q}",
      "3:45 isolation.branch_prefix: has no effect with mode: directory: contexts have no branch [V509]",
    ],
  ])("settings without effect at their level: %s", (isolation, line) => {
    expect(withIsolation(isolation)).toEqual([line]);
  });

  it.each([
    "{mode: clone, clone: {objects: copy}}",
    "{mode: full, clone: {objects: copy}, branch_prefix: q, source_branch: main, worktree_base: ../c}",
    "{mode: worktree, clone: {objects: shared}, branch_prefix: q, source_branch: main, worktree_base: ../c}",
  ])("nothing where the level has all that is set: %s", (isolation) => {
    expect(withIsolation(isolation)).toEqual([]);
  });

  it("nothing of a section that is switched off: it is kept for later", () => {
    expect(withIsolation("{enabled: false, mode: worktree, clone: {objects: copy}, worktree_base: ../c}")).toEqual([]);
    expect(withIsolation("{mode: none, clone: {objects: copy}, worktree_base: ../c}")).toEqual([]);
  });

  it.each([
    ["{mode: clone, per: job}", "they share one context"],
    ["none", "they work in the repository itself"],
  ])("sheets that don't run side by side although some may: %s", (isolation, why) => {
    expect(withIsolation(isolation, "parallel: 3\n")).toEqual([
      `4:11 parallel: the sheets are played one after the other all the same: ${why}; tutti run --per sheet gives each a context of its own [V510]`,
    ]);
    expect(withIsolation(isolation, "parallel: 1\n")).toEqual([]);
    expect(withIsolation(isolation)).toEqual([]);
  });

  it("nothing of sheets that do run side by side", () => {
    expect(withIsolation("full", "parallel: 3\n")).toEqual([]);
  });

  it("the same in a Mozart score, where it was written", () => {
    expect(told(mozart({ parallel: "{enabled: true}" }))).toEqual([
      expect.stringMatching(/^5:11 parallel: .*they work in the repository itself; tutti run --per sheet .* \[V510\]$/),
    ]);
    expect(told(mozart({ isolation: "{enabled: true, clone: {objects: copy}}" }))).toEqual([
      expect.stringMatching(/^5:45 isolation\.clone\.objects: .* \[V509\]$/),
    ]);
    expect(told(mozart({ isolation: "{worktree_base: .worktrees, branch_prefix: mozart}" }))).toEqual([]);
  });
});

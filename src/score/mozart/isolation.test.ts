import { makeIsolation } from "../../../test/kit/jobs.ts";
import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { diagnosisOf, errorsIn, notesIn, planOf } from "../../../test/kit/scores.ts";
import { scoreText } from "../print/score-text.ts";

const section =
  "{enabled: true, mode: worktree, worktree_base: ./.worktrees, branch_prefix: mozart, source_branch: main, cleanup_on_success: false, cleanup_on_failure: true, lock_during_execution: false, fallback_on_error: false}";

describe("a Mozart score", () => {
  it.each([
    ["that says nothing of isolation", {}],
    ["whose section is not switched on", { isolation: "{mode: worktree}" }],
    ["whose section says so", { isolation: "{enabled: true, mode: none}" }],
  ])("%s is played in the repository itself, and that is told", (_, parts) => {
    expect(planOf(mozart(parts)).isolation).toMatchObject({ level: "none", per: "job" });
    expect(notesIn(mozart(parts), ["V407"])).toEqual([
      expect.stringMatching(/ isolation: this is played in the repository itself, .* nothing is landed/),
    ]);
  });

  it("with isolation has one worktree for the whole job", () => {
    const text = mozart({ isolation: "{enabled: true}" });
    expect(planOf(text).isolation).toEqual(
      makeIsolation({ level: "worktree", per: "job", fallback: true, snapshotEveryMs: 120_000 }),
    );
    expect(notesIn(text, ["V407"])).toEqual([]);
  });

  it("has all of its section read", () => {
    const text = mozart({ isolation: section });
    expect(planOf(text).isolation).toMatchObject({
      level: "worktree",
      per: "job",
      folder: "/base/.worktrees",
      branchPrefix: "mozart",
      sourceBranch: "main",
      cleanupOnSuccess: false,
      cleanupOnFailure: true,
      lock: false,
      fallback: false,
    });
    expect(notesIn(text, ["V401", "V402", "V407", "V509"])).toEqual([]);
  });

  it("may have what Tutti adds", () => {
    const more = "{enabled: true, mode: clone, per: sheet, clone: {objects: copy}, snapshot_minutes: 0}";
    expect(planOf(mozart({ isolation: more })).isolation).toMatchObject({
      level: "clone",
      per: "sheet",
      objects: "copy",
      snapshotEveryMs: null,
    });
  });

  it("with a word that is no level is refused where it stands", () => {
    expect(errorsIn(mozart({ isolation: "{enabled: true, mode: vm}" }))).toEqual([
      expect.stringMatching(/^5:34 isolation\.mode: expected one of none, .* found "vm" \[V011\]$/),
    ]);
  });

  it.each([
    ["", "isolation:\n  mode: none\n  per: job\n"],
    ["{enabled: true}", "isolation:\n  mode: worktree\n  per: job\n  fallback_on_error: true\n"],
    ["{enabled: true, per: sheet, mode: clone, fallback_on_error: false}", null],
    ["{enabled: true, mode: none, per: sheet}", "isolation: none\n"],
  ])("keeps where it is played when it is printed in Tutti's shape: %s", (isolation, expected) => {
    const { read } = diagnosisOf(mozart(isolation === "" ? {} : { isolation }));
    const text = read === null ? "" : scoreText(read);
    if (expected === null) expect(text).not.toContain("isolation");
    else expect(text).toContain(expected);
  });
});

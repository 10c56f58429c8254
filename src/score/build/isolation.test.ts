import { isolationLevels } from "../plan/levels.ts";
import { describe, expect, it } from "vitest";
import { errorsIn, planOf } from "../../../test/kit/scores.ts";
import type { IsolationPlan } from "../plan/plan.ts";

const withIsolation = (isolation: string): string =>
  `agent: scripted\nsheets: [{id: a, prompt: x}]\nisolation: ${isolation}\n`;
const isolationOf = (isolation: string): IsolationPlan => planOf(withIsolation(isolation)).isolation;

describe("where sheets work", () => {
  it.each(isolationLevels)("may be said by a level alone: %s", (level) => {
    expect(isolationOf(level)).toEqual(isolationOf(`{mode: ${level}}`));
    expect(isolationOf(level).level).toBe(level);
  });

  it("may be said in full", () => {
    const section =
      "{enabled: true, mode: full, per: job, worktree_base: ../contexts/, branch_prefix: quality/x, source_branch: release/1.2, clone: {objects: copy}, cleanup_on_success: false, cleanup_on_failure: true, lock_during_execution: false, fallback_on_error: false, snapshot_minutes: 0.5, borrow: [node_modules, web/node_modules]}";
    expect(isolationOf(section)).toEqual({
      level: "full",
      per: "job",
      folder: "/contexts",
      branchPrefix: "quality/x",
      sourceBranch: "release/1.2",
      objects: "copy",
      cleanupOnSuccess: false,
      cleanupOnFailure: true,
      lock: false,
      fallback: false,
      snapshotEveryMs: 30_000,
      borrow: ["node_modules", "web/node_modules"],
    });
  });

  it("is the repository itself in every mode when the section is switched off", () => {
    expect(isolationOf("{enabled: false, mode: full, per: job}")).toMatchObject({ level: "none", per: "job" });
  });

  it("is a clone where the section does not say", () => {
    expect(isolationOf("{per: job}").level).toBe("clone");
  });

  it.each([
    ["2", 120_000],
    ["0", null],
    ["1440", 86_400_000],
    ["0.001", 60],
    ["0.0000001", 1],
  ])("is captured every %s minutes while an agent runs", (minutes, everyMs) => {
    expect(isolationOf(`{snapshot_minutes: ${minutes}}`).snapshotEveryMs).toBe(everyMs);
  });

  it.each([
    [
      "clones",
      `3:12 isolation: expected one of ${isolationLevels.join(", ")}, found "clones"; did you mean "clone"? [V011]`,
    ],
    ["{mode: trees}", `3:19 isolation.mode: expected one of ${isolationLevels.join(", ")}, found "trees" [V011]`],
    ["false", "3:12 isolation: expected a map of keys, found false [V011]"],
    ["{level: full}", "3:13 isolation.level: here it is mode [V012]"],
    ["{objects: copy}", "3:13 isolation.objects: here it is clone: { objects: … } [V012]"],
    [
      "{clean_on_success: true}",
      '3:13 isolation.clean_on_success: unknown key; did you mean "cleanup_on_success"? [V012]',
    ],
    ["{per: agent}", '3:18 isolation.per: expected one of sheet, job, found "agent" [V011]'],
    ["{worktree_base: ''}", "3:28 isolation.worktree_base: is not the path of a folder [V011]"],
    ['{worktree_base: "a\\0"}', "3:28 isolation.worktree_base: is not the path of a folder [V011]"],
    ["{worktree_base: ~/contexts}", "3:28 isolation.worktree_base: ~ means nothing here; write the whole path [V011]"],
    [
      '{worktree_base: "{{ workspace }}/c"}',
      "3:28 isolation.worktree_base: can't hold a template: it is the same for all sheets [V011]",
    ],
    ["{branch_prefix: -x}", "3:28 isolation.branch_prefix: is not the name of a branch [V011]"],
    ["{branch_prefix: quality/}", "3:28 isolation.branch_prefix: is not the name of a branch [V011]"],
    ["{source_branch: a..b}", "3:28 isolation.source_branch: is not the name of a branch [V011]"],
    [
      "{clone: {objects: borrowed}}",
      '3:30 isolation.clone.objects: expected one of shared, copy, found "borrowed" [V011]',
    ],
    ...["../a", "a/../b", "/a", "a//b", "a/", "web/.GIT", '"a\\nb"', "''"].map((path): [string, string] => [
      `{borrow: [${path}]}`,
      "3:22 isolation.borrow[0]: must be the path of a folder below the top of the repository, such as node_modules or web/node_modules [V011]",
    ]),
    ["{snapshot_minutes: -1}", "3:31 isolation.snapshot_minutes: must be at least 0 [V011]"],
    ["{snapshot_minutes: 1441}", "3:31 isolation.snapshot_minutes: must be at most 1440 [V011]"],
    ["{enabled: maybe}", '3:22 isolation.enabled: expected true or false, found "maybe" [V011]'],
  ])("is refused where it can't be meant: %s", (isolation, line) => {
    expect(errorsIn(withIsolation(isolation))).toEqual([line]);
  });
});

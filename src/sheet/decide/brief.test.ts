import { noCounts } from "../counts.ts";
import { expect, it } from "vitest";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { completionBrief, conflictBrief, interruptedBrief, retriedBrief, retryBrief } from "./brief.ts";
import type { Ended } from "../events/event.ts";
import type { ValidationResult } from "../verdict.ts";

const sha = "c".repeat(40) as CommitSha;
const at = 0 as EpochMs;

const endedWith = (results: readonly ValidationResult[]): Ended => ({
  kind: "ended",
  at,
  attempt: 1,
  end: { kind: "exited", code: 1 },
  trouble: null,
  words: "I am done.",
  verdict: { kind: "judged", results },
  capture: sha,
  changed: true,
  chance: 0,
  spent: { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 },
  leftOut: { count: 0, first: [], isIncomplete: false },
});

const first = { kept: sha, failures: 1, tried: ["attempt 1: the agent exited with code 1"] };

it("the more often a sheet fails, the more its agent is told", () => {
  const ended = endedWith([
    { index: 0, description: "tests pass", passed: false, reason: "2 red", hint: "run npm test" },
  ]);
  const [normal, detailed, verbose] = [1, 2, 3].map((failures) => retryBrief(ended, { ...first, failures }));
  expect(normal).toContain("tests pass: 2 red");
  expect(normal).not.toContain("I am done.");
  expect(detailed).toContain("> I am done.");
  expect(detailed).not.toContain("All attempts so far");
  expect(verbose).toContain("All attempts so far:\n- attempt 1: the agent exited with code 1");
  expect(verbose).toContain("The same way will fail again.");
});

it("a tool that prints megabytes does not make a brief of megabytes", () => {
  const results = Array.from({ length: 200 }, (_, index) => ({
    index,
    description: `rule ${index}`,
    passed: false,
    reason: "😀".repeat(500_000),
  }));
  const brief = retryBrief(endedWith(results), first);
  expect(brief.length).toBeLessThan(120_000);
  expect(brief).toContain("- and 150 more");
  expect(brief).toContain("[…]");
  expect(brief.isWellFormed()).toBe(true);
});

it("a validation that failed comes with its hint, however long its reason; those that were not run are not said to have failed", () => {
  const brief = completionBrief(
    endedWith([
      { index: 0, description: "builds", passed: true, reason: "" },
      { index: 1, description: "tests pass", passed: false, reason: "x".repeat(10_000), hint: "run npm test" },
      {
        index: 2,
        description: "reads well",
        passed: false,
        reason: "not run: tests pass failed at stage 1",
        skipped: true,
      },
    ]),
  );
  expect(brief).toMatch(/These validations fail:\n- tests pass: x+ \[…\]\n {2}What to do: run npm test\n\n/);
  expect(brief).toMatch(/These were not run because of that, and must pass too:\n- reads well$/);
  expect(
    retryBrief(endedWith([{ index: 0, description: "d", passed: false, reason: "not run", skipped: true }]), first),
  ).not.toContain("- d");
});

it("a long list of conflicts says how many it leaves out", () => {
  const paths = Array.from({ length: 60 }, (_, index) => `p${index}`);
  expect(conflictBrief({ kind: "conflicted", at, paths, onto: sha }, sha)).toContain("- p49\n- and 10 more");
  const fallen = [{ way: "tree", reason: "both additions, the new one first", why: "pytest" }];
  expect(conflictBrief({ kind: "conflicted", at, paths, onto: sha, fallen }, sha)).toContain(
    "none works as it is:\n- both additions, the new one first: failed pytest",
  );
});

it("a sheet cancelled before its first attempt has nothing to tell", () => {
  expect(
    retriedBrief({ kind: "cancelled", session: null, attempt: 0, context: null, kept: null, counts: noCounts }),
  ).toBeNull();
});

it("however often an attempt is interrupted, the next one is told once, and what it was told before stays", () => {
  const once = interruptedBrief("do the rest");
  expect(once).toMatch(/^An earlier attempt was interrupted\. .*\n\ndo the rest$/);
  expect(interruptedBrief(once)).toBe(once);
  expect(interruptedBrief(null)).toMatch(/go on from there\.$/);
});

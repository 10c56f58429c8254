import { expect, it } from "vitest";
import type { CommitSha, EpochMs } from "../base/ids.ts";
import { conflictBrief, retriedBrief, retryBrief } from "./brief.ts";
import type { Ended } from "./event.ts";
import { noCounts } from "./state.ts";

const sha = "c".repeat(40) as CommitSha;
const at = 0 as EpochMs;

it("a tool that prints megabytes does not make a brief of megabytes", () => {
  const results = Array.from({ length: 200 }, (_, index) => ({ index, description: `rule ${index}`, passed: false, reason: "😀".repeat(500_000) }));
  const ended: Ended = {
    kind: "ended",
    at,
    attempt: 1,
    end: { kind: "exited", code: 1 },
    verdict: { kind: "judged", results },
    capture: sha,
    changed: true,
    chance: 0,
    spent: { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 },
    leftOut: { count: 0, first: [], isIncomplete: false },
  };
  const brief = retryBrief(ended, sha);
  expect(brief.length).toBeLessThan(120_000);
  expect(brief).toContain("- and 150 more");
  expect(brief).toContain("[…]");
  expect(brief.isWellFormed()).toBe(true);
});

it("a long list of conflicts says how many it leaves out", () => {
  const paths = Array.from({ length: 60 }, (_, index) => `p${index}`);
  expect(conflictBrief({ kind: "conflicted", at, paths, onto: sha }, sha)).toContain("- p49\n- and 10 more");
});

it("a sheet cancelled before its first attempt has nothing to tell", () => {
  expect(retriedBrief({ kind: "cancelled", attempt: 0, kept: null, counts: noCounts })).toBeNull();
});

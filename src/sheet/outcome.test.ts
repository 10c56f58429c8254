import { noCounts } from "./counts.ts";
import { expect, it } from "vitest";
import type { CommitSha, ContextId, EpochMs } from "../base/ids.ts";
import { isGood, isTerminal } from "./outcome.ts";
import { fresh } from "./state.ts";
import type { SheetState } from "./state.ts";

const sha = "a".repeat(40) as CommitSha;
const done: SheetState = { kind: "done", session: null, attempt: 1, context: null, inPlace: false, counts: noCounts };
const landed: SheetState = {
  kind: "landed",
  session: null,
  attempt: 1,
  context: null,
  commit: sha,
  level: "unvalidated",
  counts: noCounts,
};
const skipped: SheetState = { kind: "skipped", why: "", context: null };
const failed: SheetState = {
  kind: "failed",
  session: null,
  attempt: 1,
  context: null,
  reason: { kind: "interruptions" },
  kept: null,
  counts: noCounts,
};
const cancelled: SheetState = {
  kind: "cancelled",
  session: null,
  attempt: 1,
  context: null,
  kept: null,
  counts: noCounts,
};
const running: SheetState = {
  kind: "running",
  session: null,
  attempt: 1,
  context: "x" as ContextId,
  base: sha,
  lands: true,
  startedAt: 0 as EpochMs,
  counts: noCounts,
  continueFrom: null,
  brief: null,
  isAlive: true,
};

it("landed, done and skipped are good; failed and cancelled are only over", () => {
  expect([landed, done, skipped, failed, cancelled, fresh, running].map(isGood)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect([landed, done, skipped, failed, cancelled, fresh, running].map(isTerminal)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

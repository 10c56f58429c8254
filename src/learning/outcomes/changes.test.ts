import { describe, expect, it } from "vitest";
import { makeJob, makeSheet } from "../../../test/kit/jobs.ts";
import { attemptsOf, landed, running } from "../../../test/kit/sheet-states.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../base/ids.ts";
import type { AgentEnd, SheetEvent } from "../../sheet/events/event.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";
import { lookedAtEnd, outcomeChanges } from "./changes.ts";
import type { OutcomeChange } from "./outcome.ts";

const at = 5_000 as EpochMs;
const sheet = makeSheet("a", { title: "Write tests for the parser" });
const job = { ...makeJob("job-1", ["a"]), plan: { ...makeJob("job-1", ["a"]).plan, sheets: [sheet] } };
const commit = "c".repeat(40) as CommitSha;
const context = "context" as ContextId;

const changes = (before: SheetState, event: SheetEvent, after: SheetState): readonly OutcomeChange[] =>
  outcomeChanges({ job, sheet, before, event, after });
const endedWith = (end: AgentEnd, code: TroubleCode | null = null): SheetEvent => ({
  kind: "ended",
  at,
  attempt: 1,
  end,
  trouble: code === null ? null : { code, detail: "", resetAt: null },
  usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0, usd: 0.25 },
  words: null,
  verdict: { kind: "unvalidated" },
  capture: commit,
  changed: true,
  chance: 0,
  spent: { contextMs: 1, agentMs: 70, captureMs: 1, checksMs: 1 },
  leftOut: { count: 0, first: [], isIncomplete: false },
});

describe("the proof of an event about attempts", () => {
  it("a start is recorded with the agent and the kind of work before anything runs", () => {
    const start: SheetEvent = { kind: "started", at, attempt: 1, context, base: commit };
    expect(changes(attemptsOf("waiting", 0), start, running(1))).toMatchObject([
      { kind: "begun", outcome: { agent: "scripted", model: null, work: "testing", fate: "running", startedAt: at } },
    ]);
  });

  it.each([
    [{ kind: "exited", code: 0 }, null, "captured", "captured"],
    [{ kind: "exited", code: 1 }, null, "waiting", "failed"],
    [{ kind: "timed-out", afterMs: 1 }, "E001", "waiting", "failed"],
    [{ kind: "exited", code: 1 }, "E101", "waiting", "hindered"],
    [{ kind: "exited", code: 1 }, "E502", "failed", "hindered"],
    [{ kind: "not-met", failed: ["x"] }, null, "failed", "hindered"],
    [{ kind: "exited", code: 0 }, null, "done", "done"],
  ] as const)("an end %j with trouble %s that leaves a sheet %s is %s", (...[end, code, after, fate]) => {
    expect(changes(running(1), endedWith(end, code), attemptsOf(after, 1))).toMatchObject([
      { kind: "ended", fate, code, usd: 0.25, tokens: 15, agentMs: 70 },
    ]);
  });

  it.each([
    [{ kind: "landed", at, commit }, landed("a"), "landed"],
    [{ kind: "conflicted", at, paths: [], onto: commit }, attemptsOf("waiting", 1), "conflicted"],
    [
      { kind: "rejected", at, verdict: { kind: "unvalidated" }, onto: commit, chance: 0 },
      attemptsOf("waiting", 1),
      "rejected",
    ],
    [{ kind: "cancelled", at, capture: null, isDropped: true }, attemptsOf("cancelled", 1), "dropped"],
    [{ kind: "told", at, text: "no" }, attemptsOf("waiting", 1), "dropped"],
    [
      { kind: "judged", at, verdict: { kind: "unvalidated" }, capture: commit, base: commit, changed: true },
      attemptsOf("captured", 1),
      "helped",
    ],
  ] as const satisfies readonly (readonly [SheetEvent, SheetState, string])[])(
    "a result that met %j is settled",
    (event, after, fate) => {
      expect(changes(attemptsOf("captured", 1), event, after)).toMatchObject([
        { kind: "settled", fate, commit: fate === "landed" ? (expect.any(String) as string) : null },
      ]);
    },
  );

  it("approval and an intent to land settle nothing", () => {
    const state = attemptsOf("captured", 1);
    expect(changes(state, { kind: "approved", at }, state)).toEqual([]);
  });

  it("a landing whose message reverts a commit takes the success of that commit back", () => {
    const body = `This reverts commit ${"d".repeat(40)}.`;
    const [message] = job.plan.messages;
    if (message === undefined) throw new Error("no message");
    const undoing = { ...job, plan: { ...job.plan, messages: [{ ...message, body }] } };
    expect(
      outcomeChanges({
        job: undoing,
        sheet,
        before: attemptsOf("captured", 1),
        event: { kind: "landed", at, commit },
        after: landed("a"),
      }),
    ).toContainEqual({ kind: "reverted", at, commit: "d".repeat(40) });
  });

  it("the end of a job says which landed results were gone by then", () => {
    const takenOut = [{ sheet: "a" as SheetId, by: null, isSaid: false }];
    expect(lookedAtEnd(job, { kind: "finished", at, failed: 0, takenOut })).toEqual([
      { kind: "looked", job: job.id, at, undone: ["a"] },
    ]);
    expect(lookedAtEnd(job, { kind: "cancelled", at })).toEqual([]);
  });
});

import { type IsolationLevel, isolationLevels } from "../../score/plan/levels.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import { describe, expect, it } from "vitest";
import { makeRetry } from "../../../test/kit/jobs.ts";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { decide, replay } from "./decide.ts";
import { releaseOf } from "./release.ts";
import type { SheetEvent } from "../events/event.ts";
import { type Running, phaseOf } from "../state.ts";

const at = 1_000_000 as EpochMs;
const sha = (letter: string): CommitSha => letter.repeat(40) as CommitSha;
const asked = "asked" as ContextId;
const given = "given" as ContextId;
const policy = makeRetry({});

const started: SheetEvent = { kind: "started", at, attempt: 1, context: asked, base: sha("a") };
const placed = (level: IsolationLevel, attempt = 1): SheetEvent => ({
  kind: "placed",
  at,
  attempt,
  context: given,
  base: sha("b"),
  level,
  path: "/somewhere",
  branch: null,
  fallback: level === "none" ? "no repository" : null,
});
const ended: SheetEvent = {
  kind: "ended",
  at,
  attempt: 1,
  end: { kind: "exited", code: 0 },
  trouble: null,
  words: null,
  verdict: { kind: "unvalidated" },
  capture: sha("c"),
  changed: true,
  chance: 0,
  spent: { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 },
  leftOut: { count: 0, first: [], isIncomplete: false },
};

describe("an attempt that was given its context", () => {
  it("is in that one, on the base it was made at, though it was started with another", () => {
    const state = replay(policy, [started, placed("clone")]);
    expect(state).toMatchObject({ kind: "running", context: given, base: sha("b"), lands: true });
    expect(decide(policy, state, ended).state).toMatchObject({ kind: "captured", context: given, base: sha("b") });
  });

  it.each(isolationLevels.filter((level) => !isInPlace(level)))("lands at level %s", (level) => {
    expect(replay(policy, [started, placed(level), ended])).toMatchObject({ kind: "captured", capture: sha("c") });
  });

  it("in the user's own folder is done there, though its sheet was to get another, and its context goes", () => {
    const decision = decide(policy, replay(policy, [started, placed("none")]), ended);
    expect(decision).toMatchObject({ kind: "changed", state: { kind: "done", context: given, inPlace: true } });
    expect(releaseOf(decision.state)).toEqual({ context: given, after: "success" });
  });

  it("goes on from there when it is interrupted", () => {
    const cut: SheetEvent = { kind: "interrupted", at, attempt: 1, asked: false, capture: sha("c") };
    expect(replay(policy, [started, placed("none"), cut])).toMatchObject({
      continueFrom: sha("c"),
      continueBase: sha("b"),
      context: { id: given, reuse: true },
    });
  });
});

it("a context of another attempt, or for a sheet that does not run, changes nothing", () => {
  const state = replay(policy, [started]);
  expect(decide(policy, state, placed("none", 2))).toMatchObject({ kind: "ignored", state });
  const over = replay(policy, [started, ended]);
  expect(decide(policy, over, placed("none"))).toMatchObject({ kind: "ignored", state: over });
});

it("an attempt is prepared, then played, then validated, and each phase has its beginning", () => {
  const later = (ms: number): EpochMs => (at + ms) as EpochMs;
  const phases: readonly SheetEvent[] = [
    started,
    { ...placed("clone"), at: later(5) },
    { kind: "validating", at: later(9), attempt: 1 },
  ];
  const shown = phases.map((_, place) => {
    const state = replay(policy, phases.slice(0, place + 1));
    return state.kind === "running" ? phaseOf(state) : null;
  });
  expect(shown).toEqual([
    { kind: "preparing", since: at },
    { kind: "playing", since: later(5) },
    { kind: "validating", since: later(9) },
  ]);
  const state = replay(policy, [started]);
  expect(decide(policy, state, { kind: "validating", at, attempt: 2 })).toMatchObject({ kind: "ignored", state });
});

it("a context whose commands are to run yet is being prepared until they are over", () => {
  const unready = { ...placed("clone"), isUnready: true } as SheetEvent;
  const prepared: SheetEvent = { kind: "prepared", at: (at + 7) as EpochMs, attempt: 1 };
  const shown = [
    [started, unready],
    [started, unready, prepared],
  ].map((events) => phaseOf(replay(policy, events) as Running));
  expect(shown).toEqual([
    { kind: "preparing", since: at },
    { kind: "playing", since: at + 7 },
  ]);
});

it("a running attempt of an earlier version is played once its agent gave a sign", () => {
  const running = replay(policy, [started]);
  expect(phaseOf({ ...running, isAlive: true } as Running).kind).toBe("playing");
});

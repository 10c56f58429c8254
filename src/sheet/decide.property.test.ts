import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommitSha, ContextId, EpochMs } from "../base/ids.ts";
import { commandsOf } from "./command.ts";
import { decide, replay } from "./decide.ts";
import type { SheetPolicy } from "./decision.ts";
import type { AgentEnd, SheetEvent } from "./event.ts";
import { isGood, isTerminal } from "./outcome.ts";
import { fresh } from "./state.ts";
import type { IsolationLevel } from "../score/plan.ts";
import type { Counts, FailureReason, LandingLevel, SheetState, WaitReason } from "./state.ts";
import type { Verdict } from "./verdict.ts";

const sha = fc.constantFrom(..."abcdef").map((letter) => letter.repeat(40) as CommitSha);
const maybeSha = fc.option(sha);
const context = fc.constantFrom("x1", "x2").map((id) => id as ContextId);
const time = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => ms as EpochMs);
const attempt = fc.integer({ min: 1, max: 6 });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const small = fc.integer({ min: 0, max: 30 });
const texts = fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 });
const level = fc.constantFrom<LandingLevel>("validated-as-landed", "merged-not-revalidated", "unvalidated");

const policy: fc.Arbitrary<SheetPolicy> = fc.record({
  attempts: fc.integer({ min: 1, max: 4 }),
  baseDelayMs: fc.integer({ min: 0, max: 10_000 }),
  maxDelayMs: fc.integer({ min: 0, max: 600_000 }),
  factor: fc.constantFrom(1, 1.5, 2, 10),
  jitter: fc.boolean(),
  completionDelayMs: fc.constantFrom(0, 5_000),
  completions: fc.integer({ min: 0, max: 3 }),
  completionThreshold: fc.double({ min: 0, max: 1, noNaN: true }),
  conflicts: fc.integer({ min: 0, max: 3 }),
});

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.constant<Verdict>({ kind: "unvalidated" }),
  fc
    .array(fc.record({ index: small, description: fc.string({ maxLength: 8 }), passed: fc.boolean(), reason: fc.string({ maxLength: 8 }) }), { maxLength: 4 })
    .map((results): Verdict => ({ kind: "judged", results })),
);

const end: fc.Arbitrary<AgentEnd> = fc.oneof(
  fc.record({ kind: fc.constant("exited" as const), code: fc.constantFrom(0, 0, 1, 137) }),
  fc.record({ kind: fc.constant("signalled" as const), signal: fc.constant("SIGKILL") }),
  fc.record({ kind: fc.constantFrom("timed-out" as const, "idle" as const), afterMs: small }),
  fc.record({ kind: fc.constant("rate-limited" as const), resetAt: fc.option(time) }),
  fc.record({ kind: fc.constant("cancelled" as const) }),
  fc.record({ kind: fc.constantFrom("not-started" as const, "no-context" as const, "no-capture" as const), detail: fc.string({ maxLength: 8 }) }),
);

const depth = fc.constantFrom<IsolationLevel>("none", "directory", "branch", "worktree", "clone", "full");
const none = fc.constant(null);
const spent = fc.constant({ contextMs: 1, agentMs: 2, captureMs: 3, checksMs: 4 });
const leftOut = fc.boolean().map((isIncomplete) => ({ count: isIncomplete ? 1 : 0, first: [], isIncomplete }));

const event: fc.Arbitrary<SheetEvent> = fc.oneof(
  fc.record({ kind: fc.constant("started" as const), at: time, attempt, context, base: sha }),
  fc.record({
    kind: fc.constant("placed" as const),
    at: time,
    attempt,
    context,
    base: sha,
    level: depth,
    path: fc.constant("/x"),
    branch: none,
    fallback: none,
  }),
  fc.record({ kind: fc.constant("ended" as const), at: time, attempt, end, verdict, capture: maybeSha, changed: fc.boolean(), chance, spent, leftOut }),
  fc.record({ kind: fc.constant("landing" as const), at: time, commit: sha, parent: sha, target: fc.constant("refs/heads/main"), level }),
  fc.record({ kind: fc.constant("landed" as const), at: time, commit: sha }),
  fc.record({ kind: fc.constant("withdrawn" as const), at: time, why: fc.string({ maxLength: 8 }) }),
  fc.record({ kind: fc.constant("conflicted" as const), at: time, paths: texts, onto: sha }),
  fc.record({ kind: fc.constant("absorbed" as const), at: time, onto: sha }),
  fc.record({ kind: fc.constant("rejected" as const), at: time, verdict, onto: sha, chance }),
  fc.record({ kind: fc.constant("interrupted" as const), at: time, attempt, asked: fc.boolean(), capture: maybeSha }),
  fc.record({ kind: fc.constant("cancelled" as const), at: time, capture: maybeSha }),
  fc.record({ kind: fc.constant("skipped" as const), at: time, why: fc.string({ maxLength: 8 }) }),
  fc.record({ kind: fc.constant("retried" as const), at: time }),
  fc.record({ kind: fc.constant("retried" as const), at: time, from: fc.record({ commit: sha, base: sha }) }),
);

const counts: fc.Arbitrary<Counts> = fc.record({
  attempts: fc.integer({ min: 1, max: 6 }),
  failures: small,
  completions: small,
  rateLimits: fc.oneof(small, fc.constant(1e9)),
  interruptions: small,
  conflicts: small,
});
const reason: fc.Arbitrary<FailureReason> = fc.oneof(
  fc.record({ kind: fc.constantFrom("agent" as const, "context" as const), detail: fc.string({ maxLength: 8 }) }),
  fc.record({ kind: fc.constantFrom("validations" as const, "rejected-on-merge" as const), failed: texts }),
  fc.record({ kind: fc.constant("conflict" as const), paths: texts }),
  fc.record({ kind: fc.constant("interruptions" as const) }),
);
const why = fc.constantFrom<WaitReason>("fresh", "retry", "completion", "rate-limit", "conflict", "interrupted", "rejected", "retried", "inferred");
const brief = fc.option(fc.string({ maxLength: 8 }));
const over = { attempt, context: fc.option(context), counts };
const work = { attempt, context, base: sha, capture: sha, verdict, counts };

const state: fc.Arbitrary<SheetState> = fc.oneof(
  fc.record({
    kind: fc.constant("waiting" as const),
    why,
    notBefore: fc.option(time),
    continueFrom: maybeSha,
    continueBase: maybeSha,
    brief,
    context: fc.option(fc.record({ id: context, reuse: fc.boolean() })),
    counts,
  }),
  fc.record({
    kind: fc.constant("running" as const),
    attempt,
    context,
    base: sha,
    lands: fc.boolean(),
    startedAt: time,
    counts,
    continueFrom: maybeSha,
    brief,
  }),
  fc.record({ kind: fc.constant("captured" as const), ...work }),
  fc.record({ kind: fc.constant("landing" as const), ...work, commit: sha, parent: sha, target: fc.constant("refs/heads/main"), level }),
  fc.record({ kind: fc.constant("landed" as const), ...over, commit: sha, level }),
  fc.record({ kind: fc.constant("done" as const), ...over, inPlace: fc.boolean() }),
  fc.record({ kind: fc.constant("failed" as const), ...over, reason, kept: maybeSha }),
  fc.record({ kind: fc.constant("cancelled" as const), ...over, kept: maybeSha }),
  fc.record({ kind: fc.constant("skipped" as const), why: fc.string({ maxLength: 8 }), context: fc.option(context) }),
);

const always = { numRuns: 2_000 };

/** A state and an event that is about its own attempt: at random the two would hardly ever meet. */
const meeting = fc.tuple(state, event).map(([before, input]): readonly [SheetState, SheetEvent] => {
  const attempt = before.kind === "running" ? before.attempt : before.kind === "waiting" ? before.counts.attempts + 1 : undefined;
  return [before, "attempt" in input && attempt !== undefined ? { ...input, attempt } : input];
});

describe("whatever happens to a sheet", () => {
  it("there is an answer in every state to every event, and what is ignored changes nothing", () => {
    const check = fc.property(policy, state, event, (rules, before, input) => {
      const decision = decide(rules, before, input);
      if (decision.kind === "ignored") {
        expect(decision.state).toBe(before);
        expect(decision.why).not.toBe("");
      } else {
        expect(decision.commands).toEqual(commandsOf(decision.state));
      }
    });
    fc.assert(check, always);
  });

  it("what is good stays so, and only a person's word leads out of failed and cancelled", () => {
    const check = fc.property(policy, state.filter(isTerminal), event, (rules, before, input) => {
      const leaves = input.kind === "retried" && !isGood(before);
      expect(decide(rules, before, input).kind).toBe(leaves ? "changed" : "ignored");
    });
    fc.assert(check, always);
  });

  it("there is a way from every state to an end", () => {
    const check = fc.property(policy, state, (rules, before) => {
      expect(wayOut(rules, before)).toBe(true);
    });
    fc.assert(check, always);
  });

  it("a journal replayed gives the state it gave event by event, and can be cut anywhere", () => {
    const check = fc.property(policy, fc.array(event, { maxLength: 40 }), fc.nat(), (rules, events, cut) => {
      const whole = replay(rules, events);
      let step: SheetState = fresh;
      for (const input of events) step = decide(rules, step, input).state;
      expect(whole).toEqual(step);
      const at = cut % (events.length + 1);
      const stored = JSON.parse(JSON.stringify(replay(rules, events.slice(0, at)))) as SheetState;
      let resumed = stored;
      for (const input of events.slice(at)) resumed = decide(rules, resumed, input).state;
      expect(resumed).toEqual(whole);
    });
    fc.assert(check, { numRuns: 500 });
  });

  it("attempts are never counted down, and each start is a new number", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const { state: next } = decide(rules, before, input);
      if (before.kind === "skipped" || next.kind === "skipped") return;
      const started = before.kind === "waiting" && next.kind === "running";
      expect(next.counts.attempts).toBe(before.counts.attempts + (started ? 1 : 0));
    });
    fc.assert(check, always);
  });

  it("the work an event brings is kept when the sheet ends badly", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const decision = decide(rules, before, input);
      const next = decision.state;
      if (decision.kind === "ignored" || (next.kind !== "failed" && next.kind !== "cancelled")) return;
      const brought = "capture" in input ? input.capture : null;
      const had = "capture" in before ? before.capture : "continueFrom" in before ? before.continueFrom : null;
      expect(next.kept).toBe(brought ?? had);
    });
    fc.assert(check, always);
  });

  it("what an attempt goes on from comes with the base it was done on, and only then", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const decision = decide(rules, before, input);
      if (decision.kind === "ignored" || decision.state.kind !== "waiting") return;
      const { continueFrom, continueBase } = decision.state;
      if (input.kind === "retried" && input.from !== undefined)
        expect({ continueFrom, continueBase }).toEqual({ continueFrom: input.from.commit, continueBase: input.from.base });
      else expect(continueBase).toBe(continueFrom === null || before.kind !== "running" ? null : before.base);
    });
    fc.assert(check, always);
  });

  it("a context that an attempt ran in is in the next state, and is used again only with work that lies in it", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const decision = decide(rules, before, input);
      const next = decision.state;
      if (decision.kind === "ignored" || before.kind !== "running" || input.kind === "placed") return;
      if (next.kind !== "waiting") expect(next.context).toBe(before.context);
      else {
        expect(next.context?.id).toBe(before.context);
        if (next.context?.reuse === true) expect(next.continueFrom).toBe("capture" in input ? (input.capture ?? before.continueFrom) : null);
      }
    });
    fc.assert(check, always);
  });

  it("what works in the user's own folder never lands", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      if (before.kind !== "running" || before.lands) return;
      expect(["captured", "landing", "landed"]).not.toContain(decide(rules, before, input).state.kind);
    });
    fc.assert(check, always);
  });

  it("no wait ends before it began", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const decision = decide(rules, before, input);
      const wait = decision.kind === "changed" && decision.state.kind === "waiting" ? decision.state.notBefore : null;
      const until = wait ?? input.at;
      expect(Number.isSafeInteger(until)).toBe(true);
      expect(until).toBeGreaterThanOrEqual(input.at);
    });
    fc.assert(check, always);
  });
});

/** Whether a terminal state can be reached in a few steps with well-formed events. */
function wayOut(rules: SheetPolicy, from: SheetState): boolean {
  let state = from;
  for (let step = 0; step < 4 && !isTerminal(state); step++) state = decide(rules, state, towardsTheEnd(state)).state;
  return isTerminal(state);
}

function towardsTheEnd(state: SheetState): SheetEvent {
  const at = 0 as EpochMs;
  const commit = "a".repeat(40) as CommitSha;
  const base = { at, commit, parent: commit, target: "refs/heads/main", level: "unvalidated" as const };
  switch (state.kind) {
    case "waiting":
      return { kind: "started", at, attempt: state.counts.attempts + 1, context: "x" as ContextId, base: commit };
    case "running":
      return {
        kind: "ended",
        at,
        attempt: state.attempt,
        end: { kind: "exited", code: 0 },
        verdict: { kind: "unvalidated" },
        capture: commit,
        changed: true,
        chance: 0,
        spent: { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 },
        leftOut: { count: 0, first: [], isIncomplete: false },
      };
    case "captured":
      return { kind: "landing", ...base };
    case "landing":
      return { kind: "landed", at, commit: state.commit };
    default:
      throw new Error(`${state.kind} is an end`);
  }
}

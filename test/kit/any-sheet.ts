import type { Counts } from "../../src/sheet/counts.ts";
import { isolationLevels } from "../../src/score/plan/levels.ts";
import fc from "fast-check";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../src/base/ids.ts";
import type { SheetPolicy } from "../../src/sheet/decide/decision.ts";
import type { AgentEnd, SheetEvent } from "../../src/sheet/events/event.ts";
import {
  type FailureReason,
  type LandingLevel,
  type SheetState,
  type WaitReason,
  landingLevels,
} from "../../src/sheet/state.ts";
import { type Trouble, type TroubleCode, troubles } from "../../src/sheet/trouble/trouble.ts";
import { nothingSpentYet } from "../../src/sheet/cost/usage.ts";
import type { Verdict } from "../../src/sheet/verdict.ts";

/** Any sheet in any state, and anything that may happen to it. */

const sha = fc.constantFrom(..."abcdef").map((letter) => letter.repeat(40) as CommitSha);
const maybeSha = fc.option(sha);
const context = fc.constantFrom("x1", "x2").map((id) => id as ContextId);
const time = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => ms as EpochMs);
const attempt = fc.integer({ min: 1, max: 6 });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const small = fc.integer({ min: 0, max: 30 });
const texts = fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 });
const level = fc.constantFrom<LandingLevel>(...landingLevels);

export const policy: fc.Arbitrary<SheetPolicy> = fc.record({
  attempts: fc.integer({ min: 1, max: 4 }),
  baseDelayMs: fc.integer({ min: 0, max: 10_000 }),
  maxDelayMs: fc.integer({ min: 0, max: 600_000 }),
  factor: fc.constantFrom(1, 1.5, 2, 10),
  jitter: fc.boolean(),
  completionDelayMs: fc.constantFrom(0, 5_000),
  completions: fc.integer({ min: 0, max: 3 }),
  completionThreshold: fc.double({ min: 0, max: 1, noNaN: true }),
  conflicts: fc.integer({ min: 0, max: 3 }),
  limitWaitMs: fc.integer({ min: 0, max: 600_000 }),
  limitPatienceMs: fc.constantFrom(0, 600_000, 86_400_000),
  goesOn: fc.boolean(),
  efforts: fc.constant([]),
  once: fc.array(fc.boolean(), { maxLength: 3 }),
  agents: fc.integer({ min: 1, max: 3 }),
  needsApproval: fc.boolean(),
  competes: fc.boolean(),
});

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.constant<Verdict>({ kind: "unvalidated" }),
  fc
    .array(
      fc.record({
        index: small,
        description: fc.string({ maxLength: 8 }),
        passed: fc.boolean(),
        reason: fc.string({ maxLength: 8 }),
      }),
      { maxLength: 4 },
    )
    .map((results): Verdict => ({ kind: "judged", results })),
);

const end: fc.Arbitrary<AgentEnd> = fc.oneof(
  fc.record({ kind: fc.constant("exited" as const), code: fc.constantFrom(0, 0, 1, 137) }),
  fc.record({ kind: fc.constant("signalled" as const), signal: fc.constant("SIGKILL") }),
  fc.record({ kind: fc.constantFrom("timed-out" as const, "idle" as const, "silent" as const), afterMs: small }),
  fc.record({ kind: fc.constantFrom("cancelled" as const, "limited" as const) }),
  fc.record({ kind: fc.constant("over-budget" as const), limitUsd: fc.constant(1) }),
  fc.record({
    kind: fc.constantFrom("not-started" as const, "no-context" as const, "no-capture" as const),
    detail: fc.string({ maxLength: 8 }),
  }),
);

const depth = fc.constantFrom(...isolationLevels);
const none = fc.constant(null);
const spent = fc.constant({ contextMs: 1, agentMs: 2, captureMs: 3, checksMs: 4 });
const leftOut = fc.boolean().map((isIncomplete) => ({ count: isIncomplete ? 1 : 0, first: [], isIncomplete }));

const trouble: fc.Arbitrary<Trouble | null> = fc.option(
  fc.record({
    code: fc.constantFrom(...(Object.keys(troubles) as TroubleCode[])),
    detail: fc.string({ maxLength: 8 }),
    resetAt: fc.option(time),
  }),
);
const someUsage = fc.constant({ inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0, usd: 0.5 });
const usage = fc.option(someUsage);
const words = fc.option(fc.string({ maxLength: 8 }));

const pull = fc.constant({ number: 7, url: "https://forge.test/7", branch: "tutti/job/sheet" });

/** Changes no sheet but for what it cost, so it is not among the others. */
export const visited: fc.Arbitrary<SheetEvent & { readonly kind: "visited" }> = fc.record({
  kind: fc.constant("visited" as const),
  at: time,
  attempt,
  usage: someUsage,
});

export const event: fc.Arbitrary<SheetEvent> = fc.oneof(
  fc.record({
    kind: fc.constant("playing" as const),
    at: time,
    attempt,
    agent: fc.constant("a"),
    model: none,
    session: fc.option(fc.constant("s")),
  }),
  fc.record({ kind: fc.constant("told" as const), at: time, text: fc.string({ maxLength: 8 }) }),
  fc.record({
    kind: fc.constant("collided" as const),
    at: time,
    with: fc.option(fc.constant("b" as SheetId)),
    paths: fc.constant(["x"]),
    how: fc.constantFrom("shown" as const, "told" as const, "waits" as const),
    text: fc.string({ maxLength: 8 }),
  }),
  fc.record({
    kind: fc.constant("told" as const),
    at: time,
    text: fc.string({ maxLength: 8 }),
    from: fc.record({ commit: sha, base: sha }),
  }),
  fc.record({ kind: fc.constant("approved" as const), at: time }),
  fc.record({
    kind: fc.constant("judged" as const),
    at: time,
    verdict,
    capture: sha,
    base: sha,
    changed: fc.boolean(),
  }),
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
  fc.record({
    kind: fc.constant("ended" as const),
    at: time,
    attempt,
    end,
    trouble,
    usage,
    words,
    verdict,
    capture: maybeSha,
    changed: fc.boolean(),
    chance,
    spent,
    leftOut,
  }),
  fc.record({
    kind: fc.constant("landing" as const),
    at: time,
    commit: sha,
    parent: sha,
    target: fc.constant("refs/heads/main"),
    level,
  }),
  fc.record({ kind: fc.constant("landed" as const), at: time, commit: sha }),
  fc.record({ kind: fc.constant("withdrawn" as const), at: time, why: fc.string({ maxLength: 8 }) }),
  fc.record({ kind: fc.constant("conflicted" as const), at: time, paths: texts, onto: sha }),
  fc.record({ kind: fc.constant("absorbed" as const), at: time, onto: sha }),
  fc.record({
    kind: fc.constant("held" as const),
    at: time,
    why: fc.record({ kind: fc.constant("protected" as const), paths: texts }),
  }),
  fc.record({ kind: fc.constant("proposing" as const), at: time, branch: fc.constant("tutti/job/sheet"), commit: sha }),
  fc.record({ kind: fc.constant("proposed" as const), at: time, pull, commit: sha }),
  fc.record({ kind: fc.constant("heard" as const), at: time, cursor: fc.string({ maxLength: 8 }) }),
  fc.record({
    kind: fc.constant("returned" as const),
    at: time,
    why: fc.constantFrom("checks" as const, "review" as const, "conflict" as const),
    text: fc.string({ maxLength: 8 }),
    cursor: fc.constant(null),
  }),
  fc.record({ kind: fc.constant("merged" as const), at: time, commit: sha }),
  fc.record({ kind: fc.constant("closed" as const), at: time }),
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
  quotas: small,
  limited: fc.option(fc.record({ since: time, times: fc.oneof(small, fc.constant(1e9)) })),
  fallbacks: fc.integer({ min: 0, max: 2 }),
  spent: fc.constant(nothingSpentYet),
  tried: texts,
  returns: small,
  interruptions: small,
  faults: small,
  conflicts: small,
});
const reason: fc.Arbitrary<FailureReason> = fc.oneof(
  fc.record({ kind: fc.constantFrom("agent" as const, "context" as const), detail: fc.string({ maxLength: 8 }) }),
  fc.record({ kind: fc.constantFrom("validations" as const, "rejected-on-merge" as const), failed: texts }),
  fc.record({ kind: fc.constant("conflict" as const), paths: texts }),
  fc.record({ kind: fc.constant("interruptions" as const) }),
);
const why = fc.constantFrom<WaitReason>(
  "fresh",
  "retry",
  "completion",
  "rate-limit",
  "quota",
  "agent",
  "fallback",
  "told",
  "conflict",
  "interrupted",
  "rejected",
  "retried",
  "inferred",
);
const brief = fc.option(fc.string({ maxLength: 8 }));
const session = fc.option(fc.record({ id: fc.constant("s"), agent: fc.integer({ min: 0, max: 2 }), used: none }));
const over = { attempt, context: fc.option(context), session, counts };

/** As it is, or after attempts in the user's own folder. */
function maybeInPlace<S extends SheetState>(one: fc.Arbitrary<S>): fc.Arbitrary<S> {
  const folder = fc.record({ base: sha, left: maybeSha, verdict });
  return fc.tuple(one, fc.option(folder)).map(([made, work]) => (work === null ? made : { ...made, folder: work }));
}

const work = { attempt, context, base: sha, capture: sha, verdict, session, counts };

export const state: fc.Arbitrary<SheetState> = fc.oneof(
  maybeInPlace(
    fc.record({
      kind: fc.constant("waiting" as const),
      why,
      notBefore: fc.option(time),
      continueFrom: maybeSha,
      continueBase: maybeSha,
      brief,
      context: fc.option(fc.record({ id: context, reuse: fc.boolean() })),
      session,
      counts,
    }),
  ),
  maybeInPlace(
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
      session,
      isAlive: fc.boolean(),
    }),
  ),
  fc.record({ kind: fc.constant("captured" as const), ...work, isApproved: fc.boolean() }),
  fc.record({
    kind: fc.constant("landing" as const),
    ...work,
    commit: sha,
    parent: sha,
    target: fc.constant("refs/heads/main"),
    level,
  }),
  fc.record({ kind: fc.constant("landed" as const), ...over, commit: sha, level }),
  fc.record({ kind: fc.constant("done" as const), ...over, inPlace: fc.boolean() }),
  maybeInPlace(fc.record({ kind: fc.constant("failed" as const), ...over, reason, kept: maybeSha })),
  maybeInPlace(fc.record({ kind: fc.constant("cancelled" as const), ...over, kept: maybeSha })),
  fc.record({ kind: fc.constant("skipped" as const), why: fc.string({ maxLength: 8 }), context: fc.option(context) }),
);

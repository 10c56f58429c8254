import { describe, expect, it } from "vitest";
import { makeJob, makePlan, makeRetry, makeSheet } from "../../../test/kit/jobs.ts";
import { type Told, begun, captured, judged, over, toldOf } from "../../../test/kit/told.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { usualLandingPlan } from "../../score/plan/landing-plan.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Job } from "../../sheet/job.ts";
import type { Trouble } from "../../sheet/trouble/trouble.ts";
import { nothingSpentYet } from "../../sheet/cost/usage.ts";
import type { ShutGate } from "../find/viewer.ts";

const folder = "/";
const base = "b".repeat(40) as CommitSha;
const exit = { kind: "exited", code: 1 } as const;
const reset = 600_000 as EpochMs;
const profile = (name: string, model: string | null): AgentPlan => ({
  kind: "profile",
  name,
  model,
  args: [],
  env: {},
  account: null,
});
const limited: Trouble = { code: "E101", detail: "429", resetAt: reset };
const denied: Trouble = { code: "E502", detail: "401", resetAt: null };
const usage = (usd: number | null) => ({
  inputTokens: 100,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd,
});
const alive = (attempt: number, second: number): SheetEvent => ({
  kind: "playing",
  at: (second * 1000) as EpochMs,
  attempt,
  agent: "claude (opus)",
  model: "opus-4",
  session: "s1",
});

/** `a` is played by Claude, and where that fails by Codex. */
function jobOf(more: Partial<Plan> = {}): Job {
  const retry = makeRetry({ attempts: 2, completions: 0 });
  return makeJob("n-abcdef", [], {
    plan: makePlan(
      [makeSheet("a", { agent: profile("claude", "opus"), fallbacks: [profile("codex", null)], retry })],
      more,
    ),
  });
}

const withoutFallback = (): Job =>
  makeJob("n-abcdef", [], { plan: makePlan([makeSheet("a", { agent: profile("claude", "opus") })]) });

async function explained(told: Told) {
  const found = await told.answers["job.explain"]({ job: told.book.job().id, folder, sheet: "a" });
  if (found === null) throw new Error("nothing is explained");
  return found;
}

async function findings(told: Told): Promise<readonly string[]> {
  return (
    (await told.answers["job.diagnose"]({ job: told.book.job().id, folder }))?.findings.map(
      ({ what, next }) => `${what} → ${next ?? ""}`,
    ) ?? []
  );
}

describe("the life of a sheet with real agents", () => {
  it("tells limits with how long they are waited for, who took over, and what each attempt cost", async () => {
    const told = await toldOf(jobOf());
    await told.tell(
      "a",
      begun(1, 1),
      alive(1, 2),
      over(1, 3, { end: exit, trouble: limited, usage: usage(0.5) }),
      begun(2, 4),
      over(2, 5, { end: exit, trouble: denied, usage: null, changed: false }),
      begun(3, 6),
      over(3, 7, { usage: usage(0.25) }),
    );
    const { because, attempts, cost } = await explained(told);
    expect(because).toEqual([
      "1970-01-01T00:00:01Z Attempt 1 started.",
      "1970-01-01T00:00:02Z claude (opus) gave its first sign of life, in session s1.",
      `1970-01-01T00:00:03Z Attempt 1 ended: the agent exited with code 1; E101: the provider limits the rate of requests (429), which ends at 1970-01-01T00:10:00Z; its work is kept as ${captured}; it was parked (costs no retry); it waits for limits like this until 1970-01-02T00:00:03Z.`,
      "1970-01-01T00:00:04Z Attempt 2 started, after the rate limit.",
      "1970-01-01T00:00:05Z Attempt 2 ended: the agent exited with code 1; E502: the provider does not accept the credentials (401); it changed nothing; its next agent takes over.",
      "1970-01-01T00:00:06Z Attempt 3 started with codex, the next of its agents.",
      "1970-01-01T00:00:07Z Attempt 3 ended: the agent exited with code 0.",
      "Now its result waits for its turn to land.",
    ]);
    expect(
      attempts.map(({ agent, model, code, cost: { usd, unknown } }) => [agent, model, code, usd, unknown]),
    ).toEqual([
      ["claude", "opus-4", "E101", 0.5, 0],
      ["claude", "opus", "E502", null, 1],
      ["codex", null, null, 0.25, 0],
    ]);
    expect(cost).toEqual({ ...nothingSpentYet, inputTokens: 200, outputTokens: 20, usd: 0.75, unknown: 1 });
  });

  it("tells what a person added, judged and let land", async () => {
    const told = await toldOf(jobOf({ landing: { ...usualLandingPlan, mode: "approve" } }));
    const at = 9000 as EpochMs;
    const again = { kind: "judged", at, capture: captured, base, changed: true } as const;
    await told.tell(
      "a",
      begun(1, 1),
      over(1, 2, { end: { kind: "cancelled" } }),
      { ...again, verdict: judged(false) },
      { ...again, verdict: judged(true) },
    );
    expect((await explained(told)).waits).toEqual({ kind: "approval", until: null, code: null });
    expect((await explained(told)).next).toEqual(["tutti diff a --job n-abcdef", "tutti approve n-abcdef a"]);
    await told.tell("a", { kind: "approved", at }, { kind: "told", at, text: "mind the\nlinter" });
    expect((await explained(told)).because.slice(2)).toEqual([
      "1970-01-01T00:00:09Z A person had what was done judged again; 0 of 1 validation passed; failed: rule 1: it is red; so it stays what it was.",
      `1970-01-01T00:00:09Z A person had what was done judged again; 1 of 1 validation passed; this is its result now: ${captured}.`,
      "1970-01-01T00:00:09Z A person let its result land.",
      '1970-01-01T00:00:09Z A person added "mind the linter".',
      "Now it waits for a free place.",
    ]);
  });
});

describe("why a sheet waits", () => {
  const stop = (key: string): ShutGate => ({ key, shut: { why: "stopped", until: null, code: "E502", detail: "401" } });
  const limit = (key: string): ShutGate => ({ key, shut: { why: "limit", until: reset, code: "E101", detail: "" } });

  it("is its agent, when the account or the model is shut and no other agent is left", async () => {
    const told = await toldOf(withoutFallback(), { shut: [limit("claude/opus")] });
    expect(await explained(told)).toMatchObject({
      waits: { kind: "agent", until: reset, code: "E101" },
      because: [
        "Now it waits for claude, to which nothing is sent until 1970-01-01T00:10:00Z: E101: the provider limits the rate of requests.",
      ],
    });
    const stopped = await toldOf(withoutFallback(), { shut: [stop("claude")] });
    expect(await explained(stopped)).toMatchObject({
      waits: { kind: "agent", until: null, code: "E502" },
      next: ["tutti agents check claude", "tutti resume n-abcdef"],
    });
    expect((await explained(await toldOf(withoutFallback(), { shut: [stop("codex")] }))).waits?.kind).toBe("place");
  });

  it("is not an agent that is stopped while the next one can be had, but is one that is limited for a moment", async () => {
    expect((await explained(await toldOf(jobOf(), { shut: [stop("claude")] }))).waits?.kind).toBe("place");
    expect((await explained(await toldOf(jobOf(), { shut: [stop("claude"), stop("codex")] }))).waits?.kind).toBe(
      "agent",
    );
    expect((await explained(await toldOf(jobOf(), { shut: [limit("claude/opus")] }))).waits?.kind).toBe("agent");
  });

  it("is the moment when its own limit ends, and money, and what the job was paused for", async () => {
    const told = await toldOf(withoutFallback());
    const in2100 = Date.UTC(2100, 0) as EpochMs;
    const late = { ...limited, resetAt: in2100 };
    await told.tell("a", begun(1, 1), over(1, in2100 / 1000 - 1, { end: exit, trouble: late, usage: null }));
    expect((await explained(told)).because.at(-1)).toMatch(
      /^Now it waits until 2100-01-01T00:\d\d:?\d*Z, when the rate limit ends\.$/,
    );
    const over1970 = await toldOf(withoutFallback());
    await over1970.tell("a", begun(1, 1), over(1, 2, { end: exit, trouble: limited, usage: null }));
    expect((await explained(over1970)).because.at(-1)).toBe(
      "Now another sheet tries whether claude answers again; this one follows.",
    );
    const costly = await toldOf(jobOf({ cost: { perSheetUsd: null, perJobUsd: 1, warnAt: 0.8 } }));
    await costly.tell("a", begun(1, 1), over(1, 2, { end: exit, usage: usage(1.5) }), begun(2, 3), {
      kind: "interrupted",
      at: 4 as EpochMs,
      attempt: 2,
      asked: true,
      capture: null,
    });
    expect(await explained(costly)).toMatchObject({
      waits: { kind: "money" },
      next: ["tutti modify n-abcdef --max-cost 2"],
    });
    const paused = await toldOf(withoutFallback(), { isPlayed: false });
    const cause = { kind: "agent", agent: "claude (opus)", code: "E502", hint: null } as const;
    await paused.book.recordJob({ kind: "paused", at: 1 as EpochMs, why: "claude (opus) can't be used", cause });
    expect(await explained(paused)).toMatchObject({ waits: { kind: "agent", code: "E502" } });
  });
});

it("errors tell each attempt's code, its agent, what it cost, and what became of the sheet", async () => {
  const told = await toldOf(jobOf());
  await told.tell(
    "a",
    begun(1, 1),
    alive(1, 2),
    over(1, 3, { end: exit, trouble: limited, usage: usage(0.5) }),
    begun(2, 4),
  );
  await told.tell(
    "a",
    over(2, 5, { end: exit, trouble: denied, usage: null }),
    begun(3, 6),
    over(3, 7, { end: { kind: "not-met", failed: ["no disk"] } }),
  );
  expect((await told.answers["job.errors"]({ job: told.book.job().id, folder }))?.sheets[0]?.attempts).toEqual([
    {
      attempt: 1,
      at: 3000,
      end: "the agent exited with code 1",
      agent: "claude",
      model: "opus-4",
      code: "E101",
      category: "rate_limit",
      title: "the provider limits the rate of requests",
      detail: "429",
      resetAt: reset,
      then: "rate-limit",
      cost: { ...nothingSpentYet, inputTokens: 100, outputTokens: 10, usd: 0.5 },
      failed: [],
      printed: [],
      logs: told.folderOf("a", 1),
    },
    expect.objectContaining({
      attempt: 2,
      agent: "claude",
      code: "E502",
      category: "auth",
      then: "fallback",
      cost: { ...nothingSpentYet, unknown: 1 },
    }),
    expect.objectContaining({ attempt: 3, agent: "codex", code: "E601", then: "failed", cost: nothingSpentYet }),
  ]);
});

describe("diagnose", () => {
  it("names accounts that are shut and used by the job, and no others", async () => {
    const shut: ShutGate[] = [
      { key: "claude", shut: { why: "stopped", until: null, code: "E502", detail: "401" } },
      { key: "codex/default", shut: { why: "limit", until: reset, code: "E101", detail: "" } },
      { key: "gemini", shut: { why: "stopped", until: null, code: "E502", detail: "" } },
    ];
    const told = await toldOf(jobOf(), { shut, unverified: ["codex"] });
    await told.tell("a", begun(1, 1));
    expect(await findings(told)).toEqual([
      "Nothing is sent to claude (claude) until a person has seen to it: E502: the provider does not accept the credentials (401). 1 sheet of the job may use it. → Log the agent in, or set its key. Then: tutti resume n-abcdef",
      "Nothing is sent to codex (codex/default) until 1970-01-01T00:10:00Z: E101: the provider limits the rate of requests. 1 sheet of the job may use it. → It goes on by itself then.",
      "codex is not verified: the profile has not been tested with the real program yet. → tutti agents check codex",
    ]);
  });

  it("advises no priority for a sheet that a limit of its agent holds", async () => {
    const shut: ShutGate[] = [{ key: "claude/opus", shut: { why: "limit", until: reset, code: "E101", detail: "" } }];
    expect(await findings(await toldOf(jobOf(), { shut }))).toEqual([
      expect.stringMatching(/^Nothing is sent to claude .* → It goes on by itself then\.$/),
    ]);
  });

  it("tells once of the agent that a job is paused for", async () => {
    const shut: ShutGate[] = [{ key: "claude", shut: { why: "stopped", until: null, code: "E502", detail: "401" } }];
    const cause = { kind: "agent", agent: "claude", code: "E502", hint: null } as const;
    const told = await toldOf({ ...jobOf(), status: { kind: "paused", why: "claude is refused", cause } }, { shut });
    expect((await findings(told)).filter((line) => line.includes("claude"))).toEqual([
      "A person has to see to an agent: claude is refused. → tutti resume n-abcdef",
    ]);
  });

  it("says when money is nearly gone, and when a limit can't see what was spent", async () => {
    const told = await toldOf(jobOf({ cost: { perSheetUsd: 2, perJobUsd: 2, warnAt: 0.8 } }));
    await told.tell(
      "a",
      begun(1, 1),
      over(1, 2, { end: exit, usage: usage(1.7) }),
      begun(2, 3),
      over(2, 4, { end: exit, trouble: limited, usage: null }),
      begun(3, 5),
    );
    expect(await findings(told)).toEqual([
      "It has cost $1.70 of the $2.00 that it may; it pauses when that is reached. → tutti modify n-abcdef --max-cost 4",
      "Close to the $2.00 that one sheet may cost: a ($1.70). → ",
      "1 run did not tell what it cost: the limit of $2.00 does not count it. → ",
    ]);
  });

  it("names agents that a cost limit can't hold before a run of theirs shows it", async () => {
    const uncounted = [{ agent: "aider", model: null, why: "it reports no cost" }];
    const told = await toldOf(jobOf({ cost: { perSheetUsd: null, perJobUsd: 2, warnAt: 0.8 } }), { uncounted });
    expect(await findings(told)).toContain(
      "The cost limit does not hold for aider (it reports no cost); such runs count as unknown. → ",
    );
  });

  it("says which results wait for a person's word, and which sheets for their agent", async () => {
    const told = await toldOf(
      makeJob("n-abcdef", ["a", "b"], {
        plan: makePlan([makeSheet("a"), makeSheet("b")], { landing: { ...usualLandingPlan, mode: "approve" } }),
      }),
    );
    await told.tell("a", begun(1, 1), over(1, 2));
    await told.tell("b", begun(1, 1), over(1, 2, { end: exit, trouble: denied, usage: null }));
    expect(await findings(told)).toEqual([
      "b waits until a person has seen to scripted. → tutti errors n-abcdef; then: tutti resume n-abcdef",
      "1 result waits for a person's word: a. → tutti approve n-abcdef",
    ]);
  });
});

it("a sheet's status has the model as the agent said it, its session, and the last trouble", async () => {
  const told = await toldOf(jobOf());
  await told.tell("a", begun(1, 1), alive(1, 2), over(1, 3, { end: exit, trouble: limited, usage: null }));
  expect(await told.answers["sheet.status"]({ job: told.book.job().id, folder, sheet: "a" })).toMatchObject({
    agent: "claude",
    model: "opus-4",
    session: "s1",
    code: "E101",
    cost: { usd: null, unknown: 1 },
  });
});

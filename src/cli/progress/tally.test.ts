import { noCounts } from "../../sheet/counts.ts";
import { describe, expect, it } from "vitest";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import { begun, over } from "../../../test/kit/told.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import { jobView } from "../../conductor/report/views/job-view.ts";
import type { CommitSha, ContextId, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { type SheetState, fresh } from "../../sheet/state.ts";
import { nothingSpentYet } from "../../sheet/cost/usage.ts";
import { clock } from "../terminal/prose.ts";
import { actionWords, makeTally, playerWords, stateWord } from "./tally.ts";

const claude: AgentPlan = { kind: "profile", name: "claude", model: "opus", args: [], env: {}, account: null };
const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, usd: 0.5 };

function viewOf(states: Readonly<Record<string, SheetState>> = {}, agent: AgentPlan = claude): JobView {
  const job = makeJob("job", [], { plan: makePlan([makeSheet("a", { agent }), makeSheet("b", { agent })]) });
  return jobView(job, {
    states: new Map(Object.entries(states) as [SheetId, SheetState][]),
    blocked: new Map(),
    isPlayed: true,
  });
}

const heard = (event: SheetEvent, state: string, why: string | null = null): TuttiEvent => ({
  position: 1,
  index: 0,
  type: "sheet.started",
  at: event.at,
  job: null,
  sheet: "a",
  title: null,
  state,
  why,
  recorded: { about: "sheet", event },
});

const alive: SheetEvent = {
  kind: "playing",
  at: 2 as EpochMs,
  attempt: 1,
  agent: "claude (opus)",
  model: "opus",
  session: null,
};

const placed: SheetEvent = {
  kind: "placed",
  at: 1500 as EpochMs,
  attempt: 1,
  context: "c" as ContextId,
  base: "b" as CommitSha,
  level: "clone",
  path: "/c",
  branch: null,
  fallback: null,
};

describe("a sheet under way", () => {
  it("is prepared, starting until its agent gives a sign of life, validated, and so again with the next attempt", () => {
    const tally = makeTally();
    tally.begin(viewOf());
    const now = (): unknown => tally.underWay().map((one) => [stateWord(one), ...playerWords(one)]);
    tally.follow(heard(begun(1, 1), "running"));
    expect(now()).toEqual([["preparing", "claude"]]);
    tally.follow(heard(placed, "running"));
    expect(now()).toEqual([["starting", "claude"]]);
    tally.follow(heard(alive, "running"));
    expect(now()).toEqual([["running", "claude (opus)"]]);
    expect(tally.underWay().map(({ phaseSince }) => phaseSince)).toEqual([1500]);
    tally.follow(heard({ kind: "validating", at: 2500 as EpochMs, attempt: 1 }, "running"));
    expect(now()).toEqual([["validating", "claude (opus)"]]);
    expect(tally.underWay().map(({ phaseSince }) => phaseSince)).toEqual([2500]);
    tally.follow(heard(over(1, 3), "waiting", "retry"));
    tally.follow(heard(begun(2, 4), "running"));
    expect(now()).toEqual([["preparing", "claude (opus)"]]);
  });

  it("shows what its agent did last, until the next attempt begins", () => {
    const tally = makeTally();
    tally.begin(viewOf());
    const did = (attempt: number, action: string) => {
      tally.active([{ job: "j" as JobId, sheet: sheetName(), attempt, at: 1 as EpochMs, action, bytes: 1, usd: null }]);
    };
    const sheetName = (): string => tally.all()[0]?.sheet ?? "";
    const now = (): unknown => tally.underWay().map(actionWords);
    tally.follow(heard(begun(1, 1), "running"));
    tally.follow(heard(placed, "running"));
    did(1, "Edit\u001b a.ts");
    did(2, "of another attempt");
    expect(now()).toEqual([["Edit\\u001b a.ts"]]);
    tally.follow(heard(over(1, 3), "waiting", "retry"));
    tally.follow(heard(begun(2, 4), "running"));
    expect(now()).toEqual([[]]);
  });

  it("is running from the start of an agent that has no way to give a sign", () => {
    const tally = makeTally();
    tally.begin(viewOf({}, { kind: "scripted" }));
    tally.follow(heard(begun(1, 1), "running"));
    tally.follow(heard(placed, "running"));
    expect(tally.underWay().map(stateWord)).toEqual(["running"]);
  });
});

describe("how far a job is", () => {
  it("says how many are parked, until when, and what it cost so far", () => {
    const tally = makeTally();
    tally.begin(viewOf());
    tally.follow(heard(begun(1, 1), "running"));
    const resetAt = 600_000 as EpochMs;
    tally.follow(heard(over(1, 2, { trouble: { code: "E101", detail: "", resetAt }, usage }), "waiting", "rate-limit"));
    expect(tally.counts()).toBe(
      `0 of 2 landed or done, 0 running, 2 waiting (1 parked until ${clock(resetAt)}), $0.50`,
    );
    tally.follow(heard(begun(2, 3), "running"));
    tally.follow(heard(over(2, 4, { usage: null }), "captured"));
    expect(tally.counts()).toBe("0 of 2 landed or done, 0 running, 1 waiting, ≥ $0.50 (1 run unknown)");
  });

  it("counts no money twice that was told with the job already", () => {
    const tally = makeTally();
    const spent = { ...nothingSpentYet, usd: 0.5 };
    tally.begin(viewOf({ a: { ...fresh, why: "retry", counts: { ...noCounts, attempts: 1, spent } } }));
    tally.follow(heard(begun(1, 1), "running"));
    tally.follow(heard(over(1, 2, { usage }), "waiting", "retry"));
    expect(tally.counts()).toContain("$0.50");
    tally.follow(heard(begun(2, 3), "running"));
    tally.follow(heard(over(2, 4, { usage }), "captured"));
    expect(tally.counts()).toContain("$1.00");
  });
});

import { noCounts } from "../../sheet/counts.ts";
import { expect, it, vi } from "vitest";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import { nobodyPlays } from "../../api/contract/agents.ts";
import type { Ending } from "../../api/contract/ending.ts";
import { jobView } from "../../conductor/report/views/job-view.ts";
import type { SheetId } from "../../base/ids.ts";
import { type SheetState } from "../../sheet/state.ts";
import { nothingSpentYet } from "../../sheet/cost/usage.ts";
import { exitCodeOf } from "./conclude.ts";
import { summary } from "./summary.ts";
import { makeTerminal } from "../terminal/terminal.ts";

const terminal = makeTerminal({ ...process, env: { NO_COLOR: "1" } });

function summed(states: readonly SheetState[], target: string | null = "refs/heads/main"): readonly string[] {
  const job = makeJob(
    "job",
    states.map((_, place) => String(place)),
    { target },
  );
  const facts = {
    states: new Map(states.map((state, place) => [String(place) as SheetId, state])),
    blocked: new Map(),
    isPlayed: true,
  };
  return summary(terminal, { job: jobView(job, facts), how: { kind: "finished", failed: 0 } });
}

const done = (inPlace: boolean): SheetState => ({
  kind: "done",
  attempt: 1,
  context: null,
  session: null,
  counts: noCounts,
  inPlace,
});

it("sheets that fell back to the folder are told from those that had nothing to land", () => {
  expect(summed([done(true), done(true), done(false)])).toEqual([
    "job: 0 landed on main, 2 done in the folder itself, not landed, 1 had nothing to land (of 3)",
  ]);
  expect(summed([done(false)])).toEqual(["job: 0 landed on main, 1 had nothing to land (of 1)"]);
  expect(summed([done(true)], null)).toEqual(["job: 1 done in the folder itself, nothing landed (of 1)"]);
});

it("a job whose results went to a branch of their own says why, and how to get them", () => {
  const why = "/repo is in the middle of a rebase of this branch";
  const job = makeJob("job", ["a"], { target: "refs/heads/main", diverted: { branch: "tutti/job", why } });
  const view = jobView(job, { states: new Map(), blocked: new Map(), isPlayed: true });
  expect(summary(terminal, { job: view, how: { kind: "finished", failed: 0 } })).toEqual(
    expect.arrayContaining([
      `From some point on, results landed on tutti/job instead of main: ${why}.`,
      "  When that is settled, get it with: git merge tutti/job",
    ]),
  );
});

function said(how: Ending): readonly string[] {
  const job = makeJob("job", ["a"]);
  return summary(terminal, { job: jobView(job, { states: new Map(), blocked: new Map(), isPlayed: true }), how }).slice(
    1,
  );
}

it("a job that an agent stopped says which one, why, and what to do; its exit code says that there is more to do", () => {
  const how = {
    kind: "agent",
    agent: "claude",
    code: "E502",
    message: "claude can't be used: E502: no",
    hint: "Log the agent in.",
  } as const;
  expect(said(how)).toEqual([
    "stopped claude can't be used: E502: no",
    "  Log the agent in.",
    "Go on then with: tutti --local resume job",
  ]);
  expect(exitCodeOf(how)).toBe(3);
});

it("the next command has --local where the job is played without a conductor, and only there", () => {
  expect(said({ kind: "stopped" })).toEqual(["Stopped safely. Go on with: tutti --local resume job"]);
  vi.stubEnv("TUTTI_LOCAL", "");
  expect(said({ kind: "stopped" })).toEqual(["Stopped safely. Go on with: tutti resume job"]);
});

it("a sheet that was dropped says so, and one of which nothing is known says no more than its state", () => {
  const cancelled = {
    kind: "cancelled",
    attempt: 1,
    context: null,
    session: null,
    counts: noCounts,
    kept: null,
  } as const;
  expect(summed([{ ...cancelled, isDropped: true }, cancelled]).slice(1)).toEqual([
    "  cancelled 0: its result was dropped by a person",
    "  cancelled 1",
  ]);
});

it("a failed undo is not offered for a retry", () => {
  const job = makeJob("job", [], {
    plan: makePlan([makeSheet("undo-a", { agent: { kind: "unavailable", name: nobodyPlays } })]),
  });
  const view = jobView(job, { states: new Map(), blocked: new Map(), isPlayed: true });
  const lines = summary(terminal, { job: view, how: { kind: "finished", failed: 1 } });
  expect(lines.at(-1)).toContain("git revert");
  expect(lines.join()).not.toContain("--retry-failed");
  expect(said({ kind: "finished", failed: 1 }).join()).toContain("--retry-failed");
});

it("a job that has cost what it may says how much, and how to allow more", () => {
  const how = { kind: "cost", spentUsd: 5.1, limitUsd: 5 } as const;
  expect(said(how)).toEqual([
    "stopped: it has cost $5.10 of the $5.00 that it may; what was done is kept.",
    "Allow more with: tutti --local resume job --max-cost 10",
  ]);
  expect(exitCodeOf(how)).toBe(3);
});

it("a job whose results wait for a word says how to give it, and is not taken for done", () => {
  const how = { kind: "approval", sheets: 2 } as const;
  expect(said(how)).toEqual(["2 results wait for your word. Let them land with: tutti --local approve job"]);
  expect(exitCodeOf(how)).toBe(3);
});

it("the cost of a job is reported, by agent where there are several, and not at all where nothing is known", () => {
  const view = (usd: number | null, unknown: number) => {
    const spent = { ...nothingSpentYet, usd, unknown };
    const state: SheetState = {
      kind: "done",
      attempt: 1,
      context: null,
      session: null,
      counts: { ...noCounts, spent },
      inPlace: false,
    };
    return jobView(makeJob("job", ["a"]), {
      states: new Map([["a" as SheetId, state]]),
      blocked: new Map(),
      isPlayed: true,
    });
  };
  const last = (job: ReturnType<typeof view>): string | undefined =>
    summary(terminal, { job, how: { kind: "finished", failed: 0 } }).at(-1);
  expect(last(view(1.2, 3))).toBe("Cost: ≥ $1.20 (3 runs unknown)");
  const agents = [
    { agent: "claude", model: "opus", attempts: 1, ...nothingSpentYet, usd: 1 },
    { agent: "codex", model: null, attempts: 1, ...nothingSpentYet, unknown: 1 },
  ];
  expect(last({ ...view(1, 1), agents, cost: { ...view(1, 1).cost, limitUsd: 5 } })).toBe(
    "Cost: ≥ $1.00 (1 run unknown) of at most $5.00 (claude (opus): $1.00, codex: cost unknown)",
  );
  expect(last(view(null, 3))).toMatch(/^job: /);
});

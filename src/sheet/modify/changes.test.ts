import { describe, expect, it } from "vitest";
import { makeIsolation, makeJob, makePlan, makeRetry, makeSheet } from "../../../test/kit/jobs.ts";
import { planOf } from "../../../test/kit/scores.ts";
import { attemptsOf, landed, running, statesOf } from "../../../test/kit/sheet-states.ts";
import { usualLandingPlan } from "../../score/plan/landing-plan.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { Job, JobStatus } from "../job.ts";
import type { SheetState } from "../state.ts";
import { changesOf } from "./changes.ts";

const paused: JobStatus = { kind: "paused", why: "a person said so", cause: { kind: "user" } };
const two = "name: n\nagent: scripted\nsheets:\n  - id: a\n    prompt: do a\n  - id: b\n    prompt: do b\n";

function jobOf(score: string, more: Partial<Job> = {}): Job {
  return makeJob("n-abcdef", [], { plan: planOf(score), ...more });
}

function verdict(
  score: string,
  states: Readonly<Record<string, SheetState>>,
  job: Job = jobOf(two),
): readonly string[] {
  const found = changesOf(job, statesOf(states), { plan: planOf(score) });
  if (found.kind === "same") return ["same"];
  return found.kind === "refused" ? found.reasons.map((reason) => `refused: ${reason}`) : found.changes;
}

function planAfter(job: Job, plan: Plan, states: Readonly<Record<string, SheetState>> = {}): Plan {
  const found = changesOf(job, statesOf(states), { plan });
  if (found.kind !== "changes") throw new Error(JSON.stringify(found));
  return found.plan;
}

describe("a sheet that waits", () => {
  it("takes a new prompt for its next attempt", () => {
    const score = two.replace("prompt: do b", "prompt: do b well");
    expect(verdict(score, {})).toEqual(["b: prompt (from line 1 on)"]);
    const plan = planAfter(jobOf(two), planOf(score));
    expect(plan.sheets.map(({ prompt }) => plan.texts[prompt]?.text)).toEqual(["do a", "do b well"]);
  });

  it("says which budgets and time-outs change, and to what", () => {
    expect(
      verdict(
        two.replace(
          "prompt: do b",
          "prompt: do b\n    timeout: 20s\n    idle_timeout: none\n    retry: { attempts: 9 }",
        ),
        {},
      ),
    ).toEqual([expect.stringMatching(/^b: retry\.attempts \d+ → 9, timeout \w+ → 20s/)]);
  });

  it("says who plays it and who takes over", () => {
    const score = two.replace("agent: scripted", "agent: { use: claude, model: opus }\nfallbacks: [codex, gemini]");
    expect(verdict(score, {})).toEqual([
      "a: agent scripted → claude (opus), fallbacks none → codex, gemini",
      expect.stringMatching(/^b: agent /),
    ]);
  });

  it("says how long it waits for limits", () => {
    expect(
      verdict(two.replace("prompt: do b", "prompt: do b\n    rate_limit: { wait: 5m, patience: 1h }"), {}),
    ).toEqual(["b: rate_limit.wait 1m → 5m, rate_limit.patience 24h → 1h"]);
  });

  it("may be removed, and what it did stays in its snapshots", () => {
    const score = two.replace("  - id: b\n    prompt: do b\n", "");
    expect(verdict(score, {})).toEqual([
      "one sheet has other numbers (total_sheets, total_stages, total_movements)",
      "b is removed",
    ]);
    expect(verdict(score, { b: attemptsOf("failed", 2) })).toContain(
      "b is removed; what it did is kept in its snapshots",
    );
  });

  it("does not print what its agent finds in its environment", () => {
    const withEnv = (value: string): string =>
      two.replace("agent: scripted", `agent: { command: [x], prompt: stdin, env: { KEY: ${value} } }`);
    expect(verdict(withEnv("hunter2"), {}, jobOf(withEnv("hunter1")))).toEqual(["a: agent", "b: agent"]);
  });
});

it("a sheet that failed is not tried again by a changed score alone", () => {
  expect(verdict(two.replace("do b", "do b well"), { b: attemptsOf("failed", 1) })).toEqual([
    "b: prompt (from line 1 on); it failed, so it is tried again only when you say so (tutti retry)",
  ]);
});

it("a new sheet is added, also before one that landed", () => {
  const score = two.replace("  - id: a\n", "  - id: c\n    prompt: do c\n  - id: a\n");
  expect(verdict(score, { a: landed("a") })).toContain("c is new");
  const plan = planAfter(jobOf(two), planOf(score), { a: landed("a") });
  expect(plan.sheets.map(({ id, numbers }) => [id, numbers.sheet_num])).toEqual([
    ["c", 1],
    ["a", 2],
    ["b", 3],
  ]);
});

it("a sheet that was removed and comes back is told from a new one", () => {
  expect(
    verdict(two, { b: attemptsOf("failed", 1) }, jobOf(two.replace("  - id: b\n    prompt: do b\n", ""))),
  ).toContain("b comes back as it was: failed");
});

describe("a sheet that landed", () => {
  it("keeps what it was told, and says so", () => {
    const score = two.replace("do a", "do a well");
    expect(verdict(score, { a: landed("a") })).toEqual([
      "a: prompt (from line 1 on): has no effect, it landed already",
    ]);
    const plan = planAfter(jobOf(two), planOf(score), { a: landed("a") });
    expect(plan.texts[plan.sheets[0]?.prompt ?? -1]?.text).toBe("do a");
  });

  it("stays in the job when the score has it no more, behind the others", () => {
    const score = two.replace("  - id: a\n    prompt: do a\n", "");
    expect(verdict(score, { a: landed("a") })).toContain(
      "a is not in the score any more: it stays in the job, it landed already",
    );
    const plan = planAfter(jobOf(two), planOf(score), { a: landed("a") });
    expect(plan.sheets.map(({ id, numbers }) => [id, numbers.sheet_num])).toEqual([
      ["b", 1],
      ["a", 2],
    ]);
    expect(plan.texts[plan.sheets[1]?.prompt ?? -1]?.text).toBe("do a");
  });
});

describe("a sheet that runs", () => {
  it("can't be told something else", () => {
    expect(verdict(two.replace("do b", "do b well"), { b: running(1) })).toEqual([
      "refused: b is running, and its prompt (from line 1 on) would change under it: pause the job first",
    ]);
  });

  it("can't be removed", () => {
    expect(verdict(two.replace("  - id: b\n    prompt: do b\n", ""), { b: running(1) })).toContain(
      "refused: b is running and not in the score any more: pause the job first, or cancel the sheet",
    );
  });

  it("may get another budget and another time-out, from its next attempt on", () => {
    expect(verdict(two.replace("prompt: do b", "prompt: do b\n    timeout: 20s"), { b: running(1) })).toEqual([
      expect.stringMatching(/^b: timeout \w+ → 20s, from its next attempt on$/),
    ]);
  });

  it("may get others who take over, but no other agent", () => {
    expect(verdict(two.replace("prompt: do b", "prompt: do b\n    fallbacks: [codex]"), { b: running(1) })).toEqual([
      "b: fallbacks none → codex, from its next attempt on",
    ]);
    expect(verdict(two.replace("prompt: do b", "prompt: do b\n    agent: codex"), { b: running(1) })).toEqual([
      "refused: b is running, and its agent scripted → codex would change under it: pause the job first",
    ]);
  });

  it("does not keep others from changing", () => {
    expect(verdict(two.replace("do a", "do a well"), { b: running(1) })).toEqual(["a: prompt (from line 1 on)"]);
  });

  it("may be changed once the job is paused", () => {
    expect(verdict(two.replace("do b", "do b well"), { b: running(1) }, jobOf(two, { status: paused }))).toEqual([
      "b: prompt (from line 1 on)",
    ]);
  });

  it("keeps a variable it names, and lets one change that it does not name", () => {
    const score = (value: string, prompt: string): string =>
      `variables: { word: ${value} }\n${two.replace("do b", prompt)}`;
    const named = '"do{{\\nword}}"';
    expect(verdict(score("x", named), { b: running(1) }, jobOf(score("y", named)))).toEqual([
      "refused: b is under way with the variable word, which changes: pause the job first",
    ]);
    expect(verdict(score("x", "do b"), { b: running(1) }, jobOf(score("y", "do b")))).toEqual(["variables: word"]);
  });

  it("keeps a number it names, and lets one change that it does not name", () => {
    const more = (text: string): string => `${text}  - id: c\n    prompt: do c\n`;
    const named = two.replace("do b", "'do {{ sheet_num }} of {{ total_sheets }}'");
    expect(verdict(more(named), { b: running(1) }, jobOf(named))).toContain(
      "refused: b is under way with the number total_sheets, which changes: pause the job first",
    );
    expect(verdict(more(two), { b: running(1) })).toEqual([
      expect.stringContaining("2 sheets have other numbers"),
      "c is new",
    ]);
  });

  it("keeps the news of the sheets before it", () => {
    const score = (chars: number): string =>
      `cross_sheet: { outputs: true, max_chars: ${String(chars)} }\n${two.replace("id: b", "id: b\n    after: [a]")}`;
    expect(verdict(score(5), { a: landed("a"), b: running(1) }, jobOf(score(6)))).toEqual([
      "refused: cross_sheet changes, and b is under way with what it was told: pause the job first",
    ]);
    expect(verdict(score(5), { a: landed("a") }, jobOf(score(6)))).toEqual([
      "cross_sheet: sheets are told something else of those before them",
    ]);
  });
});

it("a result that waits to land in a paused job lands as it was judged", () => {
  const job = jobOf(two, { status: paused });
  expect(verdict(two.replace("do b", "do b well"), { b: attemptsOf("captured", 1) }, job)).toEqual([
    "b: prompt (from line 1 on): has no effect, its result is captured already and lands as it is",
  ]);
});

describe("the job as a whole", () => {
  const plan = makePlan([makeSheet("a")]);
  const job = makeJob("n-abcdef", [], { plan });
  const refused: readonly (readonly [string, Partial<Plan>])[] = [
    ["target", { target: "other" }],
    ["name", { name: "other" }],
    ["workspace", { workspace: "/elsewhere" }],
    ["isolation.mode", { isolation: makeIsolation({ level: "worktree" }) }],
    ["isolation.per", { isolation: makeIsolation({ per: "job" }) }],
    ["isolation.worktree_base", { isolation: makeIsolation({ folder: "/elsewhere" }) }],
    ["isolation.branch_prefix", { isolation: makeIsolation({ branchPrefix: "x" }) }],
    ["isolation.source_branch", { isolation: makeIsolation({ sourceBranch: "x" }) }],
    ["isolation.clone.objects", { isolation: makeIsolation({ objects: "copy" }) }],
    ["isolation.lock_during_execution", { isolation: makeIsolation({ lock: false }) }],
  ];
  it.each(refused)("keeps its %s", (word, more) => {
    const found = changesOf(job, new Map(), { plan: { ...plan, ...more } });
    expect(found).toEqual({ kind: "refused", reasons: [expect.stringContaining(`${word} is `)] });
  });

  const applied: readonly (readonly [string, Partial<Plan>])[] = [
    ["description", { description: "more" }],
    ["prepare", { prepare: { include: [".env"] } }],
    ["landing.mode", { landing: { ...usualLandingPlan, mode: "approve" } }],
    ["landing.strategy", { landing: { ...usualLandingPlan, strategy: "merge" } }],
    ["landing.revalidate", { landing: { ...usualLandingPlan, revalidate: false } }],
    [
      "landing.gates",
      {
        landing: {
          ...usualLandingPlan,
          gates: [
            { name: "t", command: { kind: "argv", argv: ["t"] }, quick: null, timeoutMs: 1, files: [], borrow: [] },
          ],
        },
      },
    ],
    ["landing.tests", { landing: { ...usualLandingPlan, tests: "final" } }],
    ["landing.batch", { landing: { ...usualLandingPlan, batch: { ...usualLandingPlan.batch, max: 2 } } }],
    ["landing.protected", { landing: { ...usualLandingPlan, protectedPaths: ["a"] } }],
    ["landing.sign", { landing: { ...usualLandingPlan, sign: true } }],
    ["landing.push", { landing: { ...usualLandingPlan, push: "origin" } }],
    [
      "landing.pull_request",
      {
        landing: {
          ...usualLandingPlan,
          pullRequest: {
            remote: "origin",
            upstream: null,
            forge: null,
            draft: false,
            labels: [],
            title: null,
            body: null,
            forFailed: false,
          },
        },
      },
    ],
    ["cost.per_sheet", { cost: { perSheetUsd: 2, perJobUsd: null, warnAt: 0.8 } }],
    ["cost.per_job", { cost: { perSheetUsd: null, perJobUsd: 2, warnAt: 0.8 } }],
    ["cost.warn_at", { cost: { perSheetUsd: null, perJobUsd: null, warnAt: 0.5 } }],
    ["isolation.cleanup_on_success", { isolation: makeIsolation({ cleanupOnSuccess: false }) }],
    ["isolation.cleanup_on_failure", { isolation: makeIsolation({ cleanupOnFailure: true }) }],
    ["isolation.snapshot_minutes", { isolation: makeIsolation({ snapshotEveryMs: 5 }) }],
  ];
  it.each(applied)("takes another %s", (word, more) => {
    const found = changesOf(job, new Map(), { plan: { ...plan, ...more } });
    expect(found).toMatchObject({ kind: "changes", changes: [expect.stringContaining(`${word}: `)], plan: more });
  });

  it("is the same with any setting for folders without a repository: that was asked when it began", () => {
    expect(changesOf(job, new Map(), { plan: { ...plan, isolation: makeIsolation({ fallback: true }) } })).toEqual({
      kind: "same",
    });
  });

  it("takes a target's name for the branch it began with", () => {
    expect(changesOf(job, new Map(), { plan: { ...plan, target: "main" } }).kind).toBe("same");
    expect(changesOf(job, new Map(), { plan: { ...plan, target: "refs/heads/main" } }).kind).toBe("same");
  });

  it("takes other limits without a score", () => {
    expect(changesOf(job, new Map(), { parallel: 4, priority: 2 })).toEqual({
      kind: "changes",
      plan,
      parallel: 4,
      priority: 2,
      changes: ["parallel: 4 sheets at once instead of 1", "priority: 2 instead of 0"],
    });
    expect(changesOf(job, new Map(), { parallel: 1, priority: 0 })).toEqual({ kind: "same" });
  });

  it("follows the score's limit where that changes, and the command line before it", () => {
    const wide = { ...job, parallel: 3 };
    expect(changesOf(wide, new Map(), { plan })).toEqual({ kind: "same" });
    expect(changesOf(wide, new Map(), { plan: { ...plan, parallel: 8 } })).toMatchObject({ parallel: 8 });
    expect(changesOf(wide, new Map(), { plan: { ...plan, parallel: 8 }, parallel: 3 })).toMatchObject({
      parallel: 3,
      changes: ["parallel: the score says 8 now; the job stays at 3"],
    });
  });
});

it("a score that only says the same in another order changes nothing", () => {
  const written = makePlan([makeSheet("a", { prompt: 1, after: [], retry: makeRetry({}) })], {
    texts: [
      { text: "unused", includes: {} },
      { includes: {}, text: "please do it" },
    ],
  });
  expect(
    changesOf(makeJob("n-abcdef", ["a"], { plan: makePlan([makeSheet("a")]) }), new Map(), { plan: written }),
  ).toEqual({ kind: "same" });
});

it("an attempt under way finds behind its places what it began with", () => {
  const job = jobOf(two);
  const [, b] = job.plan.sheets;
  const plan = planAfter(
    job,
    planOf(two.replace("do a", "something else").replace("name: n\n", "name: n\ndescription: d\n")),
    { b: running(1) },
  );
  expect(plan.texts[b?.prompt ?? -1]).toEqual(job.plan.texts[b?.prompt ?? -1]);
});

it("a job that is changed often does not grow for ever", () => {
  let job = jobOf(two);
  for (let turn = 0; turn < 20; turn += 1)
    job = { ...job, plan: planAfter(job, planOf(two.replace("do b", `do b ${String(turn)}`))) };
  expect(job.plan.texts.length).toBeLessThanOrEqual(4);
});

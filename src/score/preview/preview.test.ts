import { describe, expect, it } from "vitest";
import { planOf } from "../../../test/kit/scores.ts";
import type { SheetId } from "../../base/ids.ts";
import { previewPlan } from "./preview.ts";

const text = `
name: quality
description: Better.
agents: { bot: { command: [/opt/bot, -x], env: { KEY: secret } } }
agent: bot
prepare: { ports: 1 }
timeout: 5m
cross_sheet: { outputs: true }
validations:
  - file_exists: "{{ workspace }}/{{ sheet }}.md"
  - command: test -f {{ sheet }}.md
    when: stage == 2
    timeout: 90s
sheets:
  - { id: plan, prompt: "Plan in {{ workspace }} at {{ worktree }}" }
  - id: review
    title: Review {{ instance }}
    fan_out: 2
    after: plan
    skip_when: sheets["plan"].state == "skipped"
    skip_when_command: { command: "test -f review-1", timeout: 5s }
    prompt: Review {{ instance }} of {{ fan_count }}
    preconditions: [{ content_regex: { path: a.md, pattern: "x+" } }]
  - id: last
    prompt: Sum up {{ previous_outputs[1] }}
    item_range: [3, 4]
    cadenza: [{ file: "{{ workspace }}/notes.md" }]
    validations:
      - { content_contains: { path: b.md, text: done }, stage: 2, retries: 1 }
      - diff_within: ["docs/**"]
      - { llm_judge: { criteria: good, threshold: 80, files: b.md } }
      - { file_unchanged_since: c.md }
      - { json_path: { path: d.json, query: $.a } }
      - { findings: { command: lint } }
`;
const plan = planOf(text);

describe("the preview of a plan", () => {
  const { sheets, ...outline } = previewPlan(plan);

  it("says what it is as a whole", () => {
    expect(outline).toMatchObject({
      name: "quality",
      description: "Better.",
      target: null,
      prepare: ["each context has a port of its own"],
      isolation: {
        level: "clone",
        per: "sheet",
        one_by_one: false,
        lands: true,
        worktree_base: null,
        snapshot_every_ms: 120_000,
      },
      parallel: 4,
      workspace: { path: "/tutti-workspace", stand_in: true },
      worktree: "/tutti-worktree",
      totals: { sheets: 4, stages: 3, preconditions: 1, validations: 8, agents: 1, longest_chain: 2, widest_level: 2 },
    });
    expect(outline.rules.map(({ kind, sheets: number }) => [kind, number])).toContainEqual(["file_exists", 4]);
  });

  it("says of each sheet where it stands and what it is told", () => {
    expect(
      sheets.map(({ id, number, stage, instance, fan_count, items, after, prompt }) => ({
        id,
        number,
        stage,
        instance,
        fan_count,
        items,
        after,
        prompt,
      })),
    ).toEqual([
      {
        id: "plan",
        number: 1,
        stage: 1,
        instance: 1,
        fan_count: 1,
        items: [1, 1],
        after: [],
        prompt: "Plan in /tutti-workspace at /tutti-worktree",
      },
      {
        id: "review-1",
        number: 2,
        stage: 2,
        instance: 1,
        fan_count: 2,
        items: [2, 2],
        after: ["plan"],
        prompt: "Review 1 of 2",
      },
      {
        id: "review-2",
        number: 3,
        stage: 2,
        instance: 2,
        fan_count: 2,
        items: [3, 3],
        after: ["plan"],
        prompt: "Review 2 of 2",
      },
      { id: "last", number: 4, stage: 3, instance: 1, fan_count: 1, items: [3, 4], after: [], prompt: "Sum up " },
    ]);
  });

  it("says which rules apply, with everything filled in", () => {
    expect(sheets[2]?.validations).toMatchObject([
      { rule: 0, kind: "file_exists", stage: 1, in: "workspace", path: "/tutti-workspace/review-2.md" },
      { rule: 1, kind: "command_succeeds", command: "test -f review-2.md", cwd: ".", timeout_ms: 90_000 },
    ]);
    expect(Object.values(sheets[2]?.validations[1]?.["env"] ?? {})).toContain("review-2");
    expect(sheets[2]?.preconditions).toMatchObject([
      { kind: "content_regex", in: "context", path: "a.md", pattern: "x+" },
    ]);
    expect(sheets[0]?.validations.map(({ rule }) => rule)).toEqual([0]);
  });

  it("has the details of every kind of rule", () => {
    expect(sheets[3]?.validations.slice(1)).toMatchObject([
      { kind: "content_contains", path: "b.md", text: "done", stage: 2, retries: 1 },
      { kind: "diff_within", paths: ["docs/**"] },
      { kind: "llm_judge", agent: "bot", criteria: "good", threshold: 80, files: ["b.md"] },
      { kind: "file_unchanged_since", path: "c.md", since: "base" },
      { kind: "json_path", path: "d.json", query: "$.a", that: "count > 0" },
      { kind: "findings", command: "lint", format: "lines" },
    ]);
  });

  it("says when a sheet is skipped, and its limits", () => {
    expect(sheets[1]).toMatchObject({
      title: "Review 1",
      skip_when: 'sheets["plan"].state == "skipped"',
      skip_when_command: { command: "test -f review-1", timeout_ms: 5_000 },
      timeout_ms: 300_000,
      idle_timeout_ms: null,
      retry: { attempts: 3, base_delay_ms: 1_000, completion_threshold: 0.5 },
    });
    expect(sheets[3]?.files).toEqual([{ name: "{{ workspace }}/notes.md", as: "context", late: true }]);
  });

  it("names an agent's variables and keeps their values to itself", () => {
    expect(sheets[0]?.agent).toEqual({
      kind: "command",
      name: "bot",
      command: ["/opt/bot", "-x"],
      prompt: "stdin",
      env: ["KEY"],
    });
    expect(JSON.stringify({ outline, sheets })).not.toContain("secret");
  });
});

it("a preview says who plays, who takes over, how limits are waited for and what may be spent", () => {
  const text = `agent: { use: claude, model: opus, account: work, env: { KEY: secret } }
fallbacks: [codex]
rate_limit: { wait: 5m, patience: 2h }
cost: { per_job: 40 }
landing: approve
sheets: [{ id: a, prompt: x }, { id: b, prompt: x, fallbacks: [] }]
`;
  const { sheets, ...outline } = previewPlan(planOf(text));
  const codex = { kind: "profile", name: "codex", model: null, args: [], account: null, env: [] };
  expect(sheets[0]).toMatchObject({
    agent: { kind: "profile", name: "claude", model: "opus", args: [], account: "work", env: ["KEY"] },
    fallbacks: [codex],
    rate_limit: { wait_ms: 300_000, patience_ms: 7_200_000 },
  });
  expect(sheets[1]?.fallbacks).toEqual([]);
  expect(sheets[0]?.retry).not.toHaveProperty("limitWaitMs");
  expect(outline).toMatchObject({
    landing: { mode: "approve" },
    cost: { per_sheet_usd: null, per_job_usd: 40, warn_at: 0.8 },
    totals: { agents: 2 },
  });
  expect(outline.agents.map(({ name }) => name)).toEqual(["claude", "codex"]);
  expect(JSON.stringify({ outline, sheets })).not.toContain("secret");
});

it("a preview says how results land and what commits and pull requests say", () => {
  const text = `agent: { use: claude, model: opus }
landing:
  strategy: rebase
  gates: [{ name: tests, run: npm test, quick: [npm, test, --, --quick], timeout: 5m, files: package.json }, { name: lint, run: [bash, -c, a | b] }]
  tests: quick
  batch: { max: 3, wait: 1s }
  protected: ["ci/**"]
  sign: true
  pull_request: { remote: fork, labels: [x], title: "{{ title }} by {{ agent }}", body: "{{ summary }}" }
commit: { type: fix, trailers: { Ticket: "T-{{ sheet_num }}" }, co_authors: ["Ada <a@b>"] }
sheets: [{ id: a, prompt: x, title: Faster }]
`;
  const { sheets, landing } = previewPlan(planOf(text));
  expect(landing).toEqual({
    mode: "auto",
    strategy: "rebase",
    revalidate: true,
    gates: [
      {
        name: "tests",
        run: "npm test",
        quick: ["npm", "test", "--", "--quick"],
        timeout_ms: 300_000,
        files: ["package.json"],
        borrow: [],
      },
      { name: "lint", run: ["bash", "-c", "a | b"], quick: null, timeout_ms: 600_000, files: [], borrow: [] },
    ],
    tests: "quick",
    batch: { max: 3, window: 3, parallel: 3, wait_ms: 1_000 },
    protected: ["ci/**"],
    sign: true,
    push: false,
    pull_request: { remote: "fork", upstream: null, forge: null, draft: false, labels: ["x"], for_failed: false },
  });
  expect(sheets[0]).toMatchObject({
    commit: {
      type: "fix",
      scope: null,
      summary: null,
      body: null,
      trailers: { Ticket: "T-1" },
      co_authors: ["Ada <a@b>"],
    },
    pull_request: { title: "Faster by claude (opus)", body: null },
  });
});

it("a preview can be had for any workspace", () => {
  const { workspace, sheets } = previewPlan(plan, { workspace: "/ws", worktree: "/wt" });
  expect(workspace).toEqual({ path: "/ws", stand_in: false });
  expect(sheets[0]?.prompt).toBe("Plan in /ws at /wt");
});

it("a preview of some sheets has no others", () => {
  expect(previewPlan(plan, { only: new Set(["last" as SheetId]) }).sheets.map(({ id }) => id)).toEqual(["last"]);
});

it("the workspace of the score itself is shown", () => {
  expect(previewPlan(planOf("agent: scripted\nworkspace: ./out\nsheets: [{ id: a, prompt: x }]\n")).workspace).toEqual({
    path: "/base/out",
    stand_in: false,
  });
});

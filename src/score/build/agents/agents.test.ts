import { describe, expect, it } from "vitest";
import { errorsIn, notesIn, planOf } from "../../../../test/kit/scores.ts";
import type { AgentPlan } from "../../plan/agents/agent-plan.ts";
import { knownAgents } from "../../known-agents.ts";
import { diagnoseScore } from "../../parse.ts";

const score = (top: string, sheet = ""): string => `${top}\nsheets: [{id: a, prompt: x${sheet}}]\n`;
const agentOf = (top: string, sheet = ""): AgentPlan | undefined => planOf(score(top, sheet)).sheets[0]?.agent;
const profile = (name: string, more: object = {}): object => ({
  kind: "profile",
  name,
  model: null,
  args: [],
  env: {},
  account: null,
  ...more,
});

describe("an agent", () => {
  it.each([...knownAgents])("%s is known without being described", (name) => {
    expect(agentOf(`agent: ${name}`)).toMatchObject({ kind: "profile", model: null });
  });

  it.each([
    ["claude-code", "claude"],
    ["claude_cli", "claude"],
    ["codex-cli", "codex"],
    ["gemini-cli", "gemini"],
  ])("%s is %s, and shares its limits", (alias, name) => {
    expect(agentOf(`agent: ${alias}`)).toEqual(profile(name));
    expect(agentOf(`agent: {use: ${alias}}`)).toEqual(profile(name));
  });

  it("may be a profile with what is special about it", () => {
    expect(agentOf("agent: {use: claude, model: opus, args: [--max-turns, '3'], env: {A: b}, account: work}")).toEqual(
      profile("claude", { model: "opus", args: ["--max-turns", "3"], env: { A: "b" }, account: "work" }),
    );
  });

  it("may have a name of its own, which goes before a profile's", () => {
    const agents = "agents: {deep: {use: claude, model: opus}, other: gemini, codex: {command: my-codex}}";
    expect(agentOf(`${agents}\nagent: deep`)).toEqual(profile("claude", { model: "opus" }));
    expect(agentOf(`${agents}\nagent: other`)).toEqual(profile("gemini"));
    expect(agentOf(`${agents}\nagent: codex`)).toMatchObject({ kind: "command", argv: ["my-codex"] });
  });

  it("comes from a profile when its name is a profile's, even if something else has that name", () => {
    expect(agentOf("agents: {claude: {use: claude, model: opus}}\nagent: claude")).toEqual(
      profile("claude", { model: "opus" }),
    );
  });

  it.each([
    [
      "agent: claud",
      '1:8 agent: there is no agent "claud", neither under agents nor as a profile; did you mean "claude"? [V018]',
    ],
    ["agent: {use: cluade}", '1:14 agent.use: there is no profile "cluade"; did you mean "claude"? [V018]'],
    ["agent: {use: scripted}", '1:14 agent.use: there is no profile "scripted" [V018]'],
    ["agent: {use: x}\nagents: {x: {command: y}}", '1:14 agent.use: there is no profile "x" [V018]'],
    [
      "agent: scripted\nagents: {x: {use: codx}}",
      '2:19 agents.x.use: there is no profile "codx"; did you mean "codex"? [V018]',
    ],
    [
      "agent: x\nagents: {x: {use: codx}}",
      '2:19 agents.x.use: there is no profile "codx"; did you mean "codex"? [V018]',
    ],
    [
      "agent: scripted\nfallbacks: [claude, codx]",
      expect.stringMatching(/^2:21 fallbacks\[1\]: there is no agent "codx".*did you mean "codex"\? \[V018\]$/),
    ],
    ["agent: {use: claude, command: x}", "1:22 agent.command: give either use or command [V012]"],
    [
      "agent: {command: x, model: y}",
      "1:21 agent.model: only a profile (use) has a model; a command gets it as an argument [V012]",
    ],
    ["agent: {model: opus}", "1:8 agent.use: is missing: expected text [V011]"],
    ["agent: {use: claude, model: ''}", "1:29 agent.model: must be one line of text [V011]"],
    ['agent: {use: claude, args: ["a\\0"]}', "1:29 agent.args[0]: can't contain a NUL [V011]"],
  ])("is reported when it is wrong: %s", (top, line) => {
    expect(errorsIn(score(top))).toEqual([line]);
  });

  it("is looked for among the known ones, where the caller names them", () => {
    const errors = (agents: ReadonlySet<string>): readonly string[] =>
      diagnoseScore(score("agent: mine\nfallbacks: [claude]"), {
        path: "s.yaml",
        baseDir: "/base",
        agents,
      }).problems.map(({ message }) => message);
    expect(errors(new Set(["mine", "claude"]))).not.toContainEqual(expect.stringContaining("there is no"));
    expect(errors(new Set(["mien"]))).toContainEqual(
      'there is no agent "mine", neither under agents nor as a profile; did you mean "mien"?',
    );
    expect(errors(new Set(["mine"]))).toContainEqual(expect.stringContaining('there is no agent "claude"'));
  });

  it("judges in any of its forms", () => {
    const text = score(
      "agent: claude\nvalidations: [{llm_judge: {criteria: good, agent: {use: codex, model: m}}}, {llm_judge: {criteria: good}}]",
    );
    expect(planOf(text).rules.map(({ check }) => (check.kind === "llm_judge" ? check.agent : null))).toEqual([
      profile("codex", { model: "m" }),
      profile("claude"),
    ]);
  });
});

describe("fallbacks", () => {
  const names = (text: string): readonly (readonly string[])[] =>
    planOf(text).sheets.map(({ fallbacks }) =>
      fallbacks.map((agent) => (agent.kind === "profile" ? agent.name : agent.kind)),
    );

  it("of a sheet replace those of the score, and none is a choice too", () => {
    const text = `agent: claude\nfallbacks: [codex, {use: gemini, model: m}, {command: x}]\nsheets:\n  - {id: a, prompt: x}\n  - {id: b, prompt: x, fallbacks: [aider]}\n  - {id: c, prompt: x, fallbacks: []}\n`;
    expect(names(text)).toEqual([["codex", "gemini", "command"], ["aider"], []]);
  });

  it("are one list for all sheets that have the same, as their budgets are", () => {
    const { sheets } = planOf(
      "agent: claude\nfallbacks: [codex]\nprompt: x\nsheets: [{id: a, fan_out: 50}, {id: b}, {id: c, items: {total: 9}}]\n",
    );
    expect([
      new Set(sheets.map((sheet) => sheet.fallbacks)).size,
      new Set(sheets.map((sheet) => sheet.retry)).size,
    ]).toEqual([1, 1]);
    expect(new Set(sheets.map((sheet) => sheet.agent)).size).toBe(1);
  });

  it("use the agents that they name", () => {
    const text = "agent: scripted\nagents: {x: {command: y}}\nfallbacks: [x]\nsheets: [{id: a, prompt: x}]\n";
    expect(notesIn(text, ["V505"])).toEqual([]);
    expect(notesIn(text.replace("[x]", "[codex]"), ["V505"])).toHaveLength(1);
  });
});

describe("limits", () => {
  it("of rates are the score's, key by key, before the sheet's", () => {
    const { sheets } = planOf(
      "agent: claude\nprompt: x\nrate_limit: {wait: 5m, patience: 3h}\nsheets: [{id: a}, {id: b, rate_limit: {patience: 0}}, {id: c, retry: {attempts: 1}}]\n",
    );
    expect(sheets.map(({ retry: { limitWaitMs, limitPatienceMs } }) => [limitWaitMs, limitPatienceMs])).toEqual([
      [300_000, 10_800_000],
      [300_000, 0],
      [300_000, 10_800_000],
    ]);
  });

  it("of costs are in dollars, and none is none", () => {
    expect(planOf(score("agent: claude\ncost: {per_sheet: 2.5, per_job: 40, warn_at: 0.5}")).cost).toEqual({
      perSheetUsd: 2.5,
      perJobUsd: 40,
      warnAt: 0.5,
    });
    expect(planOf(score("agent: claude\ncost: {per_job: 40}")).cost).toEqual({
      perSheetUsd: null,
      perJobUsd: 40,
      warnAt: 0.8,
    });
  });

  it.each([
    ["cost: {per_sheet: 0}", "2:19 cost.per_sheet: must be more than 0 [V011]"],
    ["cost: {per_job: -1}", "2:17 cost.per_job: must be more than 0 [V011]"],
    ["cost: {warn_at: 80}", "2:17 cost.warn_at: must be at most 1 [V011]"],
    ["cost: {max_cost_per_job: 1}", "2:8 cost.max_cost_per_job: here it is per_job [V012]"],
    ["cost_limits: {}", "2:1 cost_limits: Mozart's key; here it is cost: { per_sheet, per_job, warn_at } [V012]"],
    ["rate_limit: {wait_minutes: 60}", "2:14 rate_limit.wait_minutes: here it is wait, as 60m [V012]"],
    [
      "rate_limit: {max_waits: 3}",
      "2:14 rate_limit.max_waits: waits are counted by time: write patience, as 24h [V012]",
    ],
    ["rate_limit: {wait: 0}", "2:20 rate_limit.wait: must be longer than nothing [V011]"],
    ["landing: never", '2:10 landing: expected one of auto, approve, found "never" [V011]'],
  ])("are reported when they are wrong: %s", (line, told) => {
    expect(errorsIn(score(`agent: claude\n${line}`))).toEqual([told]);
  });
});

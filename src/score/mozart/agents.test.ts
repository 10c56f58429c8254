import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { errorsIn, notesIn, planOf } from "../../../test/kit/scores.ts";
import type { AgentPlan } from "../agent-plan.ts";

type Parts = Readonly<Record<string, string>>;
const agents = (parts: Parts): readonly AgentPlan[] => planOf(mozart(parts), { "sys.md": "S" }).sheets.map(({ agent }) => agent);
const words = (parts: Parts): readonly string[] =>
  agents(parts).map((agent) =>
    agent.kind === "command" ? [...agent.argv, `<${agent.prompt}`].join(" ") : agent.kind === "unavailable" ? `no ${agent.name}` : agent.kind,
  );

const oneSheet = "{size: 1, total_items: 1}";
const noMcp = '--strict-mcp-config --mcp-config {"mcpServers":{}}';

describe("Mozart's backend", () => {
  it.each([
    ["{}", `claude -p --dangerously-skip-permissions ${noMcp} <stdin`],
    ["{type: claude_cli}", `claude -p --dangerously-skip-permissions ${noMcp} <stdin`],
    ["{skip_permissions: false, disable_mcp: false}", "claude -p <stdin"],
    ["{skip_permissions: false}", `claude -p ${noMcp} <stdin`],
    ["{skip_permissions: false, disable_mcp: false, output_format: json}", "claude -p --output-format json <stdin"],
    ["{skip_permissions: false, disable_mcp: false, output_format: stream-json}", "claude -p --output-format stream-json --verbose <stdin"],
    ["{skip_permissions: false, disable_mcp: false, cli_model: opus}", "claude -p --model opus <stdin"],
    ["{skip_permissions: false, disable_mcp: false, allowed_tools: [Read, Edit]}", "claude -p --allowedTools Read,Edit <stdin"],
    ["{skip_permissions: false, disable_mcp: false, system_prompt_file: sys.md}", "claude -p --system-prompt-file /base/sys.md <stdin"],
    ["{skip_permissions: false, disable_mcp: false, cli_extra_args: [--max-turns, '3']}", "claude -p --max-turns 3 <stdin"],
    ["{type: command, command: [./agent, -x], prompt: file}", "/base/agent -x <file"],
    ["{type: scripted}", "scripted"],
    ["{type: anthropic_api}", "no anthropic_api"],
    ["{type: constructor}", "no constructor"],
  ])("%s", (backend, expected) => {
    expect(words({ sheet: oneSheet, backend })).toEqual([expected]);
  });

  it("hands its environment on", () => {
    expect(agents({ sheet: oneSheet, backend: "{env: {A: b}}" })).toMatchObject([{ env: { A: "b" } }]);
  });

  it.each([
    ["{type: command}", "4:10 backend: type: command needs a command [V018]"],
    ["{type: command, command: a b}", expect.stringMatching(/^4:35 backend\.command: text names one program/) as string],
    ["{timeout_seconds: 0}", "4:28 backend.timeout_seconds: must be at least 1 [V011]"],
    ["{output_format: xml}", expect.stringMatching(/^4:26 backend\.output_format: expected one of json, text, stream-json/) as string],
  ])("that is wrong is told: %s", (backend, line) => {
    expect(errorsIn(mozart({ backend }))).toEqual([line]);
  });

  it("says so when something is written that nobody reads", () => {
    expect(notesIn(mozart({ backend: "{type: scripted, command: x}" }), ["V402"])).toEqual([
      "4:36 backend.command: is not read: only type: command has one [V402]",
    ]);
    expect(notesIn(mozart({ backend: "{cli_model: opus}", instrument: "gemini-cli" }), ["V402"])).toEqual([
      "4:22 backend.cli_model: is not read: it is for claude, which plays no sheet here [V402]",
    ]);
    expect(notesIn(mozart({ backend: "{cli_model: opus}" }), ["V402"])).toEqual([]);
    expect(notesIn(mozart({ backend: "{type: scripted, working_directory: /x}" }), ["V005"])).toEqual([
      expect.stringMatching(/^4:46 backend\.working_directory: is not read: /),
    ]);
  });
});

describe("Mozart's instruments", () => {
  const plain = "{skip_permissions: false, disable_mcp: false}";

  it.each([
    ["claude-code", "claude -p <stdin"],
    ["codex-cli", "codex exec - <stdin"],
    ["gemini-cli", "gemini --yolo <stdin"],
    ["opencode", "opencode run <argument"],
    ["cli", "bash -c <argument"],
    ["goose", "no goose"],
  ])("%s", (instrument, expected) => {
    expect(words({ sheet: oneSheet, backend: plain, instrument })).toEqual([expected]);
  });

  it.each([
    ["claude-code", "claude -p --model m <stdin"],
    ["codex-cli", "codex exec --model m - <stdin"],
    ["gemini-cli", "gemini --yolo --model m <stdin"],
    ["cli", "bash -c <argument"],
  ])("%s with a model", (instrument, expected) => {
    expect(words({ sheet: oneSheet, backend: plain, instrument, instrument_config: "{model: m}" })).toEqual([expected]);
  });

  it("are chosen by the word nearest to the stage: sheet, map, movement, score", () => {
    const parts = {
      backend: plain,
      instrument: "opencode",
      movements: "{1: {instrument: gemini-cli}, 2: {instrument: gemini-cli}, 3: {instrument: gemini-cli}}",
    };
    const sheet = "{size: 1, total_items: 4, per_sheet_instruments: {1: cli}, instrument_map: {codex-cli: [1, 2]}}";
    expect(words({ ...parts, sheet })).toEqual(["bash -c <argument", "codex exec - <stdin", "gemini --yolo <stdin", "opencode run <argument"]);
  });

  it("may have names of their own, with a model and a time limit", () => {
    const plan = planOf(
      mozart({
        backend: plain,
        instrument: "fast",
        instruments:
          "{fast: {profile: claude-code, config: {model: haiku, timeout_seconds: 5}}, deep: {profile: codex-cli, config: {model: o3, timeout_seconds: 9}}}",
        sheet: "{size: 1, total_items: 3, per_sheet_instruments: {2: deep}, per_sheet_instrument_config: {3: {model: sonnet, timeout_seconds: 7}}}",
      }),
    );
    expect(plan.sheets.map(({ agent, timeoutMs }) => [agent.kind === "command" ? agent.argv.join(" ") : "", timeoutMs])).toEqual([
      ["claude -p --model haiku", 5_000],
      ["codex exec --model o3 -", 9_000],
      ["claude -p --model sonnet", 7_000],
    ]);
  });

  it("take their model from the sheet before its overrides, its name, its movement and the score", () => {
    const models = (parts: Parts): readonly string[] =>
      words({ backend: plain, instrument: "claude-code", instrument_config: "{model: score}", ...parts }).map(
        (line) => /--model (\S+)/.exec(line)?.[1] ?? "none",
      );
    expect(models({ movements: "{1: {instrument_config: {model: movement}}, 2: {instrument: claude-code}, 3: {instrument: gemini-cli}}" })).toEqual([
      "movement",
      "score",
      "none",
    ]);
    const backend = "{skip_permissions: false, disable_mcp: false, sheet_overrides: {1: {cli_model: cli}, 2: {model: plain}, 3: {model: lost}}}";
    expect(models({ backend, sheet: "{size: 1, total_items: 3, per_sheet_instrument_config: {3: {model: sheet}}}" })).toEqual(["cli", "plain", "sheet"]);
    const named = {
      instruments: "{mine: {profile: claude-code, config: {model: alias}}}",
      movements: "{1: {instrument: mine, instrument_config: {model: movement}}}",
    };
    expect(models(named)).toEqual(["alias", "score", "score"]);
  });

  it("take their time limit from the overrides before the sheet, its name, its movement and the score", () => {
    const limits = (parts: Parts): readonly number[] => planOf(mozart(parts)).sheets.map(({ timeoutMs }) => timeoutMs / 1_000);
    expect(limits({})).toEqual([1_800, 1_800, 1_800]);
    expect(
      limits({
        backend: "{type: scripted, timeout_seconds: 60, timeout_overrides: {1: 5}, sheet_overrides: {1: {timeout_seconds: 6}, 2: {timeout_seconds: 7}}}",
      }),
    ).toEqual([5, 7, 60]);
    expect(limits({ instrument: "cli", instrument_config: "{timeout_seconds: 50}", movements: "{2: {instrument_config: {timeout_seconds: 8}}}" })).toEqual([
      50, 8, 50,
    ]);
  });

  it("that nothing here can run let the score be looked at, with a warning", () => {
    expect(notesIn(mozart({ instrument: "goose" }), ["V210", "V211"])).toEqual([expect.stringMatching(/^5:13 instrument: this version has no agent "goose"/)]);
    expect(errorsIn(mozart({ instrument: "goose" }))).toEqual([]);
  });
});

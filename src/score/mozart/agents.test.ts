import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { errorsIn, notesIn, planOf } from "../../../test/kit/scores.ts";
import type { AgentPlan } from "../plan/agents/agent-plan.ts";
import { diagnoseScore } from "../parse.ts";

type Parts = Readonly<Record<string, string>>;
const agents = (parts: Parts): readonly AgentPlan[] =>
  planOf(mozart(parts), { "sys.md": "S" }).sheets.map(({ agent }) => agent);
const words = (parts: Parts): readonly string[] => agents(parts).map(wordsOf);

/** An agent in a line: `name/model arguments`, or the words of a command. */
function wordsOf(agent: AgentPlan): string {
  switch (agent.kind) {
    case "command":
      return [...agent.argv, `<${agent.prompt}`].join(" ");
    case "profile":
      return [agent.model === null ? agent.name : `${agent.name}/${agent.model}`, ...agent.args].join(" ");
    case "unavailable":
      return `no ${agent.name}`;
    case "scripted":
      return "scripted";
  }
}

const oneSheet = "{size: 1, total_items: 1}";
const noMcp = '--strict-mcp-config --mcp-config {"mcpServers":{}}';

describe("Mozart's backend", () => {
  it.each([
    ["{}", `claude ${noMcp}`],
    ["{type: claude_cli}", `claude ${noMcp}`],
    ["{skip_permissions: false, disable_mcp: false}", "claude"],
    ["{skip_permissions: false}", `claude ${noMcp}`],
    ["{disable_mcp: false, output_format: json}", "claude"],
    ["{disable_mcp: false, output_format: stream-json}", "claude"],
    ["{disable_mcp: false, cli_model: opus}", "claude/opus"],
    ["{disable_mcp: false, allowed_tools: [Read, Edit]}", "claude --allowedTools Read,Edit"],
    ["{disable_mcp: false, system_prompt_file: sys.md}", "claude --system-prompt-file /base/sys.md"],
    ["{disable_mcp: false, cli_extra_args: [--max-turns, '3']}", "claude --max-turns 3"],
    ["{type: command, command: [./agent, -x], prompt: file}", "/base/agent -x <file"],
    ["{type: scripted}", "scripted"],
    ["{type: anthropic_api}", "anthropic"],
    ["{type: anthropic_api, model: sonnet}", "anthropic/sonnet"],
    ["{type: ollama}", "ollama/llama3.1:8b"],
    ["{type: ollama, ollama: {model: qwen3}}", "ollama/qwen3"],
    ["{type: recursive_light}", "recursive_light"],
    ["{type: cline-cli}", "no cline-cli"],
    ["{type: constructor}", "no constructor"],
  ])("%s", (backend, expected) => {
    expect(words({ sheet: oneSheet, backend })).toEqual([expected]);
  });

  it("hands its environment on", () => {
    expect(agents({ sheet: oneSheet, backend: "{env: {A: b}}" })).toMatchObject([{ env: { A: "b" } }]);
  });

  it("tells a server's profile where it listens, and Recursive Light how long Mozart waits for it", () => {
    const ollama = "{type: ollama, ollama: {base_url: 'http://gpu:11434'}}";
    expect(agents({ sheet: oneSheet, backend: ollama })).toMatchObject([{ env: { OLLAMA_HOST: "http://gpu:11434" } }]);
    const light =
      "{type: recursive_light, recursive_light: {endpoint: 'http://rl:9', user_id: me}, timeout_seconds: 900}";
    const { sheets } = planOf(mozart({ sheet: oneSheet, backend: light }));
    expect(sheets[0]).toMatchObject({
      agent: { env: { RECURSIVE_LIGHT_ENDPOINT: "http://rl:9", RECURSIVE_LIGHT_USER: "me" } },
      timeoutMs: 30_000,
    });
    expect(errorsIn(mozart({ backend: "{type: recursive_light, recursive_light: {endpoint: rl}}" }))).toEqual([
      expect.stringMatching(/expected an address that begins with http/),
    ]);
  });

  it.each([
    ["{type: command}", "4:10 backend: type: command needs a command [V018]"],
    [
      "{type: command, command: a b}",
      expect.stringMatching(/^4:35 backend\.command: text names one program/) as string,
    ],
    ["{timeout_seconds: 0}", "4:28 backend.timeout_seconds: must be at least 1 [V011]"],
    [
      "{output_format: xml}",
      expect.stringMatching(/^4:26 backend\.output_format: expected one of json, text, stream-json/) as string,
    ],
  ])("is reported when it is wrong: %s", (backend, line) => {
    expect(errorsIn(mozart({ backend }))).toEqual([line]);
  });

  it("reports keys that are not read", () => {
    expect(notesIn(mozart({ backend: "{type: scripted, command: x}" }), ["V402"])).toEqual([
      "4:36 backend.command: is not read: only type: command has one [V402]",
    ]);
    expect(notesIn(mozart({ backend: "{cli_model: opus}", instrument: "gemini-cli" }), ["V402"])).toEqual([
      "4:22 backend.cli_model: is not read: it is for claude, which plays no sheet here [V402]",
    ]);
    expect(notesIn(mozart({ backend: "{cli_model: opus}" }), ["V402"])).toEqual([]);
    expect(notesIn(mozart({ backend: "{model: opus, ollama: {model: x}}" }), ["V402"])).toEqual([
      "4:18 backend.model: is not read: it is for anthropic, which plays no sheet here [V402]",
      "4:32 backend.ollama: is not read: it is for ollama, which plays no sheet here [V402]",
    ]);
    expect(notesIn(mozart({ backend: "{type: scripted, working_directory: /x}" }), ["V005"])).toEqual([
      expect.stringMatching(/^4:46 backend\.working_directory: is not read: /),
    ]);
  });
});

describe("the built-in behaviour of Claude's profile", () => {
  it("is told where the score says something else of it", () => {
    expect(notesIn(mozart({ backend: "{skip_permissions: false}" }), ["V402"])).toEqual([
      expect.stringMatching(/^4:29 backend\.skip_permissions: is not read: no person is there to be asked/),
    ]);
    expect(notesIn(mozart({ backend: "{output_format: json}" }), ["V408"])).toHaveLength(1);
  });

  it("is not told where there is nothing to tell", () => {
    expect(notesIn(mozart({ backend: "{skip_permissions: true}" }), ["V402", "V408"])).toEqual([]);
    expect(
      notesIn(mozart({ backend: "{skip_permissions: false, output_format: text}", instrument: "codex-cli" }), [
        "V402",
        "V408",
      ]),
    ).toEqual([]);
  });
});

describe("Mozart's instruments", () => {
  const plain = "{disable_mcp: false}";

  it.each([
    ["claude-code", "claude"],
    ["codex-cli", "codex"],
    ["gemini-cli", "gemini"],
    ["opencode", "opencode"],
    ["aider", "aider"],
    ["goose", "goose"],
    ["cli", "bash -c <argument"],
    ["cline-cli", "no cline-cli"],
  ])("%s", (instrument, expected) => {
    expect(words({ sheet: oneSheet, backend: plain, instrument })).toEqual([expected]);
  });

  it.each([
    ["claude-code", "claude/m"],
    ["codex-cli", "codex/m"],
    ["gemini-cli", "gemini/m"],
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
    expect(words({ ...parts, sheet })).toEqual(["bash -c <argument", "codex", "gemini", "opencode"]);
  });

  it("may have names of their own, with a model and a time limit", () => {
    const plan = planOf(
      mozart({
        backend: plain,
        instrument: "fast",
        instruments:
          "{fast: {profile: claude-code, config: {model: haiku, timeout_seconds: 5}}, deep: {profile: codex-cli, config: {model: o3, timeout_seconds: 9}}}",
        sheet:
          "{size: 1, total_items: 3, per_sheet_instruments: {2: deep}, per_sheet_instrument_config: {3: {cli_model: sonnet, timeout_seconds: 7}}}",
      }),
    );
    expect(plan.sheets.map(({ agent, timeoutMs }) => [wordsOf(agent), timeoutMs])).toEqual([
      ["claude/haiku", 5_000],
      ["codex/o3", 9_000],
      ["claude/sonnet", 7_000],
    ]);
  });

  it("take their model from the sheet before its overrides, its name, its movement and the score", () => {
    const models = (parts: Parts): readonly string[] =>
      words({ backend: plain, instrument: "claude-code", instrument_config: "{model: score}", ...parts }).map(
        (line) => /\/(\S+)/.exec(line)?.[1] ?? "none",
      );
    expect(
      models({
        movements:
          "{1: {instrument_config: {model: movement}}, 2: {instrument: claude-code}, 3: {instrument: gemini-cli}}",
      }),
    ).toEqual(["movement", "score", "none"]);
    const backend = "{disable_mcp: false, sheet_overrides: {1: {cli_model: cli}, 2: {model: plain}, 3: {model: lost}}}";
    expect(
      models({ backend, sheet: "{size: 1, total_items: 3, per_sheet_instrument_config: {3: {model: sheet}}}" }),
    ).toEqual(["cli", "plain", "sheet"]);
    const named = {
      instruments: "{mine: {profile: claude-code, config: {model: alias}}}",
      movements: "{1: {instrument: mine, instrument_config: {model: movement}}}",
    };
    expect(models(named)).toEqual(["alias", "score", "score"]);
  });

  it("take their time limit from the overrides before the sheet, its name, its movement and the score", () => {
    const limits = (parts: Parts): readonly number[] =>
      planOf(mozart(parts)).sheets.map(({ timeoutMs }) => timeoutMs / 1_000);
    expect(limits({})).toEqual([1_800, 1_800, 1_800]);
    expect(
      limits({
        backend:
          "{type: scripted, timeout_seconds: 60, timeout_overrides: {1: 5}, sheet_overrides: {1: {timeout_seconds: 6}, 2: {timeout_seconds: 7}}}",
      }),
    ).toEqual([5, 7, 60]);
    expect(
      limits({
        instrument: "cli",
        instrument_config: "{timeout_seconds: 50}",
        movements: "{2: {instrument_config: {timeout_seconds: 8}}}",
      }),
    ).toEqual([50, 8, 50]);
  });

  it("let the score be looked at, with a warning, when nothing here can run them", () => {
    expect(notesIn(mozart({ instrument: "crush" }), ["V210", "V211"])).toEqual([
      expect.stringMatching(/^5:13 instrument: this version has no agent "crush"/),
    ]);
    expect(errorsIn(mozart({ instrument: "crush" }))).toEqual([]);
  });

  it("are run by a profile of the user's that describes them", () => {
    const source = { path: "s.yaml", baseDir: "/base", agents: new Set(["claude", "crush"]) };
    const { plan } = diagnoseScore(mozart({ instrument: "crush" }), source);
    expect(plan?.sheets[0]?.agent).toMatchObject({ kind: "profile", name: "crush" });
  });
});

describe("Mozart's fallbacks", () => {
  const fallbacks = (parts: Parts): readonly (readonly string[])[] =>
    planOf(mozart({ backend: "{disable_mcp: false}", ...parts })).sheets.map((sheet) => sheet.fallbacks.map(wordsOf));

  it("are chosen by the word nearest to the stage: sheet, movement, score", () => {
    expect(
      fallbacks({
        instrument_fallbacks: "[codex-cli, fast]",
        instruments: "{fast: {profile: claude-code, config: {model: haiku}}}",
        movements: "{2: {instrument_fallbacks: [gemini-cli]}, 3: {instrument_fallbacks: [gemini-cli]}}",
        sheet: "{size: 1, total_items: 4, per_sheet_fallbacks: {3: [], 4: [cli]}}",
      }),
    ).toEqual([["codex", "claude/haiku"], ["gemini"], [], ["bash -c <argument"]]);
  });

  it("are shared by sheets that nothing tells apart", () => {
    const { sheets } = planOf(mozart({ instrument_fallbacks: "[codex-cli]" }));
    expect(new Set(sheets.map((sheet) => sheet.fallbacks)).size).toBe(1);
  });

  it("are left out and reported when nothing here can run them", () => {
    const parts = { instrument_fallbacks: "[crush, codex-cli]" };
    expect(fallbacks(parts)[0]).toEqual(["codex"]);
    expect(notesIn(mozart(parts), ["V211"])).toEqual([
      expect.stringMatching(/^5:24 instrument_fallbacks\[0\]: this version has no agent "crush"/),
    ]);
  });
});

import { resolvedPath } from "../paths.ts";
import type { CommandAgent, WrittenAgent } from "../schema/agent.ts";
import type { Argv } from "../schema/fields.ts";
import { aliasOf } from "./choice.ts";
import type { AgentChoice } from "./choice.ts";
import type { MozartScore } from "./schema.ts";

/** The agents of a Mozart score: its backend, and the instruments that movements and sheets name. */
export interface MozartAgents {
  /** Name → how it is run. */
  readonly named: Readonly<Record<string, WrittenAgent>>;
  /** Names that nothing here can run. */
  readonly foreign: ReadonlySet<string>;
  nameFor(choice: AgentChoice): string;
  /** Whether claude is one of them. */
  hasClaude(): boolean;
}

/** How programs that Mozart drives are run; the prompt comes on stdin unless said otherwise. */
const programs: Readonly<Record<string, { readonly argv: Argv; readonly modelFlag: string | null; readonly prompt: CommandAgent["prompt"] }>> = {
  "codex-cli": { argv: ["codex", "exec", "-"], modelFlag: "--model", prompt: "stdin" },
  "gemini-cli": { argv: ["gemini", "--yolo"], modelFlag: "--model", prompt: "stdin" },
  opencode: { argv: ["opencode", "run"], modelFlag: "--model", prompt: "argument" },
  cli: { argv: ["bash", "-c"], modelFlag: null, prompt: "argument" },
};

/** Names for the same program. */
const aliases: Readonly<Record<string, string>> = { claude_cli: "claude", "claude-code": "claude", "codex-cli": "codex", "gemini-cli": "gemini", cli: "shell" };

export function mozartAgents(score: MozartScore, baseDir: string): MozartAgents {
  const named: Record<string, WrittenAgent> = {};
  const foreign = new Set<string>();
  return {
    named,
    foreign,
    nameFor({ instrument: written, model }) {
      const instrument = aliasOf(score, written)?.profile ?? written;
      if (instrument === "scripted") return "scripted";
      const agent = agentFor(score, instrument, { model, baseDir });
      const called = Object.hasOwn(aliases, instrument) ? (aliases[instrument] ?? instrument) : instrument;
      const name = model === null ? called : `${called}-${model}`;
      if (agent === null) foreign.add(name);
      else named[name] = agent;
      return name;
    },
    hasClaude: () => Object.values(named).some((agent) => typeof agent !== "string" && agent.command[0] === "claude"),
  };
}

function agentFor(score: MozartScore, instrument: string, how: { model: string | null; baseDir: string }): WrittenAgent | null {
  const { backend } = score;
  if (instrument === "command" && backend.command !== undefined) return { command: backend.command, prompt: backend.prompt, env: backend.env };
  if (instrument === "claude_cli" || instrument === "claude-code") return { command: claude(backend, how), prompt: "stdin", env: backend.env };
  const program = Object.hasOwn(programs, instrument) ? programs[instrument] : undefined;
  if (program === undefined) return null;
  const { argv, modelFlag, prompt } = program;
  const flags = how.model === null || modelFlag === null ? [] : [modelFlag, how.model];
  // What comes after a flag that takes the prompt must stay last.
  return {
    command: [argv[0], ...argv.slice(1, argv.at(-1) === "-" ? -1 : undefined), ...flags, ...(argv.at(-1) === "-" ? ["-"] : [])],
    prompt,
    env: backend.env,
  };
}

function claude(backend: MozartScore["backend"], { model, baseDir }: { model: string | null; baseDir: string }): Argv {
  const chosen = model ?? backend.cli_model ?? null;
  return [
    "claude",
    "-p",
    ...(backend.skip_permissions ? ["--dangerously-skip-permissions"] : []),
    ...(backend.disable_mcp ? ["--strict-mcp-config", "--mcp-config", '{"mcpServers":{}}'] : []),
    ...(backend.output_format === "text" ? [] : ["--output-format", backend.output_format, ...(backend.output_format === "stream-json" ? ["--verbose"] : [])]),
    ...(chosen === null ? [] : ["--model", chosen]),
    ...(backend.allowed_tools === undefined ? [] : ["--allowedTools", backend.allowed_tools.join(",")]),
    ...(backend.system_prompt_file === undefined ? [] : ["--system-prompt-file", resolvedPath(baseDir, backend.system_prompt_file)]),
    ...(backend.cli_extra_args ?? []),
  ];
}

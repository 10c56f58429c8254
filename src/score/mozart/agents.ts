import { profileName } from "../known-agents.ts";
import { resolvedPath } from "../match/paths.ts";
import type { CommandAgent, WrittenAgent } from "../schema/agent.ts";
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
  /** The same for one that only takes over: `null` when nothing here can run it. */
  fallbackFor(choice: AgentChoice): string | null;
  /** Whether a profile is one of them. */
  uses(profile: string): boolean;
}

interface Around {
  readonly baseDir: string;
  /** Names of profiles. */
  readonly known: ReadonlySet<string>;
}

export function mozartAgents(score: MozartScore, around: Around): MozartAgents {
  const named: Record<string, WrittenAgent> = {};
  const foreign = new Set<string>();
  const used = new Set<string>();
  const cast = ({
    instrument: written,
    model,
  }: AgentChoice): { readonly name: string; readonly isForeign: boolean } => {
    const instrument = aliasOf(score, written)?.profile ?? written;
    if (instrument === "scripted") return { name: "scripted", isForeign: false };
    const agent = agentFor(score, { instrument, model }, around);
    const called = instrument === "cli" ? "shell" : profileName(instrument);
    const name = model === null ? called : `${called}-${model}`;
    if (agent === null) return { name, isForeign: true };
    if (typeof agent !== "string" && "use" in agent) used.add(agent.use);
    if (isBare(agent)) return { name: called, isForeign: false };
    named[name] = agent;
    return { name, isForeign: false };
  };
  return {
    named,
    foreign,
    nameFor(choice) {
      const { name, isForeign } = cast(choice);
      if (isForeign) foreign.add(name);
      return name;
    },
    fallbackFor(choice) {
      const { name, isForeign } = cast(choice);
      return isForeign ? null : name;
    },
    uses: (profile) => used.has(profile),
  };
}

/** Whether the profile's name says all there is to say. */
function isBare(agent: WrittenAgent): boolean {
  return (
    typeof agent !== "string" &&
    "use" in agent &&
    agent.model === undefined &&
    agent.args.length === 0 &&
    Object.keys(agent.env).length === 0
  );
}

function agentFor({ backend }: MozartScore, { instrument, model }: AgentChoice, around: Around): WrittenAgent | null {
  const { env } = backend;
  if (instrument === "command" && backend.command !== undefined) return commandOf(backend, backend.command);
  if (instrument === "cli")
    return { command: ["bash", "-c"], prompt: "argument", prompt_is: "program", env, once: false };
  const profile = profileName(instrument);
  if (!around.known.has(profile)) return null;
  const chosen = model ?? modelOf(backend, profile);
  return {
    use: profile,
    ...(chosen === undefined ? {} : { model: chosen }),
    args: profile === "claude" ? claudeArgs(backend, around.baseDir) : [],
    env,
  };
}

function commandOf(
  { prompt, prompt_is: kind, env }: MozartScore["backend"],
  command: CommandAgent["command"],
): CommandAgent {
  return { command, prompt, ...(kind === undefined ? {} : { prompt_is: kind }), env, once: false };
}

/** What the backend itself says of the model. */
function modelOf(backend: MozartScore["backend"], profile: string): string | undefined {
  if (profile === "claude") return backend.cli_model;
  if (profile === "anthropic") return backend.model;
  // Ollama runs nothing without one, and this is the one that Mozart took.
  return profile === "ollama" ? (backend.ollama?.model ?? "llama3.1:8b") : undefined;
}

/** What the profile does not do by itself; it prints events and asks for no permission whatever the score says. */
function claudeArgs(backend: MozartScore["backend"], baseDir: string): string[] {
  return [
    ...(backend.disable_mcp ? ["--strict-mcp-config", "--mcp-config", '{"mcpServers":{}}'] : []),
    ...(backend.allowed_tools === undefined ? [] : ["--allowedTools", backend.allowed_tools.join(",")]),
    ...(backend.system_prompt_file === undefined
      ? []
      : ["--system-prompt-file", resolvedPath(baseDir, backend.system_prompt_file)]),
    ...(backend.cli_extra_args ?? []),
  ];
}

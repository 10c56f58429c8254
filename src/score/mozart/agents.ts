import { profileName } from "../known-agents.ts";
import { resolvedPath } from "../match/paths.ts";
import type { CommandAgent, WrittenAgent } from "../schema/agent.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
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
  const env = { ...serverOf(backend, profileName(instrument)), ...backend.env };
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

/** Where a server listens that the backend names, as its profile reads it. */
function serverOf({ ollama, recursive_light: light }: MozartScore["backend"], profile: string): Record<string, string> {
  const said = {
    ...(profile === "ollama" ? { OLLAMA_HOST: ollama?.base_url } : {}),
    ...(profile === "recursive_light"
      ? { RECURSIVE_LIGHT_ENDPOINT: light?.endpoint, RECURSIVE_LIGHT_USER: light?.user_id }
      : {}),
  };
  return Object.fromEntries(Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function commandOf(
  { prompt, prompt_is: kind, env }: MozartScore["backend"],
  command: CommandAgent["command"],
): CommandAgent {
  return { command, prompt, ...(kind === undefined ? {} : { prompt_is: kind }), env, once: false };
}

/** The model that the backend names. */
function modelOf(backend: MozartScore["backend"], profile: string): string | undefined {
  if (profile === "claude") return backend.cli_model;
  if (profile === "anthropic") return backend.model;
  // Ollama runs nothing without one, and this is the one that Mozart took.
  return profile === "ollama" ? (backend.ollama?.model ?? "llama3.1:8b") : undefined;
}

/** Arguments that the profile does not add itself; it always prints events and asks for no permission. */
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

/** The agent and its model; the name may be one that the score gives under `instruments`. */
export interface AgentChoice {
  readonly instrument: string;
  readonly model: string | null;
}

/** The default agent. */
export function mainChoice(score: MozartScore): AgentChoice {
  const instrument = score.instrument ?? score.backend.type;
  return { instrument, model: modelIn(aliasOf(score, instrument)?.config) ?? modelIn(score.instrument_config) ?? null };
}

/** Scores name it as the older `backend` did, too. */
function modelIn(config: MozartScore["instrument_config"]): string | undefined {
  return config?.model ?? config?.cli_model;
}

/** In seconds. */
export function mainTimeout(score: MozartScore): number {
  const { config } = aliasOf(score, mainChoice(score).instrument) ?? {};
  return config?.timeout_seconds ?? score.instrument_config?.timeout_seconds ?? backendTimeout(score.backend);
}

/** Of Recursive Light Mozart reads only its own. */
function backendTimeout({ type, recursive_light: light, timeout_seconds: timeout }: MozartScore["backend"]): number {
  return profileName(type) === "recursive_light" ? (light?.timeout ?? 30) : timeout;
}

/** The agent of a stage that differs from the default: the setting nearest to the stage wins. */
export function choiceFor(score: MozartScore, stage: number): AgentChoice | null {
  const main = mainChoice(score);
  const instrument = instrumentFor(score, stage);
  const override = score.backend.sheet_overrides[stage];
  const model =
    modelIn(score.sheet.per_sheet_instrument_config[stage]) ??
    override?.cli_model ??
    override?.model ??
    modelIn(aliasOf(score, instrument)?.config) ??
    modelIn(score.movements[stage]?.instrument_config) ??
    // Models are one program's own: what the score says of its own agent says nothing about another.
    (instrument === main.instrument ? main.model : null);
  return instrument === main.instrument && model === main.model ? null : { instrument, model };
}

/** In seconds; `undefined`: what holds for the others. */
export function timeoutFor(score: MozartScore, stage: number): number | undefined {
  const { backend, sheet, movements } = score;
  const timeout =
    backend.timeout_overrides[stage] ??
    backend.sheet_overrides[stage]?.timeout_seconds ??
    sheet.per_sheet_instrument_config[stage]?.timeout_seconds ??
    aliasOf(score, instrumentFor(score, stage))?.config?.timeout_seconds ??
    movements[stage]?.instrument_config?.timeout_seconds;
  return timeout === mainTimeout(score) ? undefined : timeout;
}

function aliasOf({ instruments }: MozartScore, name: string): MozartScore["instruments"][string] | undefined {
  return Object.hasOwn(instruments, name) ? instruments[name] : undefined;
}

function instrumentFor(score: MozartScore, stage: number): string {
  const { sheet, movements } = score;
  const mapped = Object.entries(sheet.instrument_map).find(([, stages]) => stages.includes(stage))?.[0];
  return sheet.per_sheet_instruments[stage] ?? mapped ?? movements[stage]?.instrument ?? mainChoice(score).instrument;
}

interface Place {
  readonly agents: MozartAgents;
  readonly report: Report;
}

/** The default fallbacks. */
export function mainFallbacks(score: MozartScore, place: Place): { readonly fallbacks?: string[] } {
  const { instrument_fallbacks: written } = score;
  return written === undefined || written.length === 0
    ? {}
    : { fallbacks: named(score, written, { ...place, path: ["instrument_fallbacks"] }) };
}

/**
 * Who takes over for a stage, where the score says so: the setting nearest to the stage wins, and an empty list is a setting
 * too.
 */
export function fallbacksFor(score: MozartScore, stage: number, place: Place): { readonly fallbacks?: string[] } {
  const own = score.sheet.per_sheet_fallbacks[stage];
  if (own !== undefined)
    return { fallbacks: named(score, own, { ...place, path: ["sheet", "per_sheet_fallbacks", String(stage)] }) };
  const ofMovement = score.movements[stage]?.instrument_fallbacks;
  if (ofMovement === undefined) return {};
  return {
    fallbacks: named(score, ofMovement, { ...place, path: ["movements", String(stage), "instrument_fallbacks"] }),
  };
}

function named(
  score: MozartScore,
  written: readonly string[],
  { agents, report, path }: Place & { readonly path: KeyPath },
): string[] {
  return written.flatMap((instrument, index) => {
    const name = agents.fallbackFor({ instrument, model: aliasOf(score, instrument)?.config?.model ?? null });
    if (name !== null) return [name];
    report(
      "V211",
      [...path, index],
      `this version has no agent ${JSON.stringify(instrument)}: it is omitted as a fallback`,
    );
    return [];
  });
}

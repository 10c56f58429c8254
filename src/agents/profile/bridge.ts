import { dirname, join } from "node:path";
import type { AgentCommand, AgentRequest, Bridges, Wanted } from "../agent.ts";
import type { BridgeRequest } from "../bridge-request.ts";
import type { AcpProfile, HttpProfile } from "../profiles/profile.ts";
import { surroundings, type Surroundings } from "./environment.ts";
import { filled } from "./placeholders.ts";
import { priceOf } from "./prices.ts";

export function planAcp(
  profile: AcpProfile,
  wanted: Wanted,
  { node, bridges }: Bridges,
): (request: AgentRequest) => AgentCommand {
  return (request) => {
    const values = {
      prompt_file: request.paths.promptPath,
      context: request.paths.contextPath,
      home: request.paths.homePath,
    };
    const model = wanted.model ?? profile.model;
    const model_args = model === null ? [] : filled(profile.modelArgs ?? [], { ...values, model });
    const args = [...profile.args, ...["{model_args}", "{args}"].filter((group) => !profile.args.includes(group))];
    const argv = [profile.executable, ...filled(args, values, { args: wanted.args, model_args })] as const;
    // If it is an argument, the protocol need not set it: some agents can't.
    const told = {
      ...requestOf(request, profile.modelArgs === null ? model : null),
      to: { kind: "acp", argv },
    } as const;
    const around = surroundings(profile, wanted.env, request);
    return { ...bridged({ argv: [node, bridges.acp], request, told, around }), talk: "bridge" };
  };
}

export function planHttp(
  profile: HttpProfile,
  wanted: Wanted,
  { node, bridges }: Bridges,
): (request: AgentRequest) => AgentCommand {
  return (request) => {
    const model = wanted.model ?? profile.model;
    if (model === null)
      return refused(`no model is named for ${JSON.stringify(profile.name)}: write model in the score or the profile`);
    const around = surroundings(profile, wanted.env, request);
    const { keyVariable, baseUrlVariable, api, maxTurns, tools } = profile;
    if (keyVariable !== null && around.env[keyVariable] === undefined)
      return refused(`${keyVariable} is not set where the job was started`);
    const named =
      baseUrlVariable === null ? undefined : (wanted.env[baseUrlVariable] ?? request.environment[baseUrlVariable]);
    const baseUrl = addressOf(named) ?? profile.baseUrl;
    const price = priceOf(profile.models, model);
    const to = {
      kind: "http",
      api,
      baseUrl,
      keyVariable,
      model,
      maxTurns,
      tools,
      homePath: request.paths.homePath,
      price,
    } as const;
    return bridged({ argv: [node, bridges.http], request, told: { ...requestOf(request, model), to }, around });
  };
}

/** Ollama's variable has a host and port without `http://`. */
function addressOf(named: string | undefined): string | undefined {
  if (named === undefined || named === "") return undefined;
  return (named.includes("://") ? named : `http://${named}`).replace(/\/+$/, "");
}

function requestOf(
  { paths: { promptPath, contextPath }, session, budgetUsd }: AgentRequest,
  model: string | null,
): Omit<BridgeRequest, "to"> {
  return { promptPath, contextPath, session, model, budgetUsd };
}

type RunCommand = Extract<AgentCommand, { kind: "run" }>;

interface Bridged {
  readonly argv: readonly [string, string];
  readonly request: AgentRequest;
  readonly told: BridgeRequest;
  readonly around: Surroundings;
}

function bridged({ argv, request, told, around: { env, files, secrets, logins } }: Bridged): RunCommand {
  // Beside the prompt: outside the context, removed with the attempt.
  const path = join(dirname(request.paths.promptPath), "bridge.json");
  const [node, bridge] = argv;
  return {
    kind: "run",
    argv: [...argv, path],
    env,
    secrets,
    files: [...files, { path, text: JSON.stringify(told) }],
    // A bridge shares code with others, in the folder above.
    own: [node, dirname(dirname(bridge))],
    logins,
  };
}

function refused(detail: string): AgentCommand {
  return { kind: "refused", code: "E302", detail };
}

import {
  methods,
  type ClientContext,
  type InitializeResponse,
  type NewSessionRequest,
  type SessionConfigOption,
} from "@agentclientprotocol/sdk";
import type { BridgeRequest } from "../../agents/bridge-request.ts";
import { failed, type FailedLine } from "../event-line.ts";

export type Opened =
  | { readonly kind: "open"; readonly id: string; readonly options: readonly SessionConfigOption[] }
  | { readonly kind: "failed"; readonly line: FailedLine };

type SessionRequest = Pick<BridgeRequest, "session" | "contextPath">;

/**
 * A new session, or the one to go on with. An agent that can't do the latter is not given a new one: it would know
 * nothing.
 */
export async function openSession(
  agent: ClientContext,
  { agentCapabilities }: InitializeResponse,
  request: SessionRequest,
): Promise<Opened> {
  const place: NewSessionRequest = { cwd: request.contextPath, mcpServers: [] };
  if (request.session === null) {
    const { sessionId, configOptions } = await agent.request(methods.agent.session.new, place);
    return { kind: "open", id: sessionId, options: configOptions ?? [] };
  }
  const known = { ...place, sessionId: request.session };
  const canResume = (agentCapabilities?.sessionCapabilities?.resume ?? null) !== null;
  if (!canResume && agentCapabilities?.loadSession !== true) {
    return { kind: "failed", line: failed("session_not_supported", "the agent can't go on with an earlier session") };
  }
  // To load is to be told all of it again, which nobody listens to.
  const { configOptions } = await (canResume
    ? agent.request(methods.agent.session.resume, known)
    : agent.request(methods.agent.session.load, known));
  return { kind: "open", id: request.session, options: configOptions ?? [] };
}

/**
 * Chooses the model where the agent lets its client choose; otherwise it was told by its arguments or its
 * configuration.
 */
export async function chooseModel(
  agent: ClientContext,
  { id, options }: Extract<Opened, { kind: "open" }>,
  model: string,
): Promise<boolean> {
  const option = options.find(({ category, type }) => category === "model" && type === "select");
  if (option === undefined) return false;
  await agent.request(methods.agent.session.setConfigOption, { sessionId: id, configId: option.id, value: model });
  return true;
}

import {
  type ClientContext,
  type InitializeResponse,
  type NewSessionRequest,
  type PromptResponse,
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  type SessionConfigOption,
  type WriteTextFileRequest,
  PROTOCOL_VERSION,
  RequestError,
  client,
  methods,
} from "@agentclientprotocol/sdk";
import type { AcpDrive, BridgeRequest } from "../../agents/bridge-request.ts";
import { messageOf } from "../../base/error.ts";
import { type EndLine, type Run, type RunEnd, endedWith } from "../bridge.ts";
import { type FailedLine, failed } from "../event-line.ts";
import { readText, replaceText } from "../inside/files.ts";
import { type AgentProcess, startAgent } from "./agent-process.ts";
import { type Listener, makeListener } from "./listener.ts";
import { spentLine } from "./spent.ts";

/** Sends one prompt to an ACP agent and waits for its end. */
export async function driveAgent(run: Run, { argv }: AcpDrive): Promise<RunEnd> {
  const context = run.request.contextPath;
  const agent = startAgent(argv, context);
  const listener = makeListener(context, run.tell);
  const connection = client({ name: "tutti" })
    .onNotification(methods.client.session.update, ({ params }) => listener.hear(params.update))
    .onRequest(methods.client.session.requestPermission, ({ params }) => listener.answer(params))
    .onRequest(methods.client.fs.readTextFile, ({ params }) => readForAgent(context, params))
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => writeForAgent(context, params).then(() => ({})))
    .connect(agent.stream);
  try {
    return await Promise.race([
      converse(run, connection.agent, listener).then(endedWith),
      lost(agent),
      cancelledBy(run.cancel),
    ]);
  } catch (error) {
    // The connection breaks before the process's end is known, and that says more.
    return connection.signal.aborted
      ? await Promise.race([lost(agent), soon(problemLine(error))])
      : endedWith(problemLine(error));
  } finally {
    listener.finish();
    await agent.end();
    connection.close();
  }
}

async function converse(run: Run, agent: ClientContext, listener: Listener): Promise<EndLine> {
  const { request, tell, cancel } = run;
  const hello = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "tutti", version: "1" },
    // No terminals: the agent has its own shell in the same containment. Reading is served but not offered: Gemini CLI
    // would leave it to its client, and then can't create files.
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: true }, terminal: false },
  });
  if (hello.protocolVersion !== PROTOCOL_VERSION) {
    const why = `the agent speaks version ${hello.protocolVersion} of the protocol, not ${PROTOCOL_VERSION}`;
    return failed("protocol_version", why);
  }
  const session = await openSession(agent, hello, request);
  if (session.kind === "failed") return session.line;
  if (request.model !== null && !(await chooseModel(agent, session, request.model))) {
    process.stderr.write(`the agent offers no choice of model; ${request.model} may not apply\n`);
  }
  tell({ type: "started", session: session.id, model: request.model });
  listener.begin();
  const stop = () => void agent.notify(methods.agent.session.cancel, { sessionId: session.id }).catch(() => undefined);
  cancel.addEventListener("abort", stop);
  if (cancel.aborted) stop();
  const responses: PromptResponse[] = [];
  // The protocol has no words within a turn: it is cancelled, and the next one has them.
  run.words.onCome = stop;
  for (let text = run.prompt; ; ) {
    const prompt = [{ type: "text" as const, text }];
    responses.push(await agent.request(methods.agent.session.prompt, { sessionId: session.id, prompt }));
    const words = cancel.aborted ? [] : run.words.take();
    if (words.length === 0) return endOf(run, listener, responses);
    for (const said of words) tell({ type: "heard", ...said });
    text = words.map((said) => said.text).join("\n\n");
  }
}

function endOf({ tell }: Run, listener: Listener, responses: readonly PromptResponse[]): EndLine {
  const { text, usd } = listener.finish();
  const spent = spentLine(responses, usd);
  if (spent !== null) tell(spent);
  const response = responses.at(-1) as PromptResponse;
  const reason = response.stopReason;
  if (reason === "end_turn") return { type: "ended", good: true, text };
  return failed(reason === "max_turn_requests" ? "max_turns" : reason, stops[reason]);
}

const stops: Readonly<Record<Exclude<PromptResponse["stopReason"], "end_turn">, string>> = {
  max_tokens: "the agent reached its limit of tokens",
  max_turn_requests: "the agent was not done at its limit of turns",
  refusal: "the agent refused to continue",
  cancelled: "the run was asked to end",
};

/** The bridge exits as its agent did. */
async function lost({ over }: AgentProcess): Promise<RunEnd> {
  const how = await over;
  if (how.kind === "no-program")
    return { line: failed("program_not_found", `there is no program ${how.program}`), exitCode: 127 };
  if (how.kind === "not-started") return { line: failed("program_not_started", how.reason), exitCode: 126 };
  const line = failed("agent_lost", `the agent ended ${how.words} before it had answered`);
  return { line, exitCode: how.exitCode === 0 ? 1 : how.exitCode };
}

const patienceMs = 3_000;

/** Time for the agent to answer the cancellation. */
function cancelledBy(cancel: AbortSignal): Promise<RunEnd> {
  return new Promise((resolve) => {
    const later = () => void soon(failed("cancelled", stops.cancelled)).then(resolve);
    cancel.addEventListener("abort", later);
    if (cancel.aborted) later();
  });
}

function soon(line: EndLine): Promise<RunEnd> {
  return new Promise((resolve) => setTimeout(() => resolve(endedWith(line)), patienceMs).unref());
}

/** Agents may leave files to their client: confined to the context. */
async function readForAgent(
  context: string,
  { path, line, limit }: ReadTextFileRequest,
): Promise<ReadTextFileResponse> {
  const file = await readText(context, path);
  if (file.kind === "missing") throw RequestError.resourceNotFound(path);
  if (file.kind === "refused") throw RequestError.invalidParams({ path }, file.reason);
  const from = Math.max(1, line ?? 1) - 1;
  const lines = file.text.split("\n").slice(from, from + (limit ?? Infinity));
  return { content: lines.join("\n") };
}

async function writeForAgent(context: string, { path, content }: WriteTextFileRequest): Promise<void> {
  const written = await replaceText(context, path, content);
  if (written.kind === "refused") throw RequestError.invalidParams({ path }, written.reason);
}

function problemLine(error: unknown): FailedLine {
  if (!(error instanceof RequestError)) return failed("agent_lost", messageOf(error));
  if (error.code === authRequired) return failed("authentication_required", messageWith(error), { status: 401 });
  return failed(names[error.code] ?? "agent_error", messageWith(error), { status: statusOf(error) });
}

const authRequired = -32_000;
const names: Readonly<Record<number, string>> = {
  [-32_700]: "parse_error",
  [-32_600]: "invalid_request",
  [-32_601]: "method_not_found",
  [-32_602]: "invalid_params",
  [-32_603]: "internal_error",
  [-32_002]: "resource_not_found",
  [-32_800]: "cancelled",
};

/** Agents pass the provider's HTTP status as the code or beside the message. */
function statusOf({ code, data }: RequestError): number | null {
  const { status, statusCode } = fieldsOf(data);
  const isStatus = (value: unknown): value is number => typeof value === "number" && value >= 400 && value <= 599;
  return [code, status, statusCode].find(isStatus) ?? null;
}

/** The data says more than "Internal error". */
function messageWith({ message, data }: RequestError): string {
  const { details, message: inner } = fieldsOf(data);
  const more = [data, details, inner].find((value) => typeof value === "string" && value.trim() !== "");
  return typeof more === "string" && !message.includes(more) ? `${message}: ${more}` : message;
}

function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
}

type Opened =
  | { readonly kind: "open"; readonly id: string; readonly options: readonly SessionConfigOption[] }
  | { readonly kind: "failed"; readonly line: FailedLine };

/** An agent that can't resume gets no new session: it would know nothing. */
async function openSession(
  agent: ClientContext,
  { agentCapabilities }: InitializeResponse,
  request: BridgeRequest,
): Promise<Opened> {
  const place: NewSessionRequest = { cwd: request.contextPath, mcpServers: [] };
  if (request.session === null) {
    const { sessionId, configOptions } = await agent.request(methods.agent.session.new, place);
    return { kind: "open", id: sessionId, options: configOptions ?? [] };
  }
  const known = { ...place, sessionId: request.session };
  const canResume = (agentCapabilities?.sessionCapabilities?.resume ?? null) !== null;
  if (!canResume && agentCapabilities?.loadSession !== true) {
    return { kind: "failed", line: failed("session_not_supported", "the agent can't resume a session") };
  }
  // Loading replays the session, which the listener ignores.
  const { configOptions } = await (canResume
    ? agent.request(methods.agent.session.resume, known)
    : agent.request(methods.agent.session.load, known));
  return { kind: "open", id: request.session, options: configOptions ?? [] };
}

/** `false`: the agent does not let its client choose. */
async function chooseModel(
  agent: ClientContext,
  { id, options }: Extract<Opened, { kind: "open" }>,
  model: string,
): Promise<boolean> {
  const option = options.find(({ category, type }) => category === "model" && type === "select");
  if (option === undefined) return false;
  await agent.request(methods.agent.session.setConfigOption, { sessionId: id, configId: option.id, value: model });
  return true;
}

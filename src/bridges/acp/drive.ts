import { client, methods, PROTOCOL_VERSION, type ClientContext, type PromptResponse } from "@agentclientprotocol/sdk";
import type { AcpDrive } from "../../agents/bridge-request.ts";
import { endedWith, type EndLine, type Run, type RunEnd } from "../bridge.ts";
import { failed } from "../event-line.ts";
import { startAgent, type AgentProcess } from "./agent-process.ts";
import { readForAgent, writeForAgent } from "./file-methods.ts";
import { makeListener, type Listener } from "./listener.ts";
import { problemLine } from "./problem.ts";
import { chooseModel, openSession } from "./session.ts";
import { spentLine } from "./spent.ts";

/** One prompt to an agent that speaks the Agent Client Protocol, from its start to its end. */
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
    // A connection breaks before the process that held it is known to be gone, and why it went says more.
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
    // No terminals: an agent has a shell of its own, in the same containment. Reading is served and not offered: Gemini
    // CLI leaves it to its client where it is, and then can't make a new file, because it does not understand that
    // there is none yet.
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: true }, terminal: false },
  });
  if (hello.protocolVersion !== PROTOCOL_VERSION) {
    return failed(
      "protocol_version",
      `the agent speaks version ${hello.protocolVersion} of the protocol, not ${PROTOCOL_VERSION}`,
    );
  }
  const session = await openSession(agent, hello, request);
  if (session.kind === "failed") return session.line;
  if (request.model !== null && !(await chooseModel(agent, session, request.model))) {
    process.stderr.write(
      `the agent lets nobody choose its model; ${request.model} is only what it was told otherwise\n`,
    );
  }
  tell({ type: "started", session: session.id, model: request.model });
  listener.begin();
  const stop = () => void agent.notify(methods.agent.session.cancel, { sessionId: session.id }).catch(() => undefined);
  cancel.addEventListener("abort", stop);
  if (cancel.aborted) stop();
  const response = await agent.request(methods.agent.session.prompt, {
    sessionId: session.id,
    prompt: [{ type: "text", text: run.prompt }],
  });
  return endOf(run, listener, response);
}

function endOf({ tell }: Run, listener: Listener, response: PromptResponse): EndLine {
  const { text, usd } = listener.finish();
  const spent = spentLine(response, usd);
  if (spent !== null) tell(spent);
  switch (response.stopReason) {
    case "end_turn":
      return { type: "ended", good: true, text };
    case "max_tokens":
      return failed("max_tokens", "the agent stopped at the most tokens that it may use");
    case "max_turn_requests":
      return failed("max_turns", "the agent was not done after the most turns that it may take");
    case "refusal":
      return failed("refusal", "the agent refused to go on");
    case "cancelled":
      return failed("cancelled", "the run was asked to end");
  }
}

/** The bridge ends as its agent did: how a program ended is told by its exit code, for this one too. */
async function lost({ over }: AgentProcess): Promise<RunEnd> {
  const how = await over;
  switch (how.kind) {
    case "no-program":
      return { line: failed("program_not_found", `there is no program ${how.program}`), exitCode: 127 };
    case "not-started":
      return { line: failed("program_not_started", how.reason), exitCode: 126 };
    case "ended":
      return {
        line: failed("agent_lost", `the agent ended ${how.words} before it had answered`),
        exitCode: how.exitCode === 0 ? 1 : how.exitCode,
      };
  }
}

const patienceMs = 3_000;

/** A while after it was asked to: an agent that answers the cancellation ends better than one that is made to. */
function cancelledBy(cancel: AbortSignal): Promise<RunEnd> {
  return new Promise((resolve) => {
    const later = () =>
      setTimeout(() => resolve(endedWith(failed("cancelled", "the run was asked to end"))), patienceMs).unref();
    cancel.addEventListener("abort", later);
    if (cancel.aborted) later();
  });
}

function soon(line: EndLine): Promise<RunEnd> {
  return new Promise((resolve) => setTimeout(() => resolve(endedWith(line)), patienceMs).unref());
}

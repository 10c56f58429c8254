import type { ModelMessage, ToolModelMessage } from "ai";
import type { HttpDrive } from "../../agents/bridge-request.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { Run, EndLine } from "../bridge.ts";
import { failed } from "../event-line.ts";
import { keepConversation, openConversation, type Conversation } from "./conversation.ts";
import { languageModel } from "./model.ts";
import { problemLine } from "./problem.ts";
import { spentLine } from "./spent.ts";
import { makeToolbox, type Toolbox } from "./toolbox.ts";
import { refused, type ToolEnd } from "./tools/tool.ts";
import { takeTurn, type Turn } from "./turn.ts";

/** Turns of the model and uses of tools, until it has nothing more to do or may do no more. */
export async function driveModel(run: Run, drive: HttpDrive): Promise<EndLine> {
  const { request, tell, cancel } = run;
  const known = await openConversation(drive.homePath, request.session);
  if (known === null)
    return failed("session_not_found", `there is no session ${String(request.session)} to go on with`);
  const key = drive.keyVariable === null ? "" : (process.env[drive.keyVariable] ?? "");
  if (drive.keyVariable !== null && key === "")
    return failed("authentication_error", `${drive.keyVariable} is not set`, { status: 401 });
  tell({ type: "started", session: known.session, model: drive.model });

  const model = languageModel(drive, key);
  const toolbox = makeToolbox(
    { context: request.contextPath, env: environmentWithout(drive.keyVariable), cancel },
    drive.tools,
  );
  let conversation: Conversation = { ...known, messages: [...known.messages, { role: "user", content: run.prompt }] };
  let usd = 0;
  for (let turns = 1; ; turns++) {
    let turn: Turn;
    try {
      turn = await takeTurn({ model, messages: conversation.messages, tools: toolbox.tools, tell, cancel });
    } catch (error) {
      return cancel.aborted ? cancelled() : problemLine(error, Date.now() as EpochMs);
    }
    const spent = spentLine(turn.usage, drive.price);
    if (spent !== null) tell(spent);
    usd += spent?.usd ?? 0;
    conversation = {
      ...conversation,
      messages: [...conversation.messages, ...turn.messages, ...(await useTools(turn, toolbox, run))],
    };
    await keepConversation(drive.homePath, conversation);
    const end = cancel.aborted
      ? cancelled()
      : endAfter(turn, { turns, maxTurns: drive.maxTurns, usd, budgetUsd: request.budgetUsd });
    if (end !== null) return end;
  }
}

/**
 * One after the other: a model may well ask for two changes of one file. Every call gets its result, or the
 * conversation can't go on.
 */
async function useTools(
  { calls, why }: Turn,
  toolbox: Toolbox,
  { tell, cancel }: Run,
): Promise<readonly ModelMessage[]> {
  const content: ToolModelMessage["content"] = [];
  const isCut = why === "length" || why === "content-filter";
  for (const { toolCallId, toolName, input } of calls) {
    let end: ToolEnd = refused("not done: the answer that asked for it broke off, or the run is being ended");
    if (!isCut && !cancel.aborted) {
      tell({ type: "did", tool: toolName, detail: toolbox.detail(toolName, input) });
      end = await toolbox.use(toolName, input);
    }
    content.push({
      type: "tool-result",
      toolCallId,
      toolName,
      output: { type: end.isGood ? "text" : "error-text", value: end.text },
    });
  }
  return content.length === 0 ? [] : [{ role: "tool", content }];
}

interface Limits {
  readonly turns: number;
  readonly maxTurns: number;
  readonly usd: number;
  readonly budgetUsd: number | null;
}

/** `null`: another turn. */
function endAfter({ why, text, hadCalls }: Turn, { turns, maxTurns, usd, budgetUsd }: Limits): EndLine | null {
  if (why === "length")
    return failed("max_tokens", "the answer was cut off: it reached the most tokens that one answer may have");
  if (why === "content-filter") return failed("refusal", "the provider or the model refused to answer");
  if (!hadCalls && why !== "stop") return failed("stream_disconnected", `the answer broke off (${why})`);
  if (!hadCalls) return { type: "ended", good: true, text: text.trim() === "" ? null : text.trim() };
  if (turns >= maxTurns) return failed("max_turns", `the model was not done after ${turns} turns`);
  if (budgetUsd !== null && usd >= budgetUsd)
    return failed(
      "budget_exceeded",
      `${usd.toFixed(4)} of ${budgetUsd} US dollars are spent, and the model was not done`,
    );
  return null;
}

function cancelled(): EndLine {
  return failed("cancelled", "the run was asked to end");
}

/** A command that the model runs needs no key to the model. */
function environmentWithout(keyVariable: string | null): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== keyVariable));
}

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel, LanguageModelUsage, ModelMessage, ToolModelMessage } from "ai";
import type { HttpDrive, ModelPrice } from "../../agents/bridge-request.ts";
import { costOf } from "../../agents/profile/prices.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { writeWhole } from "../../base/files/write/write-whole.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { EndLine, Run } from "../bridge.ts";
import { type SpentLine, failed, got, spent } from "../event-line.ts";
import { refused } from "./command.ts";
import { problemLine } from "./problem.ts";
import { type Toolbox, callDetail, makeToolbox } from "./toolbox.ts";
import { type Turn, takeTurn } from "./turn.ts";

/** Turns of the model and its tool calls, until it is done or reaches a limit. */
export async function driveModel(run: Run, drive: HttpDrive): Promise<EndLine> {
  const { request, tell, cancel } = run;
  const known = await openConversation(drive.homePath, request.session);
  if (known === null) return failed("session_not_found", `there is no session ${request.session} to resume`);
  const key = drive.keyVariable === null ? "" : (process.env[drive.keyVariable] ?? "");
  if (drive.keyVariable !== null && key === "")
    return failed("authentication_error", `${drive.keyVariable} is not set`, { status: 401 });
  tell({ type: "started", session: known.session, model: drive.model });

  const model = languageModel(drive, key);
  // Commands of the model need no key.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== drive.keyVariable));
  const toolbox = makeToolbox({ context: request.contextPath, env, cancel }, drive.tools);
  const { session } = known;
  let messages: readonly ModelMessage[] = [...known.messages, { role: "user", content: run.prompt }];
  let usd = 0;
  for (let turns = 1; ; turns++) {
    let turn: Turn;
    try {
      turn = await takeTurn({ model, messages, tools: toolbox.tools, tell, cancel });
    } catch (error) {
      return cancel.aborted ? cancelled : problemLine(error, Date.now() as EpochMs);
    }
    const line = spentLine(turn.usage, drive.price);
    if (line !== null) tell(line);
    usd += line?.usd ?? 0;
    messages = [...messages, ...turn.messages, ...(await useTools(turn, toolbox, run))];
    await keepConversation(drive.homePath, { session, messages });
    const end = cancel.aborted
      ? cancelled
      : endAfter(turn, { turns, maxTurns: drive.maxTurns, usd, budgetUsd: request.budgetUsd });
    if (end !== null) return end;
  }
}

const cancelled: EndLine = failed("cancelled", "the run was asked to end");

/** One after the other: two calls may change one file. Every call needs a result, or the conversation is invalid. */
async function useTools(
  { calls, why }: Turn,
  toolbox: Toolbox,
  { tell, cancel }: Run,
): Promise<readonly ModelMessage[]> {
  const content: ToolModelMessage["content"] = [];
  const isCut = why === "length" || why === "content-filter";
  for (const { toolCallId, toolName, input } of calls) {
    const isSkipped = isCut || cancel.aborted;
    const call = { tool: toolName, detail: callDetail(toolName, input) };
    if (!isSkipped) tell({ type: "did", ...call });
    const { text, isGood } = isSkipped
      ? refused("not done: the answer broke off, or the run is being ended")
      : await toolbox.use(toolName, input);
    if (!isSkipped) tell(got(call, text, isGood));
    content.push({
      type: "tool-result",
      toolCallId,
      toolName,
      output: { type: isGood ? "text" : "error-text", value: text },
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
  if (why === "length") return failed("max_tokens", "the answer was cut off at the limit of tokens for one answer");
  if (why === "content-filter") return failed("refusal", "the provider or the model refused to answer");
  if (!hadCalls && why !== "stop") return failed("stream_disconnected", `the answer broke off (${why})`);
  if (!hadCalls) return { type: "ended", good: true, text: text.trim() === "" ? null : text.trim() };
  if (turns >= maxTurns) return failed("max_turns", `the model was not done after ${turns} turns`);
  return budgetUsd !== null && usd >= budgetUsd
    ? failed("budget_exceeded", `${usd.toFixed(4)} of ${budgetUsd} US dollars are spent, and the model was not done`)
    : null;
}

function languageModel({ api, baseUrl, model }: HttpDrive, key: string): LanguageModel {
  const trimmed = baseUrl.replace(/\/+$/, "");
  // All three APIs are below `/v1`; a base URL with a path is complete.
  const baseURL = new URL(trimmed).pathname === "/" ? `${trimmed}/v1` : trimmed;
  if (api === "anthropic") return createAnthropic({ baseURL, apiKey: key })(model);
  const auth = key === "" ? {} : { apiKey: key };
  return createOpenAICompatible({ name: api, baseURL, includeUsage: true, ...auth }).chatModel(model);
}

/** `null`: the provider did not report it, which is not the same as 0. */
function spentLine(usage: LanguageModelUsage, price: ModelPrice | null): SpentLine | null {
  if (usage.inputTokens === undefined && usage.outputTokens === undefined) return null;
  const { cacheReadTokens = 0, cacheWriteTokens = 0, noCacheTokens } = usage.inputTokenDetails;
  const inputTokens = noCacheTokens ?? Math.max(0, (usage.inputTokens ?? 0) - cacheReadTokens - cacheWriteTokens);
  const tokens = { inputTokens, outputTokens: usage.outputTokens ?? 0, cacheReadTokens, cacheWriteTokens };
  return spent("turn", tokens, price === null ? null : costOf(tokens, price));
}

/** Kept, so that a follow-up can resume it. */
interface Conversation {
  readonly session: string;
  readonly messages: readonly ModelMessage[];
}

/** `null`: no such session. */
async function openConversation(home: string, session: string | null): Promise<Conversation | null> {
  if (session === null) return { session: randomUUID(), messages: [] };
  // It becomes a file name.
  if (!/^[0-9a-f-]{36}$/.test(session)) return null;
  try {
    return { session, messages: JSON.parse(await readFile(fileOf(home, session), "utf8")) as ModelMessage[] };
  } catch {
    return null;
  }
}

async function keepConversation(home: string, { session, messages }: Conversation): Promise<void> {
  await makeFolder(join(home, "sessions"));
  await writeWhole(fileOf(home, session), JSON.stringify(messages));
}

function fileOf(home: string, session: string): string {
  return join(home, "sessions", `${session}.json`);
}

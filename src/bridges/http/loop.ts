import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel, LanguageModelUsage, ModelMessage, ToolModelMessage } from "ai";
import type { HttpDrive, ModelPrice } from "../../agents/bridge-request.ts";
import type { EpochMs } from "../../base/ids.ts";
import { makeFolder } from "../../base/files/make-folder.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import type { EndLine, Run } from "../bridge.ts";
import { type SpentLine, failed } from "../event-line.ts";
import { problemLine } from "./problem.ts";
import { type Toolbox, makeToolbox } from "./toolbox.ts";
import { type ToolEnd, refused } from "./tools/tool.ts";
import { type Turn, takeTurn } from "./turn.ts";

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

/** `key`: empty when none is sent. */
function languageModel(
  { api, baseUrl, model }: Pick<HttpDrive, "api" | "baseUrl" | "model">,
  key: string,
): LanguageModel {
  const baseURL = apiRoot(baseUrl);
  if (api === "anthropic") return createAnthropic({ baseURL, apiKey: key })(model);
  return createOpenAICompatible({
    name: api,
    baseURL,
    includeUsage: true,
    ...(key === "" ? {} : { apiKey: key }),
  }).chatModel(model);
}

/** A host alone stands for its `/v1`, where all three have their API; whoever names a path means that. */
function apiRoot(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, "");
  return new URL(trimmed).pathname === "/" ? `${trimmed}/v1` : trimmed;
}

/** What one turn took. `null`: the provider did not tell, which is not the same as nothing. */
function spentLine(usage: LanguageModelUsage, price: ModelPrice | null): SpentLine | null {
  if (usage.inputTokens === undefined && usage.outputTokens === undefined) return null;
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = usage.inputTokenDetails;
  const input =
    usage.inputTokenDetails.noCacheTokens ?? Math.max(0, (usage.inputTokens ?? 0) - cacheReadTokens - cacheWriteTokens);
  const output = usage.outputTokens ?? 0;
  const usd =
    price === null
      ? null
      : (input * price.input +
          output * price.output +
          cacheReadTokens * (price.cacheRead ?? price.input) +
          cacheWriteTokens * (price.cacheWrite ?? price.input)) /
        1_000_000;
  return {
    type: "spent",
    scope: "turn",
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: cacheReadTokens,
    cache_write_tokens: cacheWriteTokens,
    usd,
  };
}

/** What was said so far, kept so that a follow-up can go on with it. */
interface Conversation {
  readonly session: string;
  readonly messages: readonly ModelMessage[];
}

/** `null`: there is no such session here. */
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

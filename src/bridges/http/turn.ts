import {
  type FinishReason,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  type ToolSet,
  streamText,
} from "ai";
import type { Tell } from "../event-line.ts";
import { makeSaid } from "../said.ts";

/** One answer of the model. */
export interface Turn {
  readonly usage: LanguageModelUsage;
  readonly why: FinishReason;
  readonly text: string;
  /** To be added to the conversation. */
  readonly messages: readonly ModelMessage[];
  /** Calls with valid input; `messages` has the refusals of the others. */
  readonly calls: readonly { readonly toolCallId: string; readonly toolName: string; readonly input: unknown }[];
  readonly hadCalls: boolean;
}

interface TurnRequest {
  readonly model: LanguageModel;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  readonly tell: Tell;
  readonly cancel: AbortSignal;
}

/** Streamed: a silent connection would time out during a long answer. Throws the provider's or network's error. */
export async function takeTurn({ model, messages, tools, tell, cancel }: TurnRequest): Promise<Turn> {
  const result = streamText({
    model,
    system: instructions,
    messages: [...messages],
    tools,
    maxRetries: 0,
    abortSignal: cancel,
    // Otherwise every turn pays for the whole conversation.
    providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    // By default the SDK prints them, with the whole request.
    onError: () => undefined,
  });
  const said = makeSaid(tell);
  let pulseAt = Date.now();
  let trouble: { readonly error: unknown } | null = null;
  for await (const part of result.fullStream) {
    if (part.type === "text-delta") said.add(part.text);
    if (part.type === "text-end") said.flush();
    // The first one has the cause.
    if (part.type === "error") trouble ??= { error: part.error };
    // Without output, the bridge would be ended as idle.
    if (Date.now() - pulseAt >= pulseMs) {
      pulseAt = Date.now();
      process.stderr.write("the model is still answering\n");
    }
  }
  said.flush();
  cancel.throwIfAborted();
  if (trouble !== null) throw trouble.error;
  const calls = await result.toolCalls;
  return {
    usage: await result.usage,
    why: await result.finishReason,
    text: await result.text,
    messages: (await result.response).messages,
    calls: calls.filter((call) => call.invalid !== true),
    hadCalls: calls.length > 0,
  };
}

const pulseMs = 30_000;

/** Only about the surroundings: the prompt has the task. */
const instructions = `You are a coding agent. You work alone in one folder, a checkout of a git repository: no person watches or answers questions.
Use the tools to read files, change them and run commands. Paths are relative to the folder; change nothing outside of it.
If a tool refuses, it says why: try another way. Do the whole task, check your work as far as you can, and end with a short summary of what you did.`;

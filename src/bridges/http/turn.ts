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
  /** What is to be added to the conversation. */
  readonly messages: readonly ModelMessage[];
  /** Those whose input makes sense; the others have their refusal in `messages` already. */
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

/**
 * Streamed, because a long answer outlasts every time limit on a connection over which nothing comes. Throws what the
 * provider or the network gave in place of an answer.
 */
export async function takeTurn({ model, messages, tools, tell, cancel }: TurnRequest): Promise<Turn> {
  const result = streamText({
    model,
    system: instructions,
    messages: [...messages],
    tools,
    maxRetries: 0,
    abortSignal: cancel,
    // Without it every turn pays for the whole conversation again.
    providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    // The loop below sees them; left to itself the SDK prints them, with the whole request.
    onError: () => undefined,
  });
  const said = makeSaid(tell);
  const pulse = makePulse();
  let trouble: { readonly error: unknown } | null = null;
  for await (const part of result.fullStream) {
    pulse();
    if (part.type === "text-delta") said.add(part.text);
    if (part.type === "text-end") said.flush();
    // The first says what it was; what follows is that the stream is over.
    if (part.type === "error") trouble ??= { error: part.error };
  }
  said.flush();
  cancel.throwIfAborted();
  if (trouble !== null) throw trouble.error;
  return turnOf(result);
}

async function turnOf(result: ReturnType<typeof streamText>): Promise<Turn> {
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

/** A long answer is no hang: what watches over the bridge sees that something comes. */
function makePulse(): () => void {
  let last = Date.now();
  return () => {
    if (Date.now() - last < pulseMs) return;
    last = Date.now();
    process.stderr.write("the model is still answering\n");
  };
}

/** What every model is told first. The prompt says what is to be done; this only says where it is. */
const instructions = `You are a coding agent. You work alone in one folder, a checkout of a git repository: nobody watches, and nobody answers questions.
Use the tools to look at the files, to change them and to run commands. Paths are relative to the folder, and nothing outside it may be touched.
A tool that refuses says why; take another way then. Do the whole of what is asked, check it as far as you can, and end with a short account of what you did.`;

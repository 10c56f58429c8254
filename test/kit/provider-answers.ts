import { posix } from "node:path";
import type { ChatCompletionRequest, ChatMessage, FixtureResponse } from "@copilotkit/aimock";

/** The n-th turn writes the n-th file that the last prompt asks for; the turn after the last one says so. */
export function answerFor(request: ChatCompletionRequest): FixtureResponse {
  const { wishes, done } = progressOf(request.messages);
  const wish = wishes[done];
  const names = (request.tools ?? []).map((tool) => tool.function.name);
  const tool = wish === undefined ? undefined : tools.find(({ name }) => names.includes(name));
  if (wish === undefined || tool === undefined)
    return { content: `Done: ${String(done)} of ${String(wishes.length)}.`, usage: usageOf(7) };
  return {
    toolCalls: [{ name: tool.name, arguments: JSON.stringify(tool.call(commandFor(wish))) }],
    usage: usageOf(11),
  };
}

/** Without a command substitution, which Gemini CLI refuses to run. */
function commandFor({ file, word }: Wish): string {
  return `mkdir -p ${posix.dirname(file)} && echo ${word} > ${file}`;
}

interface Wish {
  readonly file: string;
  readonly word: string;
}

/** Agents put messages of their own beside the prompt: only what has a wish in it is one. */
function progressOf(messages: readonly ChatMessage[]): { readonly wishes: readonly Wish[]; readonly done: number } {
  const last = messages.findLastIndex((message) => message.role === "user" && wishesIn(textOf(message)).length > 0);
  if (last === -1) return { wishes: [], done: 0 };
  return {
    wishes: wishesIn(textOf(messages[last])),
    done: messages.slice(last).filter(({ role }) => role === "tool").length,
  };
}

function wishesIn(text: string): readonly Wish[] {
  return [...text.matchAll(/\bwrite ([\w./-]+) with (\w+)/g)].map(([, file = "", word = ""]) => ({ file, word }));
}

function textOf(message: ChatMessage | undefined): string {
  const content = message?.content ?? "";
  return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
}

/** A shell takes paths relative to the context, which is unknown here. */
const tools: readonly { readonly name: string; readonly call: (command: string) => object }[] = [
  { name: "Bash", call: (command) => ({ command, description: "Writes the file" }) },
  { name: "exec_command", call: (command) => ({ cmd: command }) },
  { name: "shell_command", call: (command) => ({ command }) },
  { name: "shell", call: (command) => ({ command: ["sh", "-c", command] }) },
  { name: "run_shell_command", call: (command) => ({ command, description: "Writes the file" }) },
  { name: "bash", call: (command) => ({ command, description: "Writes the file" }) },
];

/** Each provider has names of its own for the same two numbers; the wrong ones are not sent. */
function usageOf(output: number): Readonly<Record<string, number>> {
  return {
    prompt_tokens: 100,
    completion_tokens: output,
    input_tokens: 100,
    output_tokens: output,
    promptTokenCount: 100,
    candidatesTokenCount: output,
  };
}

import type { Expected } from "./hostile-messages.ts";
import type { Heard } from "./raw-connection.ts";

interface Said {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: { readonly code?: unknown } };
}

/** What is wrong about what came back; `marker` answers the call that was sent right behind. */
export function faultsOf(expected: Expected, { messages, isOver }: Heard, marker: number): readonly string[] {
  const said = (messages as readonly Said[]).filter((message) => Array.isArray(message) || message.id !== marker);
  const wantsEnd = expected.kind === "end";
  const end = isOver === wantsEnd ? [] : [isOver ? "the connection was ended" : "the connection was not ended"];
  return [...end, ...answerFaults(expected, said)];
}

function answerFaults(expected: Expected, said: readonly Said[]): readonly string[] {
  const [only] = said;
  switch (expected.kind) {
    case "cut":
      return [];
    case "nothing":
      return said.length === 0 ? [] : [`an answer to nothing: ${shown(said)}`];
    case "error":
    case "end":
      return said.length === 1 && only !== undefined
        ? errorFaults(only, expected.codes)
        : [`not one error but: ${shown(said)}`];
    case "result":
      return said.length === 1 && only?.error === undefined ? [] : [`no result but: ${shown(said)}`];
    case "batch":
      return said.length === 1 && Array.isArray(only) && only.length === expected.answers
        ? []
        : [`not ${expected.answers} answers but: ${shown(said)}`];
  }
}

function errorFaults(said: Said, codes: readonly number[]): readonly string[] {
  const { code, message, data } = said.error ?? {};
  if (
    !codes.includes(code as number) ||
    typeof message !== "string" ||
    message === "" ||
    typeof data?.code !== "string"
  )
    return [`the wrong error: ${shown(said)}`];
  return message.length > 2000 ? [`a message of ${message.length} characters`] : [];
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 300);
}

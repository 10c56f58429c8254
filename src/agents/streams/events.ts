import { clip } from "../../base/text.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { AgentEvent, AgentProblem } from "../agent-event.ts";
import type { StreamReader } from "../agent.ts";
import { asFields, type Fields, fieldsIn, textAt, valueAt } from "./fields.ts";

/** Bounds what is kept of an agent's output. */
const longestText = 20_000;
const longestMessage = 4_000;
const longestDetail = 200;

export const unread: readonly AgentEvent[] = [{ kind: "unread" }];

export function said(text: string | null): readonly AgentEvent[] {
  return text === null || text.trim() === "" ? [] : [{ kind: "said", text: clip(text, longestText) }];
}

export function thought(text: string | null): readonly AgentEvent[] {
  return text === null || text.trim() === "" ? [] : [{ kind: "thought", text: clip(text, longestText) }];
}

export function heard(id: string | null, text: string | null): readonly AgentEvent[] {
  return text === null || text.trim() === "" ? [] : [{ kind: "heard", id, text: clip(text, longestText) }];
}

export function ended(isGood: boolean, text: string | null): AgentEvent {
  return { kind: "ended", isGood, text: text === null ? null : clip(text, longestText) };
}

export function failed(problem: Partial<AgentProblem>, isFinal: boolean): AgentEvent {
  const { status = null, type = null, message = "", resetAt = null } = problem;
  return { kind: "failed", problem: { status, type, message: clip(message, longestMessage), resetAt }, isFinal };
}

export function limited(limit: {
  status?: number | null;
  message?: string;
  resetAt?: EpochMs | null;
  waitMs?: number | null;
}): AgentEvent {
  const { status = null, message = "", resetAt = null, waitMs = null } = limit;
  return { kind: "limited", status, message: clip(message, longestMessage), resetAt, waitMs };
}

/** `given`: text, parts with text, or nothing to show. */
export function got(call: Pick<Did, "tool" | "detail">, given: unknown, isGood: boolean): AgentEvent {
  const parts = (Array.isArray(given) ? given : [given]).map((part) =>
    typeof part === "string" ? part : (textAt(part, "text") ?? ""),
  );
  const text = parts.filter((part) => part !== "").join("\n");
  return { kind: "got", tool: call.tool, detail: call.detail, text: clip(text, longestText), isGood };
}

/** Calls whose results are still to come. An agent that never reports results must not fill the memory. */
export function makeCalls(): {
  note(id: string | null, call: Did): readonly AgentEvent[];
  take(id: string | null): Did;
} {
  const open = new Map<string, Did>();
  return {
    note: (id, call) => {
      if (id !== null) open.set(id, call);
      const [oldest] = open.keys();
      if (open.size > mostCalls && oldest !== undefined) open.delete(oldest);
      return [call];
    },
    take: (id) => {
      const call = open.get(id ?? "");
      open.delete(id ?? "");
      return call ?? { kind: "did", tool: "", detail: "" };
    },
  };
}

const mostCalls = 200;

type Did = Extract<AgentEvent, { kind: "did" }>;

/** `input`: text, or an object with a path, a command or similar. */
export function did(tool: string, input: unknown): Did {
  const detail = typeof input === "string" ? input : tellingOf(asFields(input) ?? {});
  return {
    kind: "did",
    tool: clip(tool, longestDetail),
    detail: clip(detail.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), longestDetail),
  };
}

/** In order of meaning: a command says more than its description. */
const telling = [
  "file_path",
  "filePath",
  "path",
  "absolute_path",
  "command",
  "cmd",
  "pattern",
  "query",
  "url",
  "description",
  "prompt",
];

function tellingOf(input: Fields): string {
  for (const key of telling) {
    const value = valueAt(input, key);
    if (Array.isArray(value)) return value.filter((part) => typeof part === "string").join(" ");
    const text = textAt(input, key);
    if (text !== null && text !== "") return text;
  }
  return "";
}

/** Unknown types give nothing: every version adds some. */
type ReadEvent = (type: string, event: Fields) => readonly AgentEvent[];

/** For agents that print an object with a `type` per line. */
export function lineReader(read: ReadEvent, end: () => readonly AgentEvent[] = () => []): StreamReader {
  return {
    line: (text) => {
      if (text.trim() === "") return [];
      const event = fieldsIn(text);
      const type = textAt(event, "type");
      return event === null || type === null ? unread : read(type, event);
    },
    end,
  };
}

import type { EpochMs } from "../../base/ids.ts";
import type { AgentEvent, AgentProblem } from "../agent-event.ts";
import { asFields, type Fields, textAt, valueAt } from "./fields.ts";

/** What people read of it is far less; what is kept must not grow with what an agent prints. */
const longestText = 20_000;
const longestMessage = 4_000;
const longestDetail = 200;

export const unread: readonly AgentEvent[] = [{ kind: "unread" }];

/** Words that are no words are not told. */
export function said(text: string | null): readonly AgentEvent[] {
  return text === null || text.trim() === "" ? [] : [{ kind: "said", text: clip(text, longestText) }];
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

/** `input`: what the tool was given, as text or as an object with a path, a command or the like. */
export function did(tool: string, input: unknown): AgentEvent {
  const detail = typeof input === "string" ? input : tellingOf(asFields(input) ?? {});
  return {
    kind: "did",
    tool: clip(tool, longestDetail),
    detail: clip(detail.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), longestDetail),
  };
}

/** The more telling first: a command's own description of itself says less than the command. */
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

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

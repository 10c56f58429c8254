import type { EpochMs } from "../../base/ids.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { FormReader, StreamReader } from "../agent.ts";
import type { OutputForm } from "../profiles/schema/profile.ts";
import { resetIn } from "../trouble/reset.ts";
import { objectReader } from "./any/places.ts";
import { did, ended, failed, got, heard, lineReader, limited, said, unread } from "./events.ts";
import { type Fields, asFields, fieldsIn, numberAt, statusAt, textAt, usageAt, valueAt } from "./fields.ts";
import { claudeReader } from "./known/claude.ts";
import { codexReader } from "./known/codex.ts";
import { geminiReader } from "./known/gemini.ts";
import { opencodeReader } from "./known/opencode.ts";

/** A reader per run: readers have state. They never throw. */
export function readerFor(form: OutputForm): (now: () => EpochMs) => FormReader {
  const make = makerOf(form);
  return (now) => ({ form, ...make(now) });
}

function makerOf(form: OutputForm): (now: () => EpochMs) => StreamReader {
  switch (form.format) {
    case "claude":
      return claudeReader;
    case "codex":
      return codexReader;
    case "gemini":
      return geminiReader;
    case "opencode":
      return opencodeReader;
    case "tutti":
      return tuttiReader;
    case "jsonl":
      return () => jsonlReader(form);
    case "json":
      return () => jsonReader(form);
    case "text":
      return () => silent;
  }
}

/** Prose proves nothing, not even life. */
const silent: StreamReader = { line: () => [], end: () => [] };

/** One object a line. */
export function jsonlReader(form: OutputForm): StreamReader {
  const reader = objectReader(form);
  return {
    line: (line) => {
      if (line.trim() === "") return [];
      const object = fieldsIn(line);
      return object === null ? unread : reader.object(object);
    },
    end: () => reader.end(),
  };
}

/** No place in a longer answer could be named. */
const longestAnswer = 16 * 1024 * 1024;

/** One object, or a list, at the end. */
export function jsonReader(form: OutputForm): StreamReader {
  const lines: string[] = [];
  let length = 0;
  return {
    line: (line) => {
      // Output before the answer.
      if (length === 0 && !/^\s*[[{]/.test(line)) return [];
      length += line.length + 1;
      if (length <= longestAnswer) lines.push(line);
      return [];
    },
    end: () => (length > longestAnswer ? unread : read(form, lines.splice(0).join("\n"))),
  };
}

function read(form: OutputForm, answer: string): readonly AgentEvent[] {
  if (answer === "") return [];
  const objects = objectsIn(answer);
  if (objects === null) return unread;
  const reader = objectReader(form);
  return [...objects.flatMap((object) => reader.object(object)), ...reader.end()];
}

function objectsIn(answer: string): readonly Fields[] | null {
  try {
    const value: unknown = JSON.parse(answer);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.map(asFields).filter((object) => object !== null);
  } catch {
    return null;
  }
}

/** Tutti's own lines, from its bridges or a user's agent. */
export function tuttiReader(now: () => EpochMs): StreamReader {
  return lineReader((type, event) => eventsOf(type, event, now()));
}

function eventsOf(type: string, event: Fields, now: EpochMs): readonly AgentEvent[] {
  const message = textAt(event, "message") ?? "";
  const resetAt = momentAt(event, "reset_at_ms");
  switch (type) {
    case "started":
      return [{ kind: "started", session: textAt(event, "session"), model: textAt(event, "model") }];
    case "said":
      return said(textAt(event, "text"));
    case "heard":
      return heard(textAt(event, "id"), textAt(event, "text"));
    case "did":
      return [did(textAt(event, "tool") ?? "", textAt(event, "detail") ?? "")];
    case "got": {
      const call = did(textAt(event, "tool") ?? "", textAt(event, "detail") ?? "");
      return [got(call, textAt(event, "text"), valueAt(event, "good") !== false)];
    }
    case "spent":
      return [spent(event)];
    case "limited":
      return [
        limited({
          status: statusAt(event, "status"),
          message,
          resetAt: resetAt ?? resetIn(message, now),
          waitMs: numberAt(event, "wait_ms"),
        }),
      ];
    case "failed": {
      const problem = {
        status: statusAt(event, "status"),
        type: textAt(event, "error"),
        message,
        resetAt: resetAt ?? resetIn(message, now),
      };
      return [failed(problem, valueAt(event, "final") !== false)];
    }
    case "rate_limit":
      return [failed({ status: 429, message, resetAt }, true)];
    case "ended":
      return [ended(valueAt(event, "good") === true, textAt(event, "text"))];
    default:
      return [];
  }
}

function momentAt(event: Fields, key: string): EpochMs | null {
  const at = numberAt(event, key);
  return at !== null && Number.isSafeInteger(at) && at > 0 ? (at as EpochMs) : null;
}

function spent(event: Fields): AgentEvent {
  const scope = textAt(event, "scope") === "total" ? "total" : "turn";
  return { kind: "spent", scope, usage: usageAt(event, tokens, numberAt(event, "usd")) };
}

const tokens = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"];

import type { EpochMs } from "../../../base/ids.ts";
import type { AgentEvent } from "../../agent-event.ts";
import type { StreamReader } from "../../agent.ts";
import { resetIn } from "../../trouble/reset.ts";
import { did, ended, failed, got, lineReader, makeCalls, said } from "../events.ts";
import { asFields, countAt, type Fields, fieldsIn, statusAt, textAt, valueAt } from "../fields.ts";

/** A longer message is reported in parts. */
const longestPiece = 8_000;

/** Gemini CLI with `--output-format stream-json`. */
export function geminiReader(now: () => EpochMs): StreamReader {
  let piece = "";
  let lastText: string | null = null;
  const calls = makeCalls();
  const flush = (): readonly AgentEvent[] => {
    const events = said(piece);
    if (events.length > 0) lastText = piece;
    piece = "";
    return events;
  };
  const read = (type: string, event: Fields): readonly AgentEvent[] => {
    if (type === "message" && textAt(event, "role") === "assistant") {
      piece += textAt(event, "content") ?? "";
      return valueAt(event, "delta") === true && piece.length < longestPiece ? [] : flush();
    }
    const before = flush();
    return [...before, ...eventsOf(type, event, { now: now(), lastText, calls })];
  };
  return lineReader(read, flush);
}

function eventsOf(
  type: string,
  event: Fields,
  { now, lastText, calls }: { now: EpochMs; lastText: string | null; calls: ReturnType<typeof makeCalls> },
): readonly AgentEvent[] {
  switch (type) {
    case "init":
      return [{ kind: "started", session: textAt(event, "session_id"), model: textAt(event, "model") }];
    case "tool_use":
      return calls.note(textAt(event, "tool_id"), did(textAt(event, "tool_name") ?? "", valueAt(event, "parameters")));
    case "tool_result": {
      const given = textAt(event, "output") ?? textAt(event, "error", "message");
      return [got(calls.take(textAt(event, "tool_id")), given, textAt(event, "status") !== "error")];
    }
    case "error":
      // A warning, such as a detected loop, is no failure.
      return textAt(event, "severity") === "error"
        ? [failed(problemOf(event, textAt(event, "message") ?? "", now), false)]
        : [];
    case "result": {
      const isGood = textAt(event, "status") === "success";
      if (isGood) return [spent(event), ended(true, lastText)];
      // After an interrupted answer, 0 means unknown.
      const known = countAt(event, "stats", "total_tokens") === 0 ? [] : [spent(event)];
      return [
        ...known,
        failed(problemOf(event["error"], textAt(event, "error", "message") ?? "", now), true),
        ended(false, null),
      ];
    }
    default:
      return [];
  }
}

/** The provider's error is in the text: `[API Error: {"error":{"code":401,…}}]`. */
function problemOf(error: unknown, message: string, now: EpochMs): Parameters<typeof failed>[0] {
  const [, inner = message] = /^\[API Error: (.*)\]/s.exec(message) ?? [];
  const told = asFields(valueAt(fieldsIn(inner), "error"));
  const resetAt = resetIn(inner, now);
  if (told !== null)
    return {
      status: statusAt(told, "code"),
      type: textAt(told, "status"),
      message: textAt(told, "message") ?? inner,
      resetAt,
    };
  // Only limits have this line, and then no status.
  const status = /\nSuggested retry after \d/.test(inner) ? 429 : null;
  return { status, type: textAt(error, "type"), message: inner, resetAt };
}

/** Input includes the cache; only the total includes thinking, which is paid as output. */
function spent(event: Fields): AgentEvent {
  const cached = countAt(event, "stats", "cached");
  const input = countAt(event, "stats", "input_tokens");
  const usage = {
    inputTokens: Math.max(0, input - cached),
    outputTokens: Math.max(countAt(event, "stats", "output_tokens"), countAt(event, "stats", "total_tokens") - input),
    cacheReadTokens: cached,
    cacheWriteTokens: 0,
    usd: null,
  };
  return { kind: "spent", scope: "total", usage };
}

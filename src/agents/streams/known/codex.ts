import type { EpochMs } from "../../../base/ids.ts";
import type { AgentEvent } from "../../agent-event.ts";
import type { StreamReader } from "../../agent.ts";
import { resetIn } from "../../trouble/reset.ts";
import { did, ended, failed, got, limited, lineReader, said, thought } from "../events.ts";
import { countAt, type Fields, listAt, numberAt, textAt, valueAt } from "../fields.ts";

/** Codex with `exec --json`. */
export function codexReader(now: () => EpochMs): StreamReader {
  let lastText: string | null = null;
  return lineReader((type, event) => {
    switch (type) {
      case "thread.started":
        return [{ kind: "started", session: textAt(event, "thread_id"), model: null }];
      case "item.started":
        return begun(event["item"]);
      case "item.completed": {
        const text = textAt(event, "item", "type") === "agent_message" ? textAt(event, "item", "text") : null;
        lastText = text ?? lastText;
        return text === null ? completed(event["item"]) : said(text);
      }
      case "turn.completed":
        return [spent(event), ended(true, lastText)];
      case "turn.failed":
        return [failed(problemOf(textAt(event, "error", "message") ?? "", now()), true), ended(false, null)];
      case "error":
        return [complaint(textAt(event, "message") ?? "", now())];
      default:
        return [];
    }
  });
}

function begun(item: unknown): readonly AgentEvent[] {
  const call = callOf(item);
  return call === null ? [] : [call];
}

function callOf(item: unknown): ReturnType<typeof did> | null {
  switch (textAt(item, "type")) {
    case "command_execution":
      return did("command", textAt(item, "command") ?? "");
    case "mcp_tool_call":
      return did(textAt(item, "tool") ?? "mcp", valueAt(item, "arguments"));
    case "web_search":
      return did("web_search", textAt(item, "query") ?? "");
    default:
      return null;
  }
}

/** A patch is reported when done. An item of type `error` is a warning. */
function completed(item: unknown): readonly AgentEvent[] {
  const type = textAt(item, "type");
  if (type === "reasoning") return thought(textAt(item, "text"));
  if (type === "file_change")
    return listAt(item, "changes").map((change) => did("file_change", textAt(change, "path") ?? ""));
  const call = callOf(item);
  if (call === null) return [];
  const output = textAt(item, "aggregated_output") ?? valueAt(item, "result", "content");
  const given = output ?? textAt(item, "error", "message");
  return [got(call, given, (numberAt(item, "exit_code") ?? 0) === 0 && textAt(item, "status") !== "failed")];
}

/** It retries after `Reconnecting... 2/5 (why)`, perhaps an hour later without another event. */
function complaint(message: string, now: EpochMs): AgentEvent {
  const tries = /^Reconnecting\.\.\. (?:\d+\/\d+|[a-z ]+?)(?: \((.*)\))?$/s.exec(message);
  if (tries === null) return failed(problemOf(message, now), true);
  const problem = problemOf(tries[1] ?? message, now);
  return problem.status === 429 ? limited(problem) : failed(problem, false);
}

/** Only its text has the status: `unexpected status 401 Unauthorized: …`, `…, last status: 429 Too Many Requests`. */
function problemOf(message: string, now: EpochMs): { status: number | null; message: string; resetAt: EpochMs | null } {
  const status = /^(?:unexpected status|exceeded retry limit, last status:) ([45]\d\d)\b/.exec(message)?.[1];
  return { status: status === undefined ? null : Number(status), message, resetAt: resetIn(message, now) };
}

/** Input includes the cache. */
function spent(event: Fields): AgentEvent {
  const [input, cached, written] = ["input_tokens", "cached_input_tokens", "cache_write_input_tokens"].map((key) =>
    countAt(event, "usage", key),
  );
  const usage = {
    inputTokens: Math.max(0, (input ?? 0) - (cached ?? 0) - (written ?? 0)),
    outputTokens: countAt(event, "usage", "output_tokens"),
    cacheReadTokens: cached ?? 0,
    cacheWriteTokens: written ?? 0,
    usd: null,
  };
  return { kind: "spent", scope: "total", usage };
}

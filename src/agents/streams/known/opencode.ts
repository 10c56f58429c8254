import type { EpochMs } from "../../../base/ids.ts";
import type { AgentEvent } from "../../agent-event.ts";
import type { StreamReader } from "../../agent.ts";
import { resetIn, retryAfter } from "../../trouble/reset.ts";
import { did, ended, failed, got, lineReader, said, thought } from "../events.ts";
import { countAt, type Fields, numberAt, statusAt, textAt, usageAt, valueAt } from "../fields.ts";

/** OpenCode with `run --format json`. */
export function opencodeReader(now: () => EpochMs): StreamReader {
  let isStarted = false;
  let lastText: string | null = null;
  return lineReader((type, event) => {
    // No start event: every event names the session.
    const started: readonly AgentEvent[] = isStarted
      ? []
      : [{ kind: "started", session: textAt(event, "sessionID"), model: null }];
    isStarted = true;
    if (type === "text") lastText = textAt(event, "part", "text") ?? lastText;
    return [...started, ...eventsOf(type, event, { now: now(), lastText })];
  });
}

function eventsOf(
  type: string,
  event: Fields,
  { now, lastText }: { readonly now: EpochMs; readonly lastText: string | null },
): readonly AgentEvent[] {
  switch (type) {
    case "text":
      return said(textAt(event, "part", "text"));
    case "tool_use":
      return tool(event);
    case "reasoning":
      return thought(textAt(event, "part", "text"));
    case "step_finish":
      return [spent(event), ...lastWord(textAt(event, "part", "reason"), lastText)];
    case "error":
      return [failed(problemOf(event["error"], now), true), ended(false, null)];
    default:
      return [];
  }
}

/** A call is reported when it is over, with its result. */
function tool(event: Fields): readonly AgentEvent[] {
  const state = valueAt(event, "part", "state");
  const call = did(textAt(event, "part", "tool") ?? "", valueAt(state, "input"));
  return [call, got(call, textAt(state, "output") ?? textAt(state, "error"), textAt(state, "status") !== "error")];
}

/** Only a step with tool calls has a successor. */
function lastWord(reason: string | null, text: string | null): readonly AgentEvent[] {
  if (reason === "tool-calls") return [];
  return [ended(reason === "stop", text)];
}

function problemOf(error: unknown, now: EpochMs): Parameters<typeof failed>[0] {
  const message = textAt(error, "data", "message") ?? textAt(error, "message") ?? "";
  const header = textAt(error, "data", "responseHeaders", "retry-after");
  const resetAt = header === null ? resetIn(message, now) : retryAfter(header, now);
  return { status: statusAt(error, "data", "statusCode"), type: textAt(error, "name"), message, resetAt };
}

/** Thinking is paid as output. A cost of 0 is unknown. */
function spent(event: Fields): AgentEvent {
  const tokens = valueAt(event, "part", "tokens");
  const cost = numberAt(event, "part", "cost");
  const usd = cost !== null && cost > 0 ? cost : null;
  const usage = usageAt(tokens, ["input", "output", "cache.read", "cache.write"], usd);
  const outputTokens = usage.outputTokens + countAt(tokens, "reasoning");
  return { kind: "spent", scope: "turn", usage: { ...usage, outputTokens } };
}
